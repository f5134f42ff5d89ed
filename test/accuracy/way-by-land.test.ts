import { expect, test } from 'vitest';
import { openWayByLand } from '../../measure/audit/way-by-land.ts';
import { readBundled } from '../../src/facts/schema/read-bundled.ts';
import { DATA_DIR } from '../../src/service/machine.ts';
import { drawnNetwork } from '../support/drawn-network.ts';

/** The road a-b-c round the fjord, the ferry a-c over it, and the one-way street c-d. */
const map = drawnNetwork(`
  a-----------b
              |
  c-----------+
  |
  d
`);
const byLand = openWayByLand(
  [map.link('E6', 'abc'), map.link('~F1', 'ac'), map.link('E6', 'cd', { oneWay: true })],
  readBundled(DATA_DIR, 'road-network/speeds.json'),
);
const way = (from: string, to: string, atMostMin = 1000) =>
  byLand(map.at(from), map.at(to), atMostMin);

test('it goes round by road, and never by ferry', () => {
  const [ab = 0, ac = 0] = [way('a', 'b'), way('a', 'c')];
  expect(ab).toBeGreaterThan(0);
  expect(ac).toBeGreaterThan(1.5 * ab);
  expect(way('c', 'a')).toBeCloseTo(ac, 9);
});

test('a one-way street leads one way', () => {
  expect(way('c', 'd')).toBeGreaterThan(0);
  expect(way('d', 'c')).toBeUndefined();
});

test('a way that takes longer than asked for is none', () => {
  expect(way('a', 'c', 0)).toBeUndefined();
});
