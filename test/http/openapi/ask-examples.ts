/** Asks the questions behind the examples of the contract, over the bundled data. */
import type { InjectOptions } from 'fastify';
import pino from 'pino';
import { onTestFinished } from 'vitest';
import { issueKey } from '../../../src/account/manage-accounts.ts';
import type { AccountChanges } from '../../../src/account/ports.ts';
import { buildApp } from '../../../src/http/app.ts';
import type { App } from '../../../src/http/framework.ts';
import type { Services } from '../../../src/http/services.ts';
import { openAccounts } from '../../../src/service/accounts.ts';
import { makeServices } from '../../../src/service/compose.ts';
import { toConfig } from '../../../src/service/config.ts';
import { openDemoKey } from '../../../src/store/open-demo-key.ts';
import type { Example } from '../../../tools/openapi/components.ts';
import { keyed, NOW } from '../../support/app.ts';
import { described } from '../../support/contract.ts';
import { fakeRoute, plannerHandler } from '../../support/fake-upstream/route-planner.ts';
import type { FakeHandler } from '../../support/fake-upstream.ts';
import { fakeJobs, RUNNING_JOB } from '../../support/jobs.ts';
import { homeWithNetwork } from '../../support/server.ts';
import { jumpingTime } from '../../support/time.ts';
import { lineOf } from '../../support/trip-scene.ts';
import { LINK_11, openPlannerApp, routeBy } from '../route-by-planner/planner-app.ts';
import { askTooMuch, askTooSlowly } from './ask-by-socket.ts';
import { QUESTIONS, type Scene } from './example-questions.ts';

/** Asks one question. */
type Ask = (
  question: InjectOptions & { readonly method: Method; readonly url: string },
) => Promise<{ readonly statusCode: number; readonly body: string }>;

type Method = 'GET' | 'POST' | 'DELETE';

/** It changes with every fact of the data; the examples change with those that they show. */
const DATA_VERSION = '"dataVersion":"2026-09-10+1a2b3c4d"';

/** For an answer that never comes. */
const DEADLINE_MS = 20;

