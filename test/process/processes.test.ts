/** A server of several processes, as `SERVER_PROCESSES` starts it. */

import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { onOneDay } from '../support/day-turn.ts';
import { deskOf } from '../support/desk.ts';
import { json } from '../support/fake-upstream/answer.ts';
import { startFakeUpstream } from '../support/fake-upstream.ts';
import { openJobClient } from '../support/job-client.ts';
import { ask, askMany, cheapCall } from '../support/load.ts';
import { openBundledNetwork } from '../support/network-home.ts';
import { readMetrics } from '../support/read-metrics.ts';
import { homeWithNetwork, type Server, startServer } from '../support/server.ts';
import { tempHome } from '../support/temp-home.ts';

const OLA = ['--email', 'ola@example.no'];
const CALLERS = 8;

beforeAll(openBundledNetwork);

/** Two processes over a home of their own, for the tests beside it. */
function useTwo() {
  const ends: (() => Promise<void>)[] = [];
  const atEnd = (work: () => Promise<void>) => void ends.unshift(work);
  let two: { readonly home: string; readonly server: Server };
  beforeAll(async () => {
    const home = await homeWithNetwork(atEnd);
    const settings = { VEIPRIS_HOME: home, SERVER_PROCESSES: '2', LOG_LEVEL: 'info' };
    two = { home, server: await startServer(settings, atEnd) };
  });
  afterAll(async () => {
    for (const end of ends) await end();
  });
  return {
    get server() {
      return two.server;
    },
    get home() {
      return two.home;
    },
    /** The key of an account of its own. */
    async newOwner() {
      const email = ['--email', `${randomUUID()}@example.no`];
      const desk = deskOf({ VEIPRIS_HOME: two.home });
      const key = await desk.ask('key', 'create', ...email, '--plan', 'enterprise');
      const used = async () => JSON.parse(await desk.ask('usage', ...email, '--json')).today.used;
      return { key, used };
    },
  };
}

/** The processes that have begun to listen, by the log. */
const listening = (server: Pick<Server, 'printed'>) =>
  [...server.printed().matchAll(/"pid":(\d+),[^\n]*"msg":"Server listening/g)].map(([, pid]) =>
    Number(pid),
  );

async function metricsOf({ address }: Server, name: string) {
  const text = await (await fetch(`${address}/metrics`)).text();
  return readMetrics(text).filter((sample) => sample.name === name);
}

const sum = (samples: readonly { readonly value: number }[]) =>
  samples.reduce((all, { value }) => all + value, 0);

const COUNTED = 'veipris_quota_counted_calls_total';

/** A caller has one call under way, and may have one more on a connection that is about to end. */
const MOST_FAILED = 2 * CALLERS;

describe('a server of two processes', () => {
  const two = useTwo();

  test('two processes answer on one port with one ready line, and each answered call is counted once', () =>
    onOneDay(async () => {
      const { server } = two;
      const { key, used } = await two.newOwner();
      const before = sum(await metricsOf(server, COUNTED));
      expect(new Set(listening(server)).size).toBe(2);
      expect(server.printed().match(/veipris is ready at/g)).toHaveLength(1);
      expect(server.printed().match(/a demo account on plan Free/g)).toHaveLength(1);

      const answers = await askMany([server.address], 60, key);
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 400]));
      expect(new Set(answers.map(({ remaining }) => remaining)).size).toBe(60);
      expect(await used()).toBe(60);

      const counted = await metricsOf(server, COUNTED);
      expect(counted.map(({ labels }) => labels.process).sort()).toEqual(['1', '2']);
      expect(counted.every(({ value }) => value > 0)).toBe(true);
      expect(sum(counted) - before).toBe(60);
      const memory = await metricsOf(server, 'process_resident_memory_bytes');
      expect(memory).toHaveLength(2);
    }));

  test('jobs on SQLite are worked on by any of the processes, and each row is priced once', () =>
    onOneDay(async () => {
      const { server } = two;
      const { key, used } = await two.newOwner();
      const client = openJobClient(() => server.address, key);
      const rows = [
        'from,to\n',
        ...Array.from({ length: 20 }, () => '"59.91,10.75","59.92,10.76"\n'),
      ];
      const jobs = await Promise.all(Array.from({ length: 4 }, () => client.submit(rows)));
      for (const { id } of jobs) {
        expect(await client.untilDone(id)).toMatchObject({
          rows: { total: 20, done: 20 },
          cost: { calls: 20, credited: 0 },
        });
        expect((await client.readResult(id)).rows).toBe(20);
      }
      expect(await used()).toBe(0);
    }));

  test('a process that is killed costs its calls only, and another takes its place', () =>
    onOneDay(async () => {
      const { server } = two;
      const { key, used } = await two.newOwner();
      const known = listening(server);
      const [killed = 0] = known.slice(-2);
      let [answered, failed, isKilled] = [0, 0, false];
      const call = async (first: number) => {
        // Until the new one is there, and for as many calls after that.
        for (let i = first, left = 20; left > 0 && failed <= MOST_FAILED; i += CALLERS) {
          await ask(server.address, cheapCall(i), key).then(
            () => answered++,
            () => failed++,
          );
          if (answered >= 100 && !isKilled) {
            isKilled = true;
            process.kill(killed, 'SIGKILL');
          }
          if (listening(server).length > known.length) left--;
        }
      };
      await Promise.all(Array.from({ length: CALLERS }, (_, i) => call(i)));
      expect(failed).toBeLessThanOrEqual(MOST_FAILED);
      expect(await used()).toBeGreaterThanOrEqual(answered);
      expect(await used()).toBeLessThanOrEqual(answered + failed);
      expect(server.printed()).toMatch(
        /"process":[12],"how":"SIGKILL","msg":"a process of the server/,
      );
      expect(await metricsOf(server, 'process_resident_memory_bytes')).toHaveLength(2);
      expect(server.printed().match(/veipris is ready at/g)).toHaveLength(1);
    }));

  test('ends with 0 on SIGINT', async () => {
    expect(await two.server.end('SIGINT')).toMatchObject({ code: 0, err: '' });
  });
});

