import { describe, expect, test } from 'vitest';
import { keyOf } from '../../../src/geo/polyline.ts';
import type { RoadLink } from '../../../src/network/link.ts';
import {
  addFerries,
  type Call,
  type ConnectionToDraw,
} from '../../../tools/compile-data/network/add-ferries.ts';
import { addQuayRoads } from '../../../tools/compile-data/network/add-quay-roads.ts';
import { callAtPassedQuays } from '../../../tools/compile-data/network/call-at-passed-quays.ts';
import { cutFerries } from '../../../tools/compile-data/network/cut-ferries.ts';
import { drawnFerries } from '../../support/drawn-ferries.ts';
import { drawnNetwork } from '../../support/drawn-network.ts';

/**
 * The shores a-b and c-d, and the ferry line p-q-r that passes the quay 2 between its quays 1 and
 * 3; the quay 4 lies far off.
 */
const map = drawnNetwork(`
  a--1                      3--c
     p                      r
               q
     s         2                    4
  b                            d
`);
const SHORES = [map.link('F1', 'ap'), map.link('F2', 'cr')];
const LINE = map.link('~F3', 'pqr');

const { call, connection } = drawnFerries(map);
const lines = (links: readonly RoadLink[]) => links.map(({ line }) => line.map(keyOf));
const keys = (names: string) => map.line(names).map(keyOf);
const onLand = () => false;

describe('a line with stops', () => {
  const limits = { ownM: 300, passM: 200 };

  test('calls at its quay that it only passes in the source, and is cut there', () => {
    const { links, called } = callAtPassedQuays([LINE], [connection('123')], limits);
    expect(called).toEqual(['2']);
    expect(lines(links)).toEqual([keys('pq'), keys('qr'), keys('q2')]);
    expect(links.map(({ kind }) => kind)).toEqual(['ferry', 'ferry', 'ferry']);
    expect(links[2]?.added).toContain('Line 123');
  });

  test('stops at a quay that lies on its course without a branch', () => {
    const on = connection('123', { calls: [call('1'), call('2', { at: map.at('q') }), call('3')] });
    const { links } = callAtPassedQuays([LINE], [on], limits);
    expect(lines(links)).toEqual([keys('pq'), keys('qr')]);
  });

  test.each<[string, RoadLink[], ConnectionToDraw]>([
    ['it has two quays: the line that passes one is another', [LINE], connection('12')],
    ['it is boarded there already', [LINE, map.link('~F3', 'q2')], connection('123')],
    ['the quay is too far off', [LINE], connection('143')],
    [
      'only passenger boats call there',
      [LINE],
      connection('123', { calls: [call('1'), call('2', { forCars: false }), call('3')] }),
    ],
  ])('gets no branch where %s', (_, given, one) => {
    expect(callAtPassedQuays(given, [one], limits).called).toEqual([]);
  });
});

describe('a line is drawn between two quays', () => {
  const limits = { quayM: 1500, harbourM: 150, roadM: 50 };

  test('where another line only passes one of them', () => {
    const near = { ...limits, quayM: 700 };
    expect(addFerries([LINE], [connection('12')], near, onLand).added).toEqual(['Line 12: 1 - 2']);
  });

  test('where the nearest end of a line is that of another quay', () => {
    const given = [map.link('~F3', 'p2'), map.link('~F3', 'pr')];
    const all = [connection('13'), connection('24')];
    expect(addFerries(given, all, limits, onLand).added).toEqual(['Line 24: 2 - 4']);
  });
});

test('a ferry line is cut where another link meets it on its way, and roads are not', () => {
  const links = cutFerries([LINE, map.link('~F4', 'q2'), map.link('F5', 'pqr')]);
  expect(lines(links)).toEqual([keys('pq'), keys('qr'), keys('q2'), keys('pqr')]);
});

describe('a quay without a road', () => {
  const limits = { endM: 150, roadM: 1200 };
  const island = [...SHORES, map.link('~F3', 'p2')];
  const overWater = () => true;

  test('gets a piece of road of its own, at which a trip can start', () => {
    const { links, roadless } = addQuayRoads(island, [call('1'), call('2')], limits, overWater);
    expect(roadless).toEqual(['2']);
    expect(links[3]).toMatchObject({ kind: 'road', category: 'K' });
    expect(links[3]?.line.map(keyOf)).toContain(keyOf(map.at('2')));
  });

  test('joins the lines that end there and do not touch', () => {
    const given = [map.link('~F3', 'pq'), map.link('~F4', '2r')];
    const { links } = addQuayRoads(given, [call('2')], limits, overWater);
    expect(lines(links.slice(2))).toContainEqual(keys('q2'));
  });

  test('is led to the road that a decision names, over drawn water', () => {
    const given = [...island, map.link('F7', 'bd')];
    const decided = [call('2', { road: 'F7' })];
    const paved = addQuayRoads(given, decided, limits, overWater);
    expect(paved.decided).toEqual(['2']);
    const ashore = paved.links.at(-1)?.line.map(keyOf)[0] ?? '';
    expect(paved.links[3]?.line.map(keyOf)).toContain(ashore);
  });

  test('that a decision calls roadless is led to no road, however near', () => {
    const given = [...island, map.link('F7', 'bd')];
    const none = addQuayRoads(given, [call('2', { road: null })], limits, onLand);
    expect(none.roadless).toEqual(['2']);
    expect(none.links[3]?.line).toHaveLength(2);
  });

  test.each<[string, RoadLink[], Call]>([
    ['a ferry lands on a road there', island, call('1')],
    ['no ferry calls there', SHORES, call('2')],
    ['only passenger boats do', island, call('2', { forCars: false })],
  ])('is not paved where %s', (_, given, one) => {
    expect(addQuayRoads(given, [one], limits, overWater).links).toEqual(given);
  });

  test('is refused where the road of a decision is not near', () => {
    expect(() => addQuayRoads(island, [call('2', { road: 'E99' })], limits, onLand)).toThrow('E99');
  });
});
