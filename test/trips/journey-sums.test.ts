/** What the sums of a journey say of amounts that are not known, by the bundled tariffs. */
import pino from 'pino';
import { beforeAll, expect, test } from 'vitest';
import { openAnswers } from '../../src/service/compose.ts';
import { toConfig } from '../../src/service/config.ts';
import type { JourneyAnswer } from '../../src/wire/journey.ts';
import { KEY } from '../support/accounts.ts';
import { appOf } from '../support/app.ts';
import { NETWORK_HOME } from '../support/network-home.ts';

let app: ReturnType<typeof appOf>;

beforeAll(async () => {
  const config = toConfig({ VEIPRIS_HOME: NETWORK_HOME });
  const { answerJourney } = await openAnswers(config, pino({ level: 'silent' }), () => undefined);
  app = appOf({ answerJourney }, 60_000);
});

/** Sørkedalsveien in Oslo: what an electric car pays is not published. Sandviken in Bergen: it is. */
const STATIONS = { unknown: '86574499', known: '82443541' };

async function ask(passages: readonly (readonly [keyof typeof STATIONS, string])[]) {
  const reply = await app.inject({
    method: 'POST',
    url: '/api/journey',
    headers: { authorization: `Bearer ${KEY}` },
    payload: {
      fuel: 'electric',
      weight: 1800,
      drives: passages.map(([station, at]) => ({
        passages: [{ stationId: STATIONS[station], at }],
      })),
    },
  });
  expect(reply.statusCode, reply.body.slice(0, 300)).toBe(200);
  return reply.json() as JourneyAnswer;
}

test('a sum with an estimate in it is one, by day, by month and in all, and the whole says between what it lies', async () => {
  const { total, days, months, drives } = await ask([
    ['unknown', '2026-11-20T12:00:00+01:00'],
    ['known', '2026-12-01T12:00:00+01:00'],
  ]);
  const [first, second] = drives.map(({ vehicle }) => vehicle);
  expect([first?.estimated, second?.estimated]).toEqual([true, false]);
  expect(days.map(({ vehicle }) => vehicle?.estimated)).toEqual([true, false]);
  expect(months.map(({ vehicle }) => vehicle?.estimated)).toEqual([true, false]);
  const known = second?.tollNok ?? 0;
  expect(known).toBeGreaterThan(0);
  expect(total.vehicle).toMatchObject({
    estimated: true,
    tollMin: (first?.tollMin ?? 0) + known,
    tollMax: (first?.tollMax ?? 0) + known,
  });
  expect(total.vehicle?.tollMin).toBeLessThan(total.vehicle?.tollNok ?? 0);
});

test('where all is published no sum is an estimate', async () => {
  const { total, days } = await ask([['known', '2026-12-01T12:00:00+01:00']]);
  expect(total.vehicle?.estimated).toBe(false);
  expect(days[0]?.vehicle?.estimated).toBe(false);
});
