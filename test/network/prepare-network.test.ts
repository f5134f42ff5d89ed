/** What entering a road of lower rank counts in the choice of a way, at 10 m/s: one character is 100 m, so 10 s. */
import { expect, test } from 'vitest';
import type { RoadLink } from '../../src/network/link.ts';
import { drawnRoads } from '../support/drawn-roads.ts';
import { table } from '../support/table.ts';

/** From b to c leads a short cut of 400 m, and the F2 round it, of 800 m by e and of 2 200 m by g. */
const ART = `
  a---b-p-c---d
      |   |
      e---f
      |   |
      |   |
      |   |
      |   |
      |   |
      |   |
      g---h
`;
const roadsWith = (shortCut: RoadLink['category'], round: 'befc' | 'bghc') =>
  drawnRoads(ART, ({ link }) => [
    link('F2', 'ab'),
    link('F2', 'cd'),
    link('F2', round),
    link(shortCut, 'bc'),
  ]);

test.each(
  table<'shortCut' | 'round' | 'from' | 'to' | 'way' | 'because'>(`
    shortCut | round | from | to | way    | because
    P        | befc  | a    | d  | abefcd | a private road is no short cut
    P        | bghc  | a    | d  | abghcd | nor for three minutes
    P        | befc  | a    | p  | abp    | it is driven to a place on it
    P        | befc  | p    | d  | pcd    | and from there, which costs nothing more
    K        | befc  | a    | d  | abefcd | a municipal road counts 75 s, and saves 40 s
    K        | bghc  | a    | d  | abcd   | it saves 180 s
    F        | befc  | a    | d  | abcd   | a road of the same rank is driven
  `),
)('from $from to $to past $shortCut leads $way: $because', ({ shortCut, round, from, to, way }) => {
  const roads = roadsWith(shortCut as RoadLink['category'], round as 'befc');
  const [best] = roads.drive([from, to]);
  expect(best && roads.nameWay(best)).toBe(way);
});

test('what a private road counts in the choice of a way is not in the time', () => {
  const roads = roadsWith('P', 'befc');
  expect(roads.tell(['a', 'p'])?.seconds).toBeLessThan(90);
});
