/** Fixes from before the receiver knew the time keep their place, and stand beside those that follow. */
import { expect, test } from 'vitest';
import { mendClocks } from '../../src/recording/mend-clocks.ts';

const START = Date.parse('2026-11-20T08:00:00Z');
const WEEK_MS = 7 * 24 * 3_600_000;
const drive = Array.from({ length: 60 }, (_, i) => ({
  ...{ lat: 60 + 0.0001 * i, lon: 10 },
  atMs: START + 1000 * i,
}));
/** The clock of some fixes: what it shows at the first of them. */
const shown = (from: number, to: number, firstMs: number) =>
  drive.map((fix, i) =>
    i < from || i >= to ? fix : { ...fix, atMs: firstMs + 1000 * (i - from) },
  );

test.each([
  ['five first fixes of 1970', shown(0, 5, 1000)],
  ['thirty first fixes of the day from which satellites count', shown(0, 30, 315_964_800_000)],
  ['five first fixes of 2000', shown(0, 5, Date.UTC(2000, 0, 1))],
  ['five first fixes 1024 weeks early', shown(0, 5, START - 1024 * WEEK_MS)],
  ['five first fixes 2048 weeks early', shown(0, 5, START - 2048 * WEEK_MS)],
  ['five last fixes of 1970', shown(55, 60, 1000)],
  ['five fixes of 1970 within the drive', shown(20, 25, 1000)],
])('%s lie within a second of their moment', (_, fixes) => {
  const mended = mendClocks(fixes);
  expect(mended.map(({ lat }) => lat)).toEqual(drive.map(({ lat }) => lat));
  for (const [i, fix] of mended.entries())
    expect(Math.abs((fix.atMs ?? 0) - (drive[i]?.atMs ?? 0))).toBeLessThanOrEqual(1000);
});

test.each([
  ['a drive', drive],
  ['a drive without times', drive.map(({ lat, lon }) => ({ lat, lon }))],
  ['a clock that was never set', shown(0, 60, 1000)],
  [
    'what was recorded for longer than a receiver takes to know the time',
    shown(0, 5, 1000).map((fix, i) => (i === 4 ? { ...fix, atMs: 62_000 } : fix)),
  ],
  ['an earlier drive of the same file', shown(0, 30, Date.parse('2024-05-06T07:00:00Z'))],
])('%s stays as it is', (_, fixes) => {
  expect(mendClocks(fixes)).toEqual(fixes);
});
