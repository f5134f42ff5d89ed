import { expect, test, vi } from 'vitest';
import { Fault } from '../../../src/base/fault.ts';
import type { UpstreamStanding } from '../../../src/http/services.ts';
import { KEY } from '../../support/accounts.ts';
import { answer, fallbackAnswer } from '../../support/answer.ts';
import { appOf, keyed } from '../../support/app.ts';
import { meteredApp } from '../../support/metered-app.ts';
import { readMetrics, readSample } from '../../support/read-metrics.ts';
import { startingApp } from '../../support/starting-app.ts';

const TRIP = '/api/route?from=59.9139,10.7522&to=60.3913,5.3221&refine=1';

type Asked = Pick<ReturnType<typeof appOf>, 'inject'>;

const metricsOf = async (app: Asked) => readMetrics((await app.inject('/metrics')).body);

test('Prometheus can read it, and needs no key', async () => {
  const reply = await appOf().inject('/metrics');
  expect(reply.statusCode).toBe(200);
  expect(reply.headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8');
  expect(reply.headers['cache-control']).toBe('no-store');
  expect(readMetrics(reply.body).length).toBeGreaterThan(10);
});

test('every request is timed by the pattern of its endpoint and its status, and by its stages', async () => {
  const stages = ['route', 'match', 'price', 'serialise'] as const;
  const app = appOf({
    async answerRoute(_question, { onStage } = {}) {
      for (const stage of stages) onStage?.(stage);
      return answer();
    },
  });
  await app.inject(keyed(TRIP));
  await app.inject(keyed(TRIP));
  await app.inject(keyed('/api/route'));
  await app.inject(TRIP);
  const samples = await metricsOf(app);
  const count = (status: string) =>
    readSample(samples, 'veipris_http_request_duration_seconds_count', {
      endpoint: '/api/route',
      status,
    });
  expect({ 200: count('200'), 400: count('400'), 401: count('401') }).toEqual({
    200: 2,
    400: 1,
    401: 1,
  });
  const stageCount = (stage: string) =>
    readSample(samples, 'veipris_stage_duration_seconds_count', { endpoint: '/api/route', stage });
  // What is refused is written, too.
  expect(stages.map(stageCount)).toEqual([2, 2, 2, 3]);
  expect([stageCount('authenticate'), stageCount('count')]).toEqual([4, 3]);
});

test('nothing that callers send becomes a label: neither addresses, coordinates, plates nor keys', async () => {
  const app = appOf();
  const urls = [
    TRIP,
    '/api/vehicle?plate=QQ12345',
    `/api/route?key=${KEY}`,
    '/59.9139,10.7522',
    `/${KEY}`,
    '/api/%zz?plate=QQ12345',
    '/health/live?from=59.9139',
  ];
  for (const url of urls) await app.inject(keyed(url));
  await app.inject(keyed({ method: 'POST', url: '/api/route/QQ12345' }));
  const { body } = await app.inject('/metrics');
  const endpoints = new Set(readMetrics(body).flatMap(({ labels }) => labels.endpoint ?? []));
  expect([...endpoints].sort()).toEqual(['/api/route', '/api/vehicle', '/health/live', 'none']);
  for (const sent of ['59.9', '10.75', 'QQ12345', KEY.slice(0, 19)])
    expect(body).not.toContain(sent);
});

test('calls are counted, credited and refused in the metrics as in the quota', async () => {
  const answerRoute = vi
    .fn(async () => answer())
    .mockRejectedValueOnce(new Fault('upstream_down'))
    .mockRejectedValueOnce(new Fault('route_not_possible'));
  const { app, used } = meteredApp({ account: { dailyLimit: 3 }, parts: { answerRoute } });
  const statuses: number[] = [];
  for (let call = 0; call < 5; call++) statuses.push((await app.inject(keyed(TRIP))).statusCode);
  expect(statuses).toEqual([503, 404, 200, 200, 429]);
  const samples = await metricsOf(app);
  expect(readSample(samples, 'veipris_quota_counted_calls_total')).toBe(used());
  expect(readSample(samples, 'veipris_quota_credits_total')).toBe(1);
  const refusals = (error: string) =>
    readSample(samples, 'veipris_quota_refusals_total', { error });
  expect([refusals('quota_exceeded'), refusals('rate_limited')]).toEqual([1, 0]);
});

test('a burst that is refused has a count of its own', async () => {
  const app = appOf({ burstPerSecond: 1 });
  await app.inject(keyed(TRIP));
  await app.inject(keyed(TRIP));
  const samples = await metricsOf(app);
  expect(readSample(samples, 'veipris_quota_refusals_total', { error: 'rate_limited' })).toBe(1);
});

test('a trip that could not be refined is counted', async () => {
  const app = appOf({ answerRoute: async () => fallbackAnswer() });
  await app.inject(keyed(TRIP));
  expect(readSample(await metricsOf(app), 'veipris_refine_fallbacks_total')).toBe(1);
});

test('of foreign services the time of each call, the breaker and the calls in flight are told', async () => {
  let end: Parameters<UpstreamStanding['listen']>[0] = () => undefined;
  const planner: UpstreamStanding = {
    name: 'route planner',
    state: () => ({ breaker: 'half-open', inFlight: 2 }),
    listen(onEnd) {
      end = onEnd;
    },
  };
  const app = appOf({ upstreams: [planner] });
  end({ outcome: 'reply', durationMs: 200 });
  end({ outcome: 'time-out', durationMs: 12_000 });
  const samples = await metricsOf(app);
  const upstream = 'route planner';
  const secondsOf = (outcome: string) =>
    readSample(samples, 'veipris_upstream_call_duration_seconds_sum', { upstream, outcome });
  expect([secondsOf('reply'), secondsOf('time-out')]).toEqual([0.2, 12]);
  const breaker = (state: string) =>
    readSample(samples, 'veipris_upstream_breaker', { upstream, state });
  expect([breaker('closed'), breaker('half-open'), breaker('open')]).toEqual([0, 1, 0]);
  expect(readSample(samples, 'veipris_upstream_calls_in_flight', { upstream })).toBe(2);
});

test('version and age of the data are told, and how its last renewal ended', async () => {
  const at = '2026-11-20T04:00:00+01:00';
  const data = {
    version: '2026-11-19-0a1b2c3d',
    date: '2026-11-19',
    ageDays: 1,
    lastRenewal: { at, ok: false, reason: 'The road database …' },
    problems: ['one', 'two'],
  };
  const samples = await metricsOf(appOf({ data, dataVersion: 'v7' }));
  expect(readSample(samples, 'veipris_data_info', { version: 'v7' })).toBe(1);
  expect(readSample(samples, 'veipris_data_age_seconds')).toBe(86_400);
  expect(readSample(samples, 'veipris_data_problems')).toBe(2);
  expect(readSample(samples, 'veipris_data_last_renewal_success')).toBe(0);
  expect(readSample(samples, 'veipris_data_last_renewal_timestamp_seconds')).toBe(
    Date.parse(at) / 1000,
  );
});

test('of a renewal that there was not, nothing is told', async () => {
  const { body } = await appOf().inject('/metrics');
  expect(body).not.toMatch(/^veipris_data_last_renewal_success /m);
});

test('the parts that no answer can do without, and the phase, are told', async () => {
  const engine = () => Promise.reject(new Error('gone'));
  const samples = await metricsOf(appOf({ checks: { database: async () => undefined, engine } }));
  const usable = (part: string) => readSample(samples, 'veipris_part_usable', { part });
  expect([usable('database'), usable('engine')]).toEqual([1, 0]);
  expect(readSample(samples, 'veipris_phase', { phase: 'serving' })).toBe(1);
});

test('a server that starts tells so, and nothing of facts that are not there yet', async () => {
  const samples = await metricsOf(startingApp().app);
  expect(readSample(samples, 'veipris_phase', { phase: 'starting' })).toBe(1);
  const told = samples.filter(({ name }) => /^veipris_(data|part)_/.test(name));
  expect(told).toEqual([]);
});

test('two apps of one process count for themselves', async () => {
  const [one, other] = [appOf(), appOf()];
  await one.inject(keyed(TRIP));
  const routes = (await metricsOf(other)).filter(({ labels }) => labels.endpoint === '/api/route');
  expect(routes).toEqual([]);
});
