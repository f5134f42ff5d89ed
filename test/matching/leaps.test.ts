/** A fix where no vehicle can have been at its time is left out, wherever it stands in the recording. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Fix } from '../../src/base/point.ts';
import { atOnce } from '../../src/base/steps.ts';
import { flatDistanceM } from '../../src/geo/on-line.ts';
import { leaveOutLeaps } from '../../src/matching/leaps.ts';

const TERMS = { fastestKmh: 250, leastM: 250, heldS: 60, mostStrayPlaces: 5, restMs: 1_800_000 };
const START = 1_790_000_000_000;
/** Some 55 m and 5 s from fix to fix, northwards. */
const way = Array.from(
  { length: 40 },
  (_, i): Fix => ({ lat: 60 + 0.0005 * i, lon: 10, atMs: START + 5000 * i }),
);
const at = (lat: number, lon: number, seconds: number): Fix => ({
  ...{ lat, lon },
  atMs: START + 1000 * seconds,
});
/** The same places, a fix every five seconds. */
const timed = (fixes: readonly Fix[], afterS = 0) =>
  fixes.map((fix, i): Fix => ({ ...fix, atMs: START + 1000 * (afterS + 5 * i) }));

const BERGEN = at(60.3913, 5.3221, -60);
const NEAR = at(60.1, 10, -60);
const NOWHERE = at(0, 0, -1);

const leave = (fixes: readonly Fix[]) => atOnce(leaveOutLeaps(fixes, TERMS));

test.each<[string, Fix[], Fix[]]>([
  ['a stale first fix in another town', [BERGEN, ...way], [BERGEN]],
  ['a stale first fix 11 km off, a minute earlier', [NEAR, ...way], [NEAR]],
  ['a first fix of a receiver that is nowhere', [NOWHERE, ...way], [NOWHERE]],
  [
    'more such fixes than the drive has',
    [...Array.from({ length: 50 }, (_, i) => at(0, 0, i - 50)), ...way],
    Array.from({ length: 50 }, (_, i) => at(0, 0, i - 50)),
  ],
  [
    'forty fixes nowhere in the middle',
    timed([...way.slice(0, 20), ...Array(40).fill(NOWHERE), ...way.slice(20)]),
    timed([...way.slice(0, 20), ...Array(40).fill(NOWHERE), ...way.slice(20)]).slice(20, 60),
  ],
  [
    'every other fix',
    timed(way.flatMap((fix) => [fix, NOWHERE])),
    timed(way.flatMap((fix) => [fix, NOWHERE])).filter(({ lat }) => lat === 0),
  ],
  ['the last fix', [...way, at(60.3913, 5.3221, 200)], [at(60.3913, 5.3221, 200)]],
])('%s is left out, and nothing else', (_, given, wrong) => {
  const { sound, leaps } = leave(given);
  const isWrong = (fix: Fix) => wrong.some((one) => one.atMs === fix.atMs && one.lat === fix.lat);
  expect(sound).toEqual(given.filter((fix) => !isWrong(fix)));
  expect(leaps.reduce((sum, { fixes }) => sum + fixes, 0)).toBe(wrong.length);
  expect(leaps.some(({ isDrive }) => isDrive)).toBe(false);
});

test.each<[string, Fix[], Fix[]]>([
  [
    'a fix that is too far on, and not far from the next ones',
    [...way.slice(0, 20), { ...(way[20] as Fix), lat: 60.0134 }, ...way.slice(21)],
    [at(60.0134, 10, 100)],
  ],
  [
    'the last fixes of a receiver that falls behind in a tunnel',
    // From 60.01 on it moves by a tenth of the way, and then is a second behind the last of these where it is.
    [
      ...way.slice(0, 20),
      ...Array.from({ length: 10 }, (_, i) => at(60.01 + 0.00005 * i, 10, 100 + 5 * i)),
      ...way
        .slice(20)
        .map((fix): Fix => ({ ...fix, lat: fix.lat + 0.005, atMs: (fix.atMs ?? 0) + 46_000 })),
    ],
    [at(60.01045, 10, 145), at(60.0104, 10, 140)],
  ],
])('%s: they are left out, and both drives are kept', (_, given, wrong) => {
  const { sound, leaps } = leave(given);
  const isWrong = (fix: Fix) => wrong.some((one) => one.atMs === fix.atMs && one.lat === fix.lat);
  expect(sound).toEqual(given.filter((fix) => !isWrong(fix)));
  expect(leaps).toEqual([{ fixes: wrong.length, atMs: wrong.at(-1)?.atMs, isDrive: false }]);
});

test('a stale first fix of a second drive, long after the first, is left out', () => {
  const second = timed(way.toReversed(), 7200);
  const stale = at(58, 6, 7190);
  const { sound } = leave([...way, stale, ...second]);
  expect(sound).toEqual([...way, ...second]);
});

