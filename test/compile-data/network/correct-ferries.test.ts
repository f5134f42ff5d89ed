import { expect, test } from 'vitest';
import { keyOf } from '../../../src/geo/polyline.ts';
import type { RoadLink } from '../../../src/network/link.ts';
import { correctFerries } from '../../../tools/compile-data/network/correct-ferries.ts';
import { drawnNetwork } from '../../support/drawn-network.ts';

/** The road a-b-c crosses the ferry line p-b-q on a bridge; r-s is another line. */
const map = drawnNetwork(`
        p
  a-----b-----c
        q     r-----s
`);
const ROAD = map.link('R15', 'abc');
const LINES = [map.link('~F6', 'pb'), map.link('~F6', 'bq')];
const OTHER = map.link('~F7', 'rs');
const keysOf = (links: readonly RoadLink[]) => links.map(({ line }) => line.map(keyOf));

test('a line that passes below a bridge no longer touches the road, and stays in one', () => {
  const passes = [{ ferry: 'F6', road: 'R15', at: map.at('b') }];
  const [road, ...lines] = keysOf(correctFerries([ROAD, ...LINES], { notServed: [], passes }));
  expect(road).toEqual(ROAD.line.map(keyOf));
  expect(lines.flat().filter((key) => road?.includes(key))).toEqual([]);
  expect(lines[0]?.at(-1)).toBe(lines[1]?.[0]);
});

test('a line that is not served is taken out, with its name and end as decided', () => {
  const notServed = [{ ferry: 'F7', at: map.at('s') }];
  const links = [ROAD, ...LINES, OTHER];
  expect(correctFerries(links, { notServed, passes: [] })).toEqual([ROAD, ...LINES]);
});

test.each([
  ['nothing of that name ends there', { notServed: [{ ferry: 'F6', at: map.at('s') }] }],
  ['a road of that name is no ferry', { notServed: [{ ferry: 'R15', at: map.at('a') }] }],
  ['the two do not meet', { passes: [{ ferry: 'F7', road: 'R15', at: map.at('b') }] }],
])('a decision that fits no line is refused: %s', (_, decided) => {
  const corrections = { notServed: [], passes: [], ...decided };
  expect(() => correctFerries([ROAD, ...LINES, OTHER], corrections)).toThrow('Expected');
});
