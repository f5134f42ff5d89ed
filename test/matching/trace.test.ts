import { expect, test } from 'vitest';
import type { Fix } from '../../src/base/point.ts';
import { atOnce } from '../../src/base/steps.ts';
import { prepareTrace } from '../../src/matching/trace.ts';

const REST = { restMs: 1_800_000, reachM: 250, stillM: 60 };
const TERMS = {
  rest: REST,
  leap: { fastestKmh: 250, leastM: 250, heldS: 60, mostStrayPlaces: 5 },
  silence: { longMin: 5 },
};

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

test.each([
  [4, [0, 4]],
  [25, [0, 24, 25]],
])(
  'of %s fixes a minute at one place the last one is kept where the stay is as long as a silence',
  (minutes, kept) => {
    const stood = Array.from({ length: minutes }, (_, i) => fixAt(0, 60_000 * i));
    const driven = Array.from({ length: 6 }, (_, i) => fixAt(10 * (i + 1), 60_000 * (minutes + i)));
    const { soundAt } = atOnce(prepareTrace([...stood, ...driven], TERMS));
    expect(soundAt.slice(0, kept.length)).toEqual(kept);
  },
);
