import { expect, test } from 'vitest';
import type { RoadLink } from '../../../src/network/link.ts';
import { cutFalseRoads } from '../../../tools/compile-data/network/cut-false-roads.ts';
import { drawnNetwork } from '../../support/drawn-network.ts';

/** The road a-b-c-d runs over the sound between the quays 1 and 2; e-f lies beside it. */
const map = drawnNetwork(`
            1      2
  a-----b----------------c-----d

  e----------------------------f
`);
const QUAYS = [map.at('1'), map.at('2')] as const;
const longitudes = (links: readonly RoadLink[]) =>
  links.map(({ line }) => line.map(({ lon }) => lon));
const lon = (name: string) => map.at(name).lon;

test('a false stretch is taken out between its quays, and the road ends at each', () => {
  const links = [map.link('F1', 'abcd', { builtUp: true }), map.link('F2', 'ef')];
  const cut = cutFalseRoads(links, [{ road: 'F1', ends: QUAYS }]);
  expect(longitudes(cut)).toEqual([
    [lon('a'), lon('b'), lon('1')],
    [lon('2'), lon('c'), lon('d')],
    [lon('e'), lon('f')],
  ]);
  expect(cut.map(({ builtUp }) => builtUp)).toEqual([true, true, undefined]);
});

test('the order of the quays does not matter', () => {
  const links = [map.link('F1', 'abcd')];
  const [one, other] = QUAYS;
  expect(cutFalseRoads(links, [{ road: 'F1', ends: [other, one] }])).toEqual(
    cutFalseRoads(links, [{ road: 'F1', ends: QUAYS }]),
  );
});

test('a road that begins at the quay leaves no piece behind it', () => {
  const links = [map.link('F1', 'abcd')];
  const cut = cutFalseRoads(links, [{ road: 'F1', ends: [map.at('a'), map.at('2')] }]);
  expect(longitudes(cut)).toEqual([[lon('2'), lon('c'), lon('d')]]);
});

test.each([
  ['another road lies there', 'F2', '12'],
  ['the road does not reach both quays', 'F9', '12'],
  ['only a ferry of that name lies there', 'F3', '12'],
])('a decision that fits no link is refused: %s', (_, road, quays) => {
  const links = [map.link('F1', 'abcd'), map.link('F9', 'ab'), map.link('~F3', 'abcd')];
  const [one, other] = map.line(quays);
  if (one === undefined || other === undefined) throw new Error('Expected two quays.');
  expect(() => cutFalseRoads(links, [{ road, ends: [one, other] }])).toThrow(road);
});