/** Every question with its answer, asked one after the other. */
export async function askExamples(): Promise<readonly Example[]> {
  const scenes = await openScenes();
  const examples: Example[] = [];
  for (const asked of QUESTIONS) {
    const {
      scene = 'well',
      cut = (body: unknown) => body,
      sent,
      headers: own,
      ...question
    } = asked;
    const [method = '', url = ''] = question.request.split(' ');
    const headers = { 'x-request-id': 'example', ...own, ...typeOf(sent) };
    const payload = sent && { payload: sent };
    const reply = await scenes[scene]({ method: method as Method, url, headers, ...payload });
    examples.push({
      ...question,
      request:
        typeof sent === 'object' ? `${question.request} ${JSON.stringify(sent)}` : question.request,
      status: reply.statusCode,
      body: cut(JSON.parse(reply.body.replace(/"dataVersion":"[^"]+"/, DATA_VERSION)) as never),
    });
  }
  return examples;
}

const typeOf = (sent: object | string | undefined) =>
  typeof sent !== 'string'
    ? {}
    : { 'content-type': /^[[{]/.test(sent) ? 'application/json' : 'text/csv' };

async function openScenes(): Promise<Readonly<Record<Scene | 'well', Ask>>> {
  const { key, testKey, accountId, change, useUpDay, appWith } = await openBundled();
  const withKey = (app: App): Ask => {
    const authorization = `Bearer ${key}`;
    return ({ headers, ...rest }) =>
      app.inject({ ...rest, headers: { ...headers, authorization } });
  };
  const well = appWith();
  const changed =
    (changes: AccountChanges): Ask =>
    async (question) => {
      await change(changes);
      const reply = await withKey(well)(question);
      await change({ subscription: 'active' });
      return reply;
    };
  const guarded = appWith({ burstPerSecond: 1 });
  return {
    well: withKey(well),
    // A caller without a key waits for an even moment, and the date of this test stands still.
    stranger: (question) => appWith(jumpingTime(NOW)).inject(question),
    'test key': ({ headers, ...rest }) =>
      well.inject({ ...rest, headers: { ...headers, authorization: `Bearer ${testKey}` } }),
    'repeated with another question': async ({ headers, ...rest }) => {
      const repeated = { ...rest, headers: { ...headers, 'idempotency-key': 'a' } };
      await withKey(well)({ ...repeated, url: '/api/vehicle?plate=EV12345' });
      return withKey(well)(repeated);
    },
    'repeated over other data': async ({ headers, ...rest }) => {
      const repeated = { ...rest, headers: { ...headers, 'idempotency-key': 'b' } };
      await withKey(well)(repeated);
      return withKey(appWith({ dataVersion: 'renewed' }))(repeated);
    },
    unpaid: changed({ subscription: 'payment_failed' }),
    'used up': async (question) => {
      await useUpDay();
      const reply = await withKey(well)(question);
      await change({ dailyLimit: 100_000 });
      return reply;
    },
    burst: async (question) => {
      await withKey(guarded)(question);
      return withKey(guarded)(question);
    },
    'planner answers nonsense': await byPlanner(() => ({ body: '<html>' })),
    'planner is away': await byPlanner(() => ({ status: 503, headers: { 'retry-after': '30' } })),
    'planner names a station': await byPlanner(plannerHandler([routeWithNewStation()])),
    'planner leaves out links': await byPlanner(
      plannerHandler([routeBy('a1b2c')], [routeBy('abc')]),
    ),
    defect: withKey(appWith({ answerRoute: () => Promise.reject(new TypeError('defect')) })),
    overloaded: withKey(appWith({ retryAfterS: () => 2 })),
    'answer takes too long': withKey(
      appWith({ answerRoute: () => new Promise(() => {}) }, DEADLINE_MS),
    ),
    'request takes too long': ({ method, url }) => askTooSlowly(appWith(), `${method} ${url}`),
    'headers are too large': ({ method, url }) => askTooMuch(appWith(), `${method} ${url}`),
    starting: withKey(appWith({ phase: () => 'starting' })),
    draining: withKey(appWith({ phase: () => 'draining' })),
    troubled: withKey(appWith(TROUBLES)),
    'a job is submitted again': withKey(
      appWith({
        ...jumpingTime(NOW),
        jobs: { ...fakeJobs(), submit: async () => ({ job: RUNNING_JOB, isNew: false }) },
      }),
    ),
    'a job runs': withKey(
      appWith({ ...jumpingTime(NOW), jobs: fakeJobs([{ ...RUNNING_JOB, accountId }]) }),
    ),
  };
}

/** Two stations that our data does not have stand at b; one has a list price for large vehicles alone. */
function routeWithNewStation() {
  const stations = lineOf('b').flatMap((at) => [
    { id: '100077', navn: 'Ny bru', at },
    { id: '100078', navn: 'Ny tunnel', at, takstLitenBil: '' },
  ]);
  return fakeRoute('r1', [{ line: lineOf('abc'), stations }], { links: [LINK_11] });
}

/** What goes wrong without keeping a server from being ready. */
const TROUBLES: Partial<Services> = {
  upstreams: [
    {
      name: 'route planner',
      state: () => ({
        breaker: 'open',
        inFlight: 1,
        allowance: { perDay: 2500, left: 2113 },
        lastFailure: { atMs: Date.parse(NOW) - 1000, kind: 'time-out' },
      }),
      listen: () => undefined,
    },
  ],
  data: {
    version: 'bundled',
    date: '2026-09-10',
    ageDays: 69,
    lastRenewal: {
      at: '2026-11-18T04:12:00+01:00',
      ok: false,
      reason: 'The road database is failing (500).',
    },
    problems: ['The renewed data could not be taken over; the log says why.'],
  },
};

async function byPlanner(handler: FakeHandler): Promise<Ask> {
  const { app } = await openPlannerApp(handler);
  return (question) => app.inject(keyed(question));
}

/** The bundled service with an account of its own, as `npm start` opens it. */
async function openBundled() {
  const config = toConfig({ VEIPRIS_HOME: await homeWithNetwork() });
  const log = pino({ level: 'silent' });
  const opened = await openAccounts(config);
  const { services, open, close } = await makeServices(config, opened, log);
  await open(() => {});
  onTestFinished(async () => {
    close();
    await services.access.close();
    await opened.store.close();
  });
  const { accounts, keys, quota } = opened.store;
  const made = (await openDemoKey(opened.store, config.home))?.made;
  const account = await accounts.findByEmail('demo@veipris.invalid');
  if (made === undefined || account === undefined) throw new Error('Expected a demo account.');
  return {
    key: made,
    testKey: (await issueKey(keys, account.id, { name: '', purpose: 'test' }, 'operator')).text,
    accountId: account.id,
    change: (changes: AccountChanges) => accounts.change(account.id, changes, 'operator'),
    async useUpDay() {
      while (
        (await quota.take({ accountId: account.id, day: NOW.slice(0, 10) }, 500)) !== undefined
      );
    },
    appWith: (parts: Partial<Services> = {}, deadlineMs = 600_000) =>
      described(buildApp({ ...services, ...parts }, { log, deadlineMs })),
  };
}