describe('another one', () => {
  const two = useTwo();

  test('when none runs any more and none can start, the server ends and says why', async () => {
    const { home, server } = two;
    await mkdir(join(home, 'data'), { recursive: true });
    await writeFile(join(home, 'data', 'own-tariffs.json'), '{');
    for (const pid of listening(server).filter(isRunning)) process.kill(pid, 'SIGKILL');
    await expect.poll(() => isRunning(server.pid)).toBe(false);
    const { code, err } = await server.end('SIGTERM');
    expect(code).toBe(1);
    for (const line of err.trimEnd().split('\n'))
      expect(line).toMatch(/^veipris: own-tariffs\.json/);
  });
});

describe('with calls under way', () => {
  /** Calls that both processes wait for a planner with, until it is released. */
  async function startWithCalls() {
    let release = () => {};
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    const planner = await startFakeUpstream(() =>
      gate.then(() => json({ code: 9005, message: 'no route' }, 404)),
    );
    onTestFinished(planner.stop);
    const home = join(tempHome(), 'var');
    const settings = { VEIPRIS_HOME: home, PLANNER: 'vegvesen', PLANNER_URL: planner.url };
    const desk = deskOf(settings);
    const key = await desk.ask('key', 'create', ...OLA);
    const server = await startServer({
      ...settings,
      OSRM_URL: planner.url,
      SERVER_PROCESSES: '2',
    });
    const calls = Array.from({ length: CALLERS }, (_, i) =>
      ask(server.address, `/api/route?from=59.91,10.75&to=59.92,10.7${i}`, key),
    );
    for (const call of calls) call.catch(() => undefined);
    await planner.received(CALLERS);
    const statuses = async () =>
      (await Promise.allSettled(calls)).map((one) =>
        one.status === 'fulfilled' ? one.value.status : 'cut',
      );
    /** What the database holds: calls counted today, and calls on the usage page by their status. */
    const usage = async () => {
      const { today, total } = JSON.parse(await desk.ask('usage', ...OLA, '--json'));
      return { used: today.used, total };
    };
    return { server, release, statuses, usage };
  }
  const ready = ({ address }: Server) =>
    fetch(`${address}/health/ready`, { headers: { connection: 'close' } }).then(
      ({ status }) => status,
      () => 'refused',
    );
  const all = (status: number | string) => Array.from({ length: CALLERS }, () => status);

  test('SIGTERM lets all be answered, counted and noted, and the server ends with 0', () =>
    onOneDay(async () => {
      const { server, release, statuses, usage } = await startWithCalls();
      const ended = server.end('SIGTERM');
      await expect.poll(() => ready(server)).not.toBe(200);
      release();
      expect(await statuses()).toEqual(all(404));
      expect(await ended).toMatchObject({ code: 0, err: '' });
      expect(await usage()).toMatchObject({ used: CALLERS, total: { '4xx': CALLERS, '5xx': 0 } });
    }));

  test('a second signal ends all of them at once', async () => {
    const { server, statuses } = await startWithCalls();
    const ended = server.end('SIGTERM');
    await expect.poll(() => ready(server)).not.toBe(200);
    let code: number | null | undefined;
    void ended.then((how) => {
      code = how.code;
    });
    // Too soon after the first it would be taken for its echo. The end is that of all who can write.
    const tellAgain = () => {
      server.end('SIGTERM');
      return code;
    };
    await expect.poll(tellAgain).toBe(1);
    expect(await statuses()).toEqual(all('cut'));
  });

  test('a watching process that is killed leaves none behind', async () => {
    const { server, statuses } = await startWithCalls();
    // The end is that of all who can write.
    expect(await server.end('SIGKILL')).toMatchObject({ code: null, err: '' });
    expect(await ready(server)).toBe('refused');
    expect(await statuses()).toEqual(all('cut'));
  });
});

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
