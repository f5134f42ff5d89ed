import { expect, test } from 'vitest';
import { remainingOf, secondsUntil } from '../../src/account/access.ts';
import { nextOsloMidnightMs } from '../../src/base/oslo-time.ts';
import { table } from '../support/table.ts';

/** 2026-03-29 has 23 hours in Norway, 2026-10-25 has 25. */
const MOMENTS = table<'moment' | 'seconds'>(`
  moment                        | seconds
  2026-11-20T12:00:00+01:00     | 43200
  2026-11-20T00:00:00+01:00     | 86400
  2026-11-20T23:59:59+01:00     | 1
  2026-11-20T23:59:59.001+01:00 | 1
  2026-11-20T23:59:59.5+01:00   | 1
  2026-11-20T23:59:58.999+01:00 | 2
  2026-06-30T23:59:59.999+02:00 | 1
  2026-07-01T00:00:00+02:00     | 86400
  2026-03-28T23:59:59.5+01:00   | 1
  2026-03-29T00:00:00+01:00     | 82800
  2026-03-29T01:59:59.999+01:00 | 75601
  2026-03-29T03:00:00+02:00     | 75600
  2026-03-29T23:59:59.5+02:00   | 1
  2026-03-30T00:00:00+02:00     | 86400
  2026-10-24T23:59:59.5+02:00   | 1
  2026-10-25T00:00:00+02:00     | 90000
  2026-10-25T02:59:59.999+02:00 | 79201
  2026-10-25T02:00:00+01:00     | 79200
  2026-10-25T23:59:59.5+01:00   | 1
  2026-10-26T00:00:00+01:00     | 86400
  2026-12-31T23:59:00+01:00     | 60
`);

test.each(MOMENTS)('at $moment the day has $seconds whole seconds left, rounded up', (row) => {
  const nowMs = Date.parse(row.moment);
  expect(secondsUntil(nextOsloMidnightMs(nowMs), nowMs)).toBe(Number(row.seconds));
});

test('whoever waits as long as told comes on the next day, and not a second too late', () => {
  for (const { moment } of MOMENTS) {
    const nowMs = Date.parse(moment);
    const midnightMs = nextOsloMidnightMs(nowMs);
    const comesBackMs = nowMs + 1000 * secondsUntil(midnightMs, nowMs);
    expect(comesBackMs).toBeGreaterThanOrEqual(midnightMs);
    expect(comesBackMs).toBeLessThan(midnightMs + 1000);
  }
});

test('a moment that has passed is a second away: nobody is sent back at once', () => {
  expect(secondsUntil(1000, 1000)).toBe(1);
  expect(secondsUntil(1000, 5000)).toBe(1);
});

test('nothing is left of a limit that was lowered below what was used', () => {
  expect(remainingOf({ limit: 500, used: 499 })).toBe(1);
  expect(remainingOf({ limit: 500, used: 500 })).toBe(0);
  expect(remainingOf({ limit: 10, used: 500 })).toBe(0);
});
