import { expect, test } from 'vitest';
import { drawSteps } from '../../measure/audit/steps.ts';
import { openWalk } from '../../measure/audit/walk.ts';
import { keyOf } from '../../src/geo/polyline.ts';
import type { RoadLink } from '../../src/network/link.ts';
import { drawnNetwork } from '../support/drawn-network.ts';
import { table } from '../support/table.ts';

/** The E6 a-b-c bends at b, where the F7 goes straight on; a ramp leaves at c. */
const map = drawnNetwork(`
  a-------b-----f
          |
          c-----r
          |
          d
`);
const LINKS: RoadLink[] = [
  map.link('E6', 'ab'),
  map.link('E6', 'bc'),
  map.link('F7', 'bf'),
  map.link('E6', 'cd'),
  map.link('E6', 'cr', { ramp: true, oneWay: true }),
];
const walk = openWalk(LINKS);

/** The letters along a walk from the middle of a link. */
function lettersOf(link: number, way: 1 | -1, look: 'ahead' | 'behind'): string {
  const line = drawSteps(LINKS, walk({ link, alongM: 200, way }, 5000, look));
  const letters = [...'abcdfr'].map((name) => [keyOf(map.at(name)), name] as const);
  return line
    .slice(1)
    .map((point) => new Map(letters).get(keyOf(point)))
    .join('');
}

test.each(
  table<'link' | 'way' | 'look' | 'passes' | 'because'>(`
    link | way | look   | passes | because
    0    | 1   | ahead  | bcd    | the road goes on under its number, and not down the ramp
    0    | -1  | ahead  | a      | the road ends
    2    | -1  | ahead  | ba     | another road is taken where it goes straight on
    3    | -1  | ahead  | cba    | round the bend
    0    | 1   | behind | a      | whoever drives there comes from a
    4    | 1   | behind | cba    | onto the ramp one comes from the road before it
  `),
)('link $link, way $way, $look, passes $passes: $because', ({ link, way, look, passes }) => {
  const from = Number(way) as 1 | -1;
  expect(lettersOf(Number(link), from, look as 'ahead' | 'behind')).toBe(passes);
});

test('a walk ends where it is told to', () => {
  const [step, ...others] = walk({ link: 0, alongM: 100, way: 1 }, 250, 'ahead');
  expect(step).toEqual({ link: 0, fromM: 100, toM: expect.closeTo(350, 0) });
  expect(others).toEqual([]);
});
