import { describe, expect, test } from 'vitest';
import { keyOf } from '../../../src/geo/polyline.ts';
import type { RoadLink } from '../../../src/network/link.ts';
import { addFerries, type Call } from '../../../tools/compile-data/network/add-ferries.ts';
import { joinQuays } from '../../../tools/compile-data/network/join-quays.ts';
import { setCrossingTimes } from '../../../tools/compile-data/network/set-crossing-times.ts';
import { drawnFerries } from '../../support/drawn-ferries.ts';
import { drawnNetwork } from '../../support/drawn-network.ts';

const LIMITS = { quayM: 300, harbourM: 50, roadM: 500 };

/**
 * Two shores with the roads a-b and c-d, the quays 1 and 2 beside them, the island quays 3 and 4
 * without a road, and the course x-y-z from 1 to 2.
 */
const map = drawnNetwork(`
  a---------b
       1
       x

         y      3    4

       z
       2
  c---------d
`);
const ROADS = [map.link('F1', 'ab'), map.link('F2', 'cd')];

const { call, connection } = drawnFerries(map);

/** The letters of a line; a point without letter is `*`. */
const namesOf = (line: RoadLink['line'] | undefined) =>
  line
    ?.map((point) => [...'1234xyzabcd'].find((name) => keyOf(map.at(name)) === keyOf(point)) ?? '*')
    .join('');
const sharePoint = (one: RoadLink | undefined, other: RoadLink | undefined) =>
  one?.line.some((p) => other?.line.some((q) => keyOf(p) === keyOf(q))) ?? false;
const onLand = () => false;

describe('a ferry line that the source lacks', () => {
  const { links, added, roadless } = addFerries(ROADS, [connection('12')], LIMITS, onLand);

  test('is drawn between the quays and joined to the road beside each', () => {
    expect(added).toEqual(['Line 12: 1 - 2']);
    expect(roadless).toEqual([]);
    expect(namesOf(links[2]?.line)).toBe('*12*');
    expect(sharePoint(links[2], links[0]) && sharePoint(links[2], links[1])).toBe(true);
  });

  test('says why it was added, and is a ferry of its connection’s road', () => {
    expect(links[2]).toMatchObject({ kind: 'ferry', category: 'F' });
    expect(links[2]?.added).toContain('Line 12');
  });

  test('leaves the links that were given as they were', () => {
    expect(ROADS.map(({ line }) => line.length)).toEqual([2, 2]);
  });
});

test.each([
  ['as it is written', 'xyz'],
  ['turned round', 'zyx'],
])('the known course is followed, %s', (_, course) => {
  const drawn = addFerries(ROADS, [connection('12', { course: map.line(course) })], LIMITS, onLand);
  expect(namesOf(drawn.links[2]?.line)).toBe('*1y2*');
});

test('the number of the road is kept', () => {
  const drawn = addFerries(ROADS, [connection('12', { number: 33 })], LIMITS, onLand);
  expect(drawn.links[2]?.number).toBe(33);
});

test('a quay is not joined over water: the next road on its own side counts', () => {
  const roads = [map.link('F1', 'ab'), map.link('F2', 'cd'), map.link('K', 'xy')];
  const runsOverWater = (_: unknown, road: { lat: number }) => road.lat > map.at('1').lat;
  const { links } = addFerries(roads, [connection('12')], LIMITS, runsOverWater);
  expect(sharePoint(links[3], links[0])).toBe(false);
  expect(sharePoint(links[3], links[2])).toBe(true);
});

test('a quay without a road stays an end in the sea, and is named once', () => {
  const { links, roadless } = addFerries(ROADS, [connection('134')], LIMITS, onLand);
  expect(roadless).toEqual(['3', '4']);
  expect(links.slice(2).map(({ line }) => namesOf(line))).toEqual(['*13', '34']);
});

test('quays that ferry lines join already get no second line, over other quays too', () => {
  const sailed = [...ROADS, map.link('~F1', '13'), map.link('~F1', '32')];
  expect(addFerries(sailed, [connection('12')], LIMITS, onLand).added).toEqual([]);
});

test('a leg that two connections share is drawn once', () => {
  const { added } = addFerries(ROADS, [connection('12'), connection('213')], LIMITS, onLand);
  expect(added).toEqual(['Line 12: 1 - 2', 'Line 213: 1 - 3']);
});

test('no line is drawn to a quay of passenger boats, but past it to the next for cars', () => {
  const calls = [call('1'), call('2', { forCars: false }), call('3')];
  const { added } = addFerries(ROADS, [connection('123', { calls })], LIMITS, onLand);
  expect(added).toEqual(['Line 123: 1 - 3']);
});

describe('a quay at which two ferry lines meet', () => {
  const met = [...ROADS, map.link('~F1', '1x'), map.link('~F1', '13'), map.link('~F2', 'z2')];
  const limits = { endM: 150, roadM: 500 };

  test('is joined to the road: neither line is loose, and yet nobody could go ashore', () => {
    const { links, joined } = joinQuays(met, [call('1')], limits, onLand);
    expect(joined).toEqual(['1']);
    expect(links.slice(2).filter((ferry) => sharePoint(ferry, links[0]))).toHaveLength(1);
  });

  test('is joined once, and not again where a road is reached already', () => {
    const once = joinQuays(met, [call('1'), call('1')], limits, onLand);
    expect(once.joined).toEqual(['1']);
    expect(joinQuays(once.links, [call('1')], limits, onLand).joined).toEqual([]);
  });

  test.each<[string, Call, () => boolean]>([
    ['no ferry comes near', call('c'), onLand],
    ['only passenger boats call', call('1', { forCars: false }), onLand],
    ['there is water between it and the road', call('1'), () => true],
    ['no road is near', call('3'), onLand],
  ])('is left alone where %s', (_, at, runsOverWater) => {
    expect(joinQuays(met, [at], limits, runsOverWater).links).toEqual(met);
  });
});

describe('the known time of a crossing', () => {
  const timesOf = (links: readonly RoadLink[], quays: string, crossingMin: number) =>
    setCrossingTimes(links, [connection(quays, { crossingMin })], 50).map((l) => l.crossingMin);

  test('is given to the line between its quays, and to no road', () => {
    expect(timesOf([map.link('~F1', '12'), map.link('F1', 'ab')], '12', 25)).toEqual([
      25,
      undefined,
    ]);
  });

  test('is shared out by length where the crossing consists of several lines', () => {
    const [first = 0, second = 0] = timesOf(
      [map.link('~F1', '1x'), map.link('~F1', 'x2')],
      '12',
      25,
    );
    expect(first + second).toBeCloseTo(25, 1);
    expect(second / first).toBeCloseTo(5, 0);
  });

  test('goes to the shortest way', () => {
    const ways = [map.link('~F1', '13'), map.link('~F1', '32'), map.link('~F1', '1yz2')];
    expect(timesOf(ways, '12', 25)).toEqual([undefined, undefined, 25]);
  });

  test.each([
    ['calls at a quay between', '132'],
    ['has no line', '14'],
  ])('is given to no line where the connection %s', (_, quays) => {
    const lines = [map.link('~F1', '13'), map.link('~F1', '32')];
    expect(timesOf(lines, quays, 25)).toEqual([undefined, undefined]);
  });
});
