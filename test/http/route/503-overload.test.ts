import { expect, test } from 'vitest';
import { Fault } from '../../../src/base/fault.ts';
import { keyed } from '../../support/app.ts';
import { meteredApp, quotaOf } from '../../support/metered-app.ts';
import { readMetrics, readSample } from '../../support/read-metrics.ts';

const TRIP = '/api/route?from=59.91,10.75&to=60.39,5.32';
const BUSY = 'More calls come than can be answered now; try again in a moment.';

const overloaded = () => meteredApp({ parts: { retryAfterS: () => 3 } });

test('a call that could not be answered soon is 503 with Retry-After, and takes none of the day', async () => {
  const { app, used } = overloaded();
  for (const url of [TRIP, TRIP.replace('route', 'route-osrm')]) {
    const reply = await app.inject(keyed(url));
    expect(reply.statusCode).toBe(503);
    expect(reply.headers['retry-after']).toBe('3');
    expect(reply.json()).toMatchObject({ error: BUSY, message: BUSY });
    expect(quotaOf(reply)).toBe('500/500');
  }
  expect(used()).toBe(0);
});

test('one that is refused after it was counted is credited', async () => {
  const answerRoute = async () => {
    throw new Fault('overloaded', undefined, { retryAfterS: 2 });
  };
  const { app, used } = meteredApp({ parts: { answerRoute } });
  const reply = await app.inject(keyed(TRIP));
  expect([reply.statusCode, reply.headers['retry-after'], quotaOf(reply)]).toEqual([
    503,
    '2',
    '500/500',
  ]);
  expect(used()).toBe(0);
});

test('health, metrics, data files, vehicles and refusals of keys are answered all the same', async () => {
  const { app } = overloaded();
  const asked = [
    '/health/live',
    '/health/ready',
    '/metrics',
    keyed('/data/toll-stations.json'),
    keyed('/api/ferry-quays'),
    keyed('/api/vehicle?plate=QQ12345'),
  ];
  for (const one of asked) expect((await app.inject(one)).statusCode).toBe(200);
  expect((await app.inject(TRIP)).statusCode).toBe(401);
});

test('the metrics count what was refused, and the log has one line for it and no error', async () => {
  const { app, lines } = overloaded();
  await app.inject(keyed(TRIP));
  const samples = readMetrics((await app.inject('/metrics')).body);
  expect(readSample(samples, 'veipris_shed_calls_total')).toBe(1);
  expect(readSample(samples, 'veipris_quota_credits_total')).toBe(0);
  const told = lines.filter((line) => line.includes('overloaded')).map((line) => JSON.parse(line));
  expect(told.map(({ level, fault }) => [level, fault])).toEqual([[30, 'overloaded']]);
});
