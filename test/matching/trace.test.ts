import { expect, test } from 'vitest';
import type { Fix } from '../../src/base/point.ts';
import { atOnce } from '../../src/base/steps.ts';
import { prepareTrace } from '../../src/matching/trace.ts';

const REST = { restMs: 1_800_000, reachM: 250, stillM: 60 };
const TERMS = { rest: REST, leap: { fastestKmh: 250, leastM: 250, heldS: 60, mostStrayPlaces: 5 } };

/** Some 55 m and 5 s from fix to fix, northwards. */
const fixAt = (i: number, laterMs = 0): Fix => ({
  lat: 60 + 0.0005 * i,
  lon: 10,
  atMs: 1_790_000_000_000 + 5000 * i + laterMs,
});
const way = Array.from({ length: 40 }, (_, i) => fixAt(i));

test.each([
  [
    'another track of the file begins at once: what was driven before it counts',
    way.map((fix, i): Fix => (i === 3 ? { ...fix, begins: true } : fix)),
    0,
  ],
  [
    'half an hour without a fix follows: it stood there',
    way.map((_, i) => fixAt(i, i < 3 ? 0 : REST.restMs)),
    3,
  ],
])('behind 165 m %s', (_, fixes, first) => {
  expect(atOnce(prepareTrace(fixes, TERMS)).fixes[0]).toEqual(fixes[first]);
});
