import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  delayToNextMs,
  type LastRenewal,
  noteRenewal,
  readLastRenewal,
  renewDaily,
} from '../../../src/facts/renew/daily-renewal.ts';
import { tempHome } from '../../support/temp-home.ts';

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const NOW = 1_800_000_000_000;

const ended = (facts: Partial<LastRenewal>): LastRenewal => ({
  atMs: NOW,
  ok: true,
  failures: 0,
  ...facts,
});

describe('the next renewal', () => {
  test.each([0, 0.5, 1])('of a new home comes within a minute or so (%d)', (random) => {
    const delayMs = delayToNextMs(undefined, NOW, random);
    expect(delayMs).toBeGreaterThanOrEqual(5000);
    expect(delayMs).toBeLessThanOrEqual(65_000);
  });

  test('comes a day after the last, half an hour earlier or later', () => {
    expect(delayToNextMs(ended({}), NOW, 0)).toBe(23.5 * HOUR_MS);
    expect(delayToNextMs(ended({}), NOW, 0.5)).toBe(24 * HOUR_MS);
    expect(delayToNextMs(ended({}), NOW, 1)).toBe(24.5 * HOUR_MS);
  });

  test('that was slept through comes soon', () => {
    expect(delayToNextMs(ended({ atMs: NOW - 90 * HOUR_MS }), NOW, 0.5)).toBe(35_000);
  });

  test('comes a day from now when the clock was set back since the last, by however much', () => {
    const setBack = (facts: Partial<LastRenewal>) =>
      delayToNextMs(ended({ atMs: NOW + 9000 * HOUR_MS, ...facts }), NOW, 0.5);
    expect(setBack({})).toBe(24 * HOUR_MS);
    expect(setBack({ ok: false, failures: 1 })).toBe(5 * MINUTE_MS);
  });

  test('after failures comes later and later, and at least every six hours', () => {
    const afterFailures = (failures: number) =>
      delayToNextMs(ended({ ok: false, failures }), NOW, 0.5) / MINUTE_MS;
    expect([1, 2, 3, 4].map(afterFailures)).toEqual([5, 10, 20, 40]);
    expect([8, 20, 2000].map(afterFailures)).toEqual([360, 360, 360]);
  });

  test('does not come before the road database asks for it', () => {
    const busy = ended({ ok: false, failures: 1, retryAfterS: 3600 });
    expect(delayToNextMs(busy, NOW, 0.5)).toBe(HOUR_MS);
  });
});

describe('a server that renews', () => {
  /** A server whose timers ring when the test says so. */
  function server(outcomes: readonly (LastRenewal | undefined)[]) {
    const rings: { delayMs: number; ring: () => void }[] = [];
    let renewals = 0;
    const stop = renewDaily({
      clock: { now: () => NOW },
      timer: {
        start: (delayMs, ring) => {
          const entry = { delayMs, ring };
          rings.push(entry);
          return () => {
            rings.splice(rings.indexOf(entry), 1);
          };
        },
      },
      random: () => 0.5,
      readLast: async () => outcomes[renewals],
      renew: async () => {
        renewals++;
      },
    });
    const settled = () => new Promise((resolve) => setImmediate(resolve));
    return {
      stop,
      settled,
      delays: () => rings.map(({ delayMs }) => delayMs),
      ring: async () => {
        rings.shift()?.ring();
        await settled();
      },
      renewals: () => renewals,
    };
  }

  test('goes on day after day, whether one fails or not', async () => {
    const { settled, ring, delays, renewals } = server([
      undefined,
      ended({ ok: false, failures: 1 }),
      ended({}),
    ]);
    await settled();
    expect(delays()).toEqual([35_000]);
    await ring();
    expect([renewals(), delays()]).toEqual([1, [5 * MINUTE_MS]]);
    await ring();
    expect([renewals(), delays()]).toEqual([2, [24 * HOUR_MS]]);
  });

  test('stops when it is told to, also before the first', async () => {
    const early = server([undefined]);
    early.stop();
    await early.settled();
    expect(early.delays()).toEqual([]);
    const later = server([undefined]);
    await later.settled();
    later.stop();
    expect(later.delays()).toEqual([]);
  });
});

let home = '';
beforeEach(() => {
  home = tempHome();
});

test('there was none before the first', async () => {
  expect(await readLastRenewal(home)).toBeUndefined();
});

test('failures are counted until one succeeds, and the last success is remembered', async () => {
  await noteRenewal(home, { atMs: 1, ok: true });
  await noteRenewal(home, { atMs: 2, ok: false, reason: 'away', retryAfterS: 17 });
  await noteRenewal(home, { atMs: 3, ok: false, reason: 'away' });
  expect(await readLastRenewal(home)).toEqual({
    atMs: 3,
    ok: false,
    reason: 'away',
    succeededAtMs: 1,
    failures: 2,
  });
  await noteRenewal(home, { atMs: 4, ok: true });
  expect(await readLastRenewal(home)).toEqual({ atMs: 4, ok: true, succeededAtMs: 4, failures: 0 });
});

test('a note that can not be read counts as none', async () => {
  await noteRenewal(home, { atMs: 1, ok: true });
  await writeFile(join(home, 'data/last-renewal.json'), '{"atMs":');
  expect(await readLastRenewal(home)).toBeUndefined();
});