test.each([
  ['half an hour without a fix', timed(way, 4000).map((fix) => ({ ...fix, lat: fix.lat + 9 }))],
  [
    'another track of the file',
    timed(way, 300).map(
      (fix, i): Fix => ({
        ...fix,
        lat: fix.lat + 9,
        ...(i === 0 && { begins: true }),
      }),
    ),
  ],
])('behind %s a drive may begin anywhere: who drives may have flown there', (_, second) => {
  expect(leave([...way, ...second])).toEqual({ sound: [...way, ...second], leaps: [] });
});

test('of two drives that no vehicle can have driven the shorter is left out, and told as one', () => {
  const elsewhere = way.slice(0, 20).map((fix) => ({ ...fix, lat: fix.lat - 2 }));
  const shifted = timed([...elsewhere, ...way]);
  const { sound, leaps } = leave(shifted);
  expect(sound).toEqual(shifted.slice(20));
  expect(leaps).toEqual([{ fixes: 20, atMs: START, isDrive: true }]);
});

test('where most of a recording is faster than any vehicle, what is left out is told as a drive', () => {
  const flown = Array.from({ length: 40 }, (_, i) => at(60 + 0.05 * i, 10, 30 * i));
  const { sound, leaps } = leave(flown);
  expect(sound).toHaveLength(1);
  expect(leaps.every(({ isDrive }) => isDrive)).toBe(true);
});

test('two places of whole degrees with a leap between them are told as a drive, and a stray fix beside one place is not', () => {
  const stay = (lon: number, fromS: number, count: number) =>
    Array.from({ length: count }, (_, i) => at(60, lon, fromS + 2 * i));
  const isDrive = (...given: Fix[]) => leave(given).leaps.map((one) => one.isDrive);
  expect(isDrive(...stay(11, 0, 100), ...stay(10, 200, 60))).toEqual([true]);
  expect(isDrive(...stay(11, 0, 100), NOWHERE, ...stay(11, 200, 60))).toEqual([false]);
});

test.each([
  ['before', [...Array.from({ length: 62 }, (_, i) => at(0, 0, i - 62)), ...way]],
  ['behind', [...way, ...Array.from({ length: 62 }, (_, i) => at(0, 0, 200 + i))]],
])(
  'a receiver that is nowhere for more than a minute %s a drive is told: it may have been driven',
  (_, given) => {
    const { sound, leaps } = leave(given);
    expect(sound).toEqual(way);
    expect(leaps.map(({ fixes, isDrive }) => [fixes, isDrive])).toEqual([[62, true]]);
  },
);

test('a receiver that leaps to and fro for more than a minute before a drive is told, at each place', () => {
  const lost = Array.from({ length: 7 }, (_, i) => at(i % 2, 0, 20 * i - 140));
  expect(leave([...lost, ...way]).leaps.map(({ isDrive }) => isDrive)).toEqual(
    lost.map(() => true),
  );
  const briefly = lost.slice(3);
  expect(leave([...briefly, ...way]).leaps.map(({ isDrive }) => isDrive)).toEqual(
    briefly.map(() => false),
  );
});

test('a drive that lies beside the way from its first fix to its last was never there, and is told', () => {
  const long = Array.from({ length: 90 }, (_, i) => at(60 + 0.0005 * i, 10, 5 * i));
  const beside = long.map((fix, i) => (i < 30 || i >= 65 ? fix : { ...fix, lon: 10.05 }));
  const { sound, leaps } = leave(beside);
  expect(sound).toEqual([...long.slice(0, 30), ...long.slice(65)]);
  expect(leaps).toEqual([{ fixes: 35, atMs: START + 150_000, isDrive: true }]);
});

test('what is kept can have been driven, whatever was recorded, and is kept again', () => {
  const places = fc.array(
    fc.record({ lat: fc.double({ min: 58, max: 60, noNaN: true }), s: fc.nat(1700) }),
    { minLength: 1, maxLength: 30 },
  );
  fc.assert(
    fc.property(places, (drawn) => {
      const given: Fix[] = [];
      for (const { lat, s } of drawn)
        given.push({ ...at(lat, 10, 0), atMs: (given.at(-1)?.atMs ?? START) + 1000 * s });
      const { sound } = leave(given);
      const isDriven = sound.every((fix, i) => {
        const before = sound[i - 1] ?? fix;
        const s = Math.max(1, ((fix.atMs ?? 0) - (before.atMs ?? 0)) / 1000);
        return flatDistanceM(before, fix) <= Math.max(250, (250 / 3.6) * s);
      });
      expect(isDriven).toBe(true);
      expect(leave(sound).sound).toEqual(sound);
    }),
  );
});
