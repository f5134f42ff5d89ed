import { expect, test } from 'vitest';
import { keyOf } from '../../../src/geo/polyline.ts';
import type { RoadLink } from '../../../src/network/link.ts';
import { joinEnds } from '../../../tools/compile-data/network/join-ends.ts';
import { drawnNetwork } from '../../support/drawn-network.ts';

const LIMITS = { ferryM: 600, roadM: 60 };

/** Twenty metres a letter. The road a-b, what ends near it, and what ends far off. */
const map = drawnNetwork(
  `
  a-----------------------------b

     r    f             s
     |    :             |
     |    :             |
     t    g             u




                    h
                    :
                    i
`,
  20,
);

const key = (name: string) => keyOf(map.at(name));

/** Do the links share a point? */
const touch = (one: RoadLink | undefined, other: RoadLink | undefined) => {
  const keys = new Set(one?.line.map(keyOf));
  return other?.line.some((point) => keys.has(keyOf(point))) ?? false;
};

test('a ferry that stops short of the road is carried to the nearest place on it', () => {
  const { links, joined } = joinEnds([map.link('E6', 'ab'), map.link('~E6', 'fg')], LIMITS);
  const [road, ferry] = links;
  expect(joined).toEqual({ ferry: 2, road: 0 });
  expect(touch(road, ferry)).toBe(true);
  expect(ferry?.line.map(keyOf).slice(1, -1)).toEqual([key('f'), key('g')]);
  expect(road?.line).toHaveLength(3);
});

test('a ferry is not carried into the tunnel below its quay, but to the mouth of one', () => {
  const ferry = map.link('~F44', 'fg');
  const below = map.link('E6', 'ab', { tunnel: true });
  expect(joinEnds([below, ferry], LIMITS).openFerryEnds.map(keyOf)).toContain(key('f'));
  const mouth = map.link('E6', 'rt', { tunnel: true });
  expect(joinEnds([mouth, ferry], LIMITS).joined.ferry).toBeGreaterThan(0);
});

test('a road is carried no farther than 60 m', () => {
  const { links, joined } = joinEnds([map.link('E6', 'ab'), map.link('K', 'rt')], LIMITS);
  expect(joined).toEqual({ ferry: 0, road: 1 });
  expect(touch(links[0], links[1])).toBe(true);
  expect(links[1]?.line.map(keyOf).slice(1)).toEqual([key('r'), key('t')]);
});

test('a ferry end with nothing near stays open, and is reported', () => {
  const far = { ferryM: 100, roadM: 60 };
  const { links, joined, openFerryEnds } = joinEnds(
    [map.link('E6', 'ab'), map.link('~E6', 'hi')],
    far,
  );
  expect(joined.ferry).toBe(0);
  expect(openFerryEnds.map(keyOf)).toEqual([key('h'), key('i')]);
  expect(links[1]?.line.map(keyOf)).toEqual([key('h'), key('i')]);
});

test('ends that touch already stay as they are', () => {
  const whole = [map.link('E6', 'ab'), map.link('F1', 'bs'), map.link('F1', 'su')];
  const { links } = joinEnds(whole, { ferryM: 600, roadM: 5 });
  expect(links).toEqual(whole);
});

test('a link is not joined to itself', () => {
  expect(joinEnds([map.link('~E6', 'fg')], LIMITS).links).toEqual([map.link('~E6', 'fg')]);
});

test('two ferries that end at the same place meet at one point of the road', () => {
  const { links } = joinEnds([map.link('E6', 'ab'), map.link('~E6', 'fg'), map.link('~F1', 'fi')], {
    ferryM: 100,
    roadM: 60,
  });
  // They touch each other, so neither end is open.
  expect(links[0]?.line).toHaveLength(2);
});

test('the links that were given stay as they were', () => {
  const road = map.link('E6', 'ab');
  joinEnds([road, map.link('~E6', 'fg')], LIMITS);
  expect(road.line).toHaveLength(2);
});
