import { expect, test } from 'vitest';
import type { LatLon } from '../../../src/base/point.ts';
import { flatDistanceM } from '../../../src/geo/on-line.ts';
import { keyOf } from '../../../src/geo/polyline.ts';
import type { AddedRoad, AddedRoads } from '../../../tools/compile-data/all-files.ts';
import { drawAddedRoads } from '../../../tools/compile-data/network/draw-added-roads.ts';
import { drawnNetwork } from '../../support/drawn-network.ts';

/** The E6 a-b, crossed by the F2 p-c-q; streets start at s and u, near the E6. */
const map = drawnNetwork(`
              p
              |
  a-----------c-----------b
              |     s
              q     u
                    v
`);
const E6 = map.link('E6', 'ac');
const E6_ON = map.link('E6', 'cb');
const F2 = map.link('F2', 'pcq');
const LINKS = [E6, E6_ON, F2];

const at = (name: string): [number, number] => [map.at(name).lat, map.at(name).lon];
const road = (name: string, points: string, facts: Partial<AddedRoad> = {}): AddedRoad => ({
  name: `Street ${name}`,
  road: name,
  line: [...points].map(at),
  joins: [null, null],
  why: 'drawn by hand',
  ...facts,
});
const draw = (facts: Partial<AddedRoads>) =>
  drawAddedRoads(LINKS, { limits: { joinM: 150 }, roads: [], partings: [], ...facts });
const holds = (line: readonly LatLon[] | undefined, point: LatLon | undefined) =>
  line?.some((one) => point !== undefined && keyOf(one) === keyOf(point)) ?? false;

test('without decisions the network stays as it is', () => {
  expect(draw({})).toEqual(LINKS);
});

test('an end is carried to the nearest place of the road it is to meet, which gets a point there', () => {
  const links = draw({ roads: [road('K7', 'suv', { joins: ['E6', null] })] });
  const street = links.at(-1);
  expect(street).toMatchObject({ kind: 'road', category: 'K', number: 7, drawn: 'Street K7' });
  expect(flatDistanceM(street?.line[0] as LatLon, map.at('s'))).toBeCloseTo(100, 0);
  expect(links.some((link) => link.number === 6 && holds(link.line, street?.line[0]))).toBe(true);
  expect(street?.line.at(-1)).toEqual(map.at('v'));
});

test('a road may join one that stands before it in the list', () => {
  const [first, second] = draw({
    roads: [road('K7', 'sv'), road('K8', 'qu', { joins: [null, 'K7'] })],
  }).slice(-2);
  expect(holds(first?.line, second?.line.at(-1))).toBe(true);
});

test('a road that is not there is named, with the street that was to join it', () => {
  const roads = [road('K7', 'uv', { joins: ['E18', null] })];
  expect(() => draw({ roads })).toThrow(/^Street K7: expected E18 within 150 m/);
});

test('an end that all but meets a junction meets it', () => {
  const beside: [number, number] = [map.at('c').lat + 0.00004, map.at('c').lon + 0.0001];
  const line = [beside, at('s')];
  const links = draw({ roads: [road('K7', 'su', { line, joins: ['E6', null] })] });
  expect(links.at(-1)?.line[0]).toEqual(map.at('c'));
});

test('roads that only cross are parted, and each stays whole', () => {
  const partings = [{ at: at('c'), part: 'E6', from: 'F2', why: 'a bridge' }];
  const [west, east, street] = draw({ partings });
  expect(keyOf(west?.line.at(-1) as LatLon)).toBe(keyOf(east?.line[0] as LatLon));
  expect(holds(street?.line, east?.line[0])).toBe(false);
  expect(street).toEqual(F2);
});

test('a parting where the roads do not meet is refused', () => {
  const partings = [{ at: at('s'), part: 'E6', from: 'F2', why: 'a bridge' }];
  expect(() => draw({ partings })).toThrow(/Expected E6 and F2 to share a point/);
});

test('a road is cut where a ramp meets it, and only there', () => {
  const ramp = road('E6', 'sp', { ramp: true, oneWay: true, joins: ['E6', null] });
  const links = draw({ roads: [ramp, road('K7', 'bu', { joins: ['E6', null] })] });
  const main = links.filter(({ number, ramp: isRamp }) => number === 6 && isRamp !== true);
  expect(main).toHaveLength(3);
  const drawn = links.find((link) => link.ramp);
  expect(
    main.filter(({ line }) => holds([line[0], line.at(-1)] as LatLon[], drawn?.line[0])),
  ).toHaveLength(2);
});

test('the end of a quay is where the ferry comes ashore that came ashore at its start', () => {
  const ferry = map.link('~F2', 'bpu');
  const roads = [road('F2', 'uv', { quay: true })];
  const drawn = drawAddedRoads([...LINKS, ferry], { limits: { joinM: 150 }, roads, partings: [] });
  expect(drawn.find(({ kind }) => kind === 'ferry')?.line).toEqual(map.line('bpv'));
  expect(() => draw({ roads })).toThrow(/^Street F2: expected a ferry to end at /);
});
