import { expect, test } from 'vitest';
import { flatDistanceM } from '../../../src/geo/on-line.ts';
import { keyOf } from '../../../src/geo/polyline.ts';
import type { RoadLink } from '../../../src/network/link.ts';
import { passUnder } from '../../../tools/compile-data/network/pass-under.ts';
import { drawnNetwork } from '../../support/drawn-network.ts';

/** The road a-e runs in a tunnel from b to d; the road s-u crosses it at c, u-v at b. */
const map = drawnNetwork(`
        v     s
        |     |
  a-----b-----c-----d-----e
              |
              u
`);
const TUNNEL = { tunnel: true } as const;
const STREET = map.link('F2', 'scu');
const E18 = [map.link('E18', 'ab'), map.link('E18', 'bcd', TUNNEL), map.link('E18', 'de')];

const RULES = { mouthM: 400, places: [] };
const decided = (isJunction: boolean) => ({
  ...RULES,
  places: [{ at: map.at('c'), isJunction }],
});

const touch = (one: RoadLink | undefined, other: RoadLink | undefined) =>
  one?.line.some((p) => other?.line.some((q) => keyOf(p) === keyOf(q))) ?? false;

test('a tunnel does not meet the street that passes over it', () => {
  const { links, parted } = passUnder([...E18, STREET], RULES);
  expect(parted.map(keyOf)).toEqual([keyOf(map.at('c'))]);
  expect(touch(links[1], links[3])).toBe(false);
  expect(links[3]).toEqual(STREET);
});

test('the tunnel keeps its course to less than a metre, and its mouths', () => {
  const [before, , after] = E18;
  const { links } = passUnder([...E18, STREET], RULES);
  const moved = links[1]?.line.map((at, i) => flatDistanceM(at, map.line('bcd')[i] ?? at)) ?? [];
  expect(moved.map((m) => m < 1)).toEqual([true, true, true]);
  expect([touch(before, links[1]), touch(links[1], after)]).toEqual([true, true]);
});

test.each<[string, RoadLink[]]>([
  ['a road ends at the tunnel: it leads into it', [map.link('F2', 'sc')]],
  ['the tunnel ends there: it is the mouth', [map.link('F2', 'abv')]],
  ['both are tunnels: they meet underground', [map.link('F2', 'scu', TUNNEL)]],
])('they stay joined where %s', (_, others) => {
  const given = [...E18, ...others];
  const { links, parted } = passUnder(given, RULES);
  expect(parted).toEqual([]);
  expect(links).toEqual(given);
});

test('they stay joined near the mouth, which is drawn inexactly', () => {
  expect(passUnder([...E18, STREET], { ...RULES, mouthM: 700 }).parted).toEqual([]);
});

test('roads in the open stay joined where they cross', () => {
  const given = [map.link('E18', 'bcd'), STREET];
  expect(passUnder(given, RULES).links).toEqual(given);
});

test('a decision keeps a junction that the rule would part', () => {
  const { links, parted } = passUnder([...E18, STREET], decided(true));
  expect(parted).toEqual([]);
  expect(touch(links[1], links[3])).toBe(true);
});

test('a decision parts a road drawn in two links that meet above the tunnel', () => {
  const street = [map.link('F2', 'sc'), map.link('F2', 'cu')];
  const { links } = passUnder([...E18, ...street], decided(false));
  expect([touch(links[1], links[3]), touch(links[3], links[4])]).toEqual([false, true]);
});

test('a decision about a place where nothing is shared is refused', () => {
  expect(() => passUnder(E18, decided(true))).toThrow(keyOf(map.at('c')));
});
