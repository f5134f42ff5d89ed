import { expect, test } from 'vitest';
import { keyed } from '../../support/app.ts';
import { meteredApp, quotaOf } from '../../support/metered-app.ts';
import { table } from '../../support/table.ts';
import { jumpingTime } from '../../support/time.ts';

const TRIP = '/api/route?from=59.91,10.75&to=60.39,5.32';

test('of 1 000 calls at once on an account with 500 left, exactly 500 are answered', async () => {
  const { app, accounts, used } = meteredApp({ account: { plan: 'pilot' } });
  accounts.use('2026-11-20', 4500);
  const replies = await Promise.all(Array.from({ length: 1000 }, () => app.inject(keyed(TRIP))));
  const statuses = replies.map(({ statusCode }) => statusCode);
  expect(statuses.filter((status) => status === 200)).toHaveLength(500);
  expect(statuses.filter((status) => status === 429)).toHaveLength(500);
  expect(used()).toBe(5000);
  const left = replies.filter(({ statusCode }) => statusCode === 200).map(quotaOf);
  expect(new Set(left).size).toBe(500);
  const refused = replies.filter(({ statusCode }) => statusCode === 429).map(quotaOf);
  expect(new Set(refused)).toEqual(new Set(['5000/0']));
});

test('the call that found no room although some was seen before says that nothing is left', async () => {
  const { app, accounts } = meteredApp();
  accounts.use('2026-11-20', 499);
  const [, refused] = await Promise.all([app.inject(keyed(TRIP)), app.inject(keyed(TRIP))]);
  expect(refused?.statusCode).toBe(429);
  expect(quotaOf(refused as NonNullable<typeof refused>)).toBe('500/0');
});

const MOMENTS = table<'at' | 'retryAfter' | 'day'>(`
  at                          | retryAfter | day
  2026-11-20T00:00:00+01:00   | 86400      | 2026-11-20
  2026-11-20T23:59:59.5+01:00 | 1          | 2026-11-20
  2026-03-29T00:00:00+01:00   | 82800      | 2026-03-29
  2026-03-29T12:00:00+02:00   | 43200      | 2026-03-29
  2026-03-29T23:59:59.5+02:00 | 1          | 2026-03-29
  2026-10-25T00:00:00+02:00   | 90000      | 2026-10-25
  2026-10-25T02:30:00+02:00   | 81000      | 2026-10-25
  2026-10-25T02:30:00+01:00   | 77400      | 2026-10-25
  2026-10-25T23:59:59.5+01:00 | 1          | 2026-10-25
`);

test.each(MOMENTS)('at $at the caller is sent away for $retryAfter s', async (row) => {
  const { app, accounts } = meteredApp({ time: jumpingTime(row.at) });
  accounts.use(row.day, 500);
  const { statusCode, headers } = await app.inject(keyed(TRIP));
  expect(statusCode).toBe(429);
  expect(headers['retry-after']).toBe(row.retryAfter);
  expect(headers.ratelimit).toBe(`"daily";r=0;t=${row.retryAfter}`);
});

test('at midnight the day begins anew', async () => {
  const lastSecond = meteredApp({ time: jumpingTime('2026-10-25T23:59:59.999+01:00') });
  lastSecond.accounts.use('2026-10-25', 500);
  expect((await lastSecond.app.inject(keyed(TRIP))).statusCode).toBe(429);
  const midnight = meteredApp({ time: jumpingTime('2026-10-26T00:00:00+01:00') });
  midnight.accounts.use('2026-10-25', 500);
  expect(quotaOf(await midnight.app.inject(keyed(TRIP)))).toBe('500/499');
});

test('a limit that was lowered below what was used leaves nothing', async () => {
  const { app, accounts, used } = meteredApp({ account: { dailyLimit: 10 } });
  accounts.use('2026-11-20', 300);
  const reply = await app.inject(keyed(TRIP));
  expect(reply.statusCode).toBe(429);
  expect(quotaOf(reply)).toBe('10/0');
  expect(used()).toBe(300);
});

test('a limit of 0 lets nobody through', async () => {
  const { app } = meteredApp({ account: { dailyLimit: 0 } });
  const reply = await app.inject(keyed(TRIP));
  expect(reply.statusCode).toBe(429);
  expect(quotaOf(reply)).toBe('0/0');
});
