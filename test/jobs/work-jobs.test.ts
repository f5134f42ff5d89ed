/** Workers over a real database, with rows that cost nothing and a clock that is set. */
import { Readable } from 'node:stream';
import { gunzipSync } from 'node:zlib';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Account } from '../../src/account/account.ts';
import { writeRow } from '../../src/batch/price-row.ts';
import type { WebhookMessage, WebhookOutcome } from '../../src/jobs/job.ts';
import { formatOfJob } from '../../src/jobs/price-block.ts';
import { submitJob } from '../../src/jobs/submit-job.ts';
import { type WorkParts, workJobs } from '../../src/jobs/work-jobs.ts';
import { newId } from '../../src/store/new-id.ts';
import { openStore } from '../../src/store/open-store.ts';
import { LIMITS, PLANS } from '../support/accounts.ts';
import { answer } from '../support/answer.ts';
import { ENGINE_NAMES, type EngineName } from '../support/engines.ts';
import { useEngine } from '../support/store-scene.ts';

/** Ahead of the clock of PostgreSQL, by which its queue goes: what is put off does not come. */
const FRIDAY = Date.parse('2046-11-23T12:00:00+01:00');
const DAY_MS = 86_400_000;

type Options = Parameters<typeof submitJob>[1]['terms'];

/** A database with one account, whose jobs are worked on when a test says so. */
async function openDesk(address: string) {
  let atMs = FRIDAY;
  let version = 'test';
  const clock = { now: () => atMs };
  const store = await openStore(address, { now: clock.now });
  const terms = { keepMs: 7 * DAY_MS, leaseS: 5, onTrouble: () => undefined };
  const { jobs, engine } = await store.openJobs(terms);
  onTestFinished(async () => {
    await engine.close();
    await store.close();
  });
  const asked: string[] = [];
  const failing = new Set<string>();
  const gone = new Set<string>();
  const spoiled = new Set<string>();
  const spoilt = (id: string) => {
    if (spoiled.has(id)) throw new Error('The job can not be read.');
    return {};
  };
  const troubles: unknown[] = [];
  const told: { readonly url: string; readonly message: WebhookMessage }[] = [];
  let receive: (tries: number) => WebhookOutcome = () => ({ isDelivered: true, status: 200 });
  const parts: WorkParts = {
    jobs,
    engine,
    clock,
    plans: PLANS,
    limits: LIMITS,
    findAccount: async (id) => (gone.has(id) ? undefined : store.accounts.findById(id)),
    dataVersion: () => version,
    onTrouble: (_sentence, error) => troubles.push(error),
    send: async (url, message) => {
      told.push({ url, message });
      return receive(told.length);
    },
    timer: {
      start: (delayMs, ring) => {
        const timer = setTimeout(ring, Math.min(delayMs, 5));
        return () => clearTimeout(timer);
      },
    },
    openPricer: (job) => ({
      ...spoilt(job.id),
      atOnce: 4,
      stop: () => undefined,
      price: async (row) => {
        asked.push(row.cells.id ?? '');
        if (failing.has(row.cells.id ?? ''))
          return { row, failure: { code: 'upstream_down', publicMessage: 'It is away.' } };
        const given = answer();
        const priced = { ...given, _billing: { ...given._billing, dataVersion: version } };
        return writeRow({ ...row, answer: priced }, formatOfJob(job.terms));
      },
    }),
  };
  let made = 0;
  const newAccount = async (plan: Account['plan'], dailyLimit?: number) => {
    made += 1;
    const limit = dailyLimit === undefined ? {} : { dailyLimit };
    const owner = { email: `a${made}@example.no`, plan, ...limit };
    return (await store.accounts.getOrCreate(owner, 'operator')).account;
  };
  return {
    jobs,
    engine,
    store,
    asked,
    failing,
    troubles,
    told,
    newAccount,
    set: (change: { readonly atMs?: number; readonly version?: string }) => {
      atMs = change.atMs ?? atMs;
      version = change.version ?? version;
    },
    spoil: (id: string) => void spoiled.add(id),
    forget: ({ id }: Account) => void gone.add(id),
    /** From now on the receiver answers so, by the number of the call. */
    receiveAs(answered: typeof receive) {
      receive = answered;
    },
    /** Works on what there is until something is so, and rests. */
    async work(isSo: () => Promise<boolean>) {
      const workers = workJobs(parts, 1);
      await expect.poll(isSo, { interval: 5, timeout: 20_000 }).toBe(true);
      await workers.stop();
    },
    /** A job of so many rows, whose ids begin with that name. */
    async submit(
      account: Account,
      rows: number,
      options: Partial<Options> = {},
      name = 'r',
      once: { readonly onceDigest?: string } = {},
    ) {
      const ids = Array.from({ length: rows }, (_, i) => `${name}${i + 1},a,b`);
      const perDay = LIMITS.jobs[account.plan].rowsPerDay ?? account.dailyLimit ?? 500;
      const { job } = await submitJob(
        Readable.from([Buffer.from(['id,from,to', ...ids, ''].join('\n'))]),
        {
          id: newId(atMs),
          accountId: account.id,
          isTest: false,
          createdAtMs: atMs,
          terms: { question: {}, overLimit: 'wait', ...options },
          ...once,
        },
        { jobs, limits: LIMITS.jobs[account.plan], left: perDay, newDayS: 60, perDay },
      );
      return job.id;
    },
    /** Works until the job is so, and rests. */
    async workUntil(
      id: string,
      isSo: (job: NonNullable<Awaited<ReturnType<typeof jobs.find>>>) => boolean,
    ) {
      const workers = workJobs(parts, 1);
      await expect
        .poll(
          async () => {
            const job = await jobs.find(id);
            return job !== undefined && isSo(job);
          },
          { interval: 5, timeout: 20_000 },
        )
        .toBe(true);
      await workers.stop();
      const job = await jobs.find(id);
      if (job === undefined) throw new Error('Expected the job to be there.');
      return job;
    },
    used: (account: Account, isJob = false, day = '2046-11-23') =>
      store.quota.getUsed(account.id, day, { isJob }),
    async resultOf(id: string) {
      const blocks = await jobs.listResults(id);
      const texts = await Promise.all(
        blocks.map(async ({ no }) => gunzipSync((await jobs.readResult(id, no)) ?? '').toString()),
      );
      return texts
        .join('')
        .split('\n')
        .filter(Boolean)
        .map((line) => line.split(',')[0]);
    },
  };
}

const isOver = ({ state }: { readonly state: string }) => state === 'done' || state === 'stopped';
const numbered = (count: number, name = 'r') =>
  Array.from({ length: count }, (_, i) => `${name}${i + 1}`);

describe.each(ENGINE_NAMES)('workers in %s', (engineName: EngineName) => {
  const scene = useEngine(engineName);
  const open = async () => {
    await scene.engine.clear();
    return openDesk(scene.engine.address);
  };

  test('over the limit of the day a job waits, and the rest is counted to the next day', async () => {
    const desk = await open();
    const account = await desk.newAccount('free', 100);
    const id = await desk.submit(account, 130);
    const waiting = await desk.workUntil(id, ({ waitsUntilMs }) => waitsUntilMs !== undefined);
    expect(waiting).toMatchObject({
      state: 'waiting',
      reason: 'quota_exceeded',
      done: 100,
      calls: 100,
      waitsUntilMs: Date.parse('2046-11-24T00:00:00+01:00'),
    });
    expect(await desk.resultOf(id)).toEqual(numbered(100));
    desk.set({ atMs: FRIDAY + DAY_MS });
    // The queue of PostgreSQL goes by its own clock.
    if (engineName === 'postgres') await desk.jobs.resume(id);
    expect(await desk.workUntil(id, isOver)).toMatchObject({ state: 'done', calls: 130 });
    expect(await desk.resultOf(id)).toEqual(numbered(130));
    expect([await desk.used(account), await desk.used(account, false, '2046-11-24')]).toEqual([
      100, 30,
    ]);
  });

  test('a job that is not to wait stops there, and keeps what is done', async () => {
    const desk = await open();
    const account = await desk.newAccount('free', 100);
    const id = await desk.submit(account, 100, { overLimit: 'refuse' });
    await desk.store.quota.take({ accountId: account.id, day: '2046-11-23', units: 60 }, 100);
    expect(await desk.workUntil(id, isOver)).toMatchObject({
      state: 'stopped',
      reason: 'quota_exceeded',
      done: 40,
      calls: 40,
    });
    expect(await desk.used(account)).toBe(100);
  });

  test('a job that would not fit into the day is refused at once where it is not to wait', async () => {
    const desk = await open();
    const account = await desk.newAccount('free', 100);
    const refused = desk.submit(account, 101, { overLimit: 'refuse' });
    await expect(refused).rejects.toMatchObject({ code: 'quota_exceeded' });
    expect(await desk.jobs.list(account.id, false, 10)).toEqual([]);
    expect(await desk.used(account)).toBe(0);
  });

  test('Pilot and Enterprise have an allowance for rows, beside the calls', async () => {
    const desk = await open();
    const account = await desk.newAccount('pilot', 1);
    const id = await desk.submit(account, 30);
    await desk.workUntil(id, isOver);
    expect([await desk.used(account, true), await desk.used(account)]).toEqual([30, 0]);
  });

  test('rows that fail on our side to the end have an error and are credited', async () => {
    const desk = await open();
    const account = await desk.newAccount('pilot');
    const id = await desk.submit(account, 10);
    desk.failing.add('r3').add('r7');
    for (let tries = 0; tries < 5; tries++) {
      // A try that fails puts the block back.
      const opened = await desk.jobs.openBlock(id, 0);
      expect(opened?.block.tries).toBe(tries);
      if (tries < 4) await desk.jobs.putBack(id, 0, 0);
    }
    expect(await desk.workUntil(id, isOver)).toMatchObject({
      done: 10,
      failed: 2,
      calls: 8,
      credited: 2,
      errors: { upstream_down: 2 },
    });
    expect(await desk.used(account, true)).toBe(8);
    expect(await desk.resultOf(id)).toEqual(numbered(10));
  });

  test('a block that a dead worker has counted is counted once, and kept once', async () => {
    const desk = await open();
    const account = await desk.newAccount('pilot');
    const id = await desk.submit(account, 10);
    const count = { day: '2046-11-23', isJob: true, limit: 50_000 };
    // One that is killed behind this has counted, and kept nothing.
    expect(await desk.jobs.reserve(id, 0, count)).toBe(true);
    expect(await desk.jobs.reserve(id, 0, count)).toBe(true);
    expect(await desk.used(account, true)).toBe(10);
    expect(await desk.workUntil(id, isOver)).toMatchObject({ done: 10, calls: 10 });
    const late = {
      result: Buffer.from(''),
      bytes: 0,
      failed: 0,
      credited: 10,
      errors: {},
      dataVersions: [],
    };
    expect(await desk.jobs.keepResult(id, 0, late)).toBeUndefined();
    expect(await desk.used(account, true)).toBe(10);
    expect(await desk.resultOf(id)).toEqual(numbered(10));
  });

  test('a renewal in the middle is visible, and stops a job whose data is pinned', async () => {
    const desk = await open();
    const account = await desk.newAccount('free', 100);
    const free = await desk.submit(account, 20);
    const pinned = await desk.submit(account, 20, { pinned: 'test' });
    await desk.workUntil(free, ({ done }) => done >= 5);
    desk.set({ version: 'renewed' });
    expect((await desk.workUntil(free, isOver)).dataVersions).toEqual(['test', 'renewed']);
    const stopped = await desk.workUntil(pinned, isOver);
    expect(stopped).toMatchObject({ state: 'stopped', reason: 'data_version_gone' });
    expect(stopped.dataVersions.includes('renewed')).toBe(false);
    expect(await desk.used(account)).toBe(20 + stopped.calls);
  });

  test('an account with a short job does not wait behind the long job of another', async () => {
    const desk = await open();
    const [long, short] = [await desk.newAccount('free', 200), await desk.newAccount('free', 200)];
    await desk.submit(long, 200, {}, 'long');
    const id = await desk.submit(short, 30, {}, 'short');
    await desk.workUntil(id, isOver);
    // Three blocks of ten each, in turn with three of the other.
    expect(desk.asked.filter((name) => name.startsWith('long')).length).toBeLessThanOrEqual(50);
  });

  test('a job that is deleted is gone with its rows, and what it had not priced is credited', async () => {
    const desk = await open();
    const account = await desk.newAccount('pilot');
    const id = await desk.submit(account, 700);
    await desk.jobs.reserve(id, 1, { day: '2046-11-23', isJob: true, limit: 50_000 });
    expect(await desk.used(account, true)).toBe(200);
    await desk.jobs.remove(id);
    expect(await desk.jobs.find(id)).toBeUndefined();
    expect(await desk.used(account, true)).toBe(0);
    expect(await scene.engine.ask('select count(*) as n from job_block')).toMatchObject([{}]);
    expect(await desk.jobs.kept(account.id)).toEqual({ jobs: 0, bytes: 0 });
  });

  test('an ended job is removed with its rows after its days, and one that runs is not', async () => {
    const desk = await open();
    const account = await desk.newAccount('free', 100);
    const ended = await desk.submit(account, 10);
    await desk.workUntil(ended, isOver);
    const waiting = await desk.submit(account, 10);
    const at = (atMs: number) => ({
      endedMs: atMs,
      endedKeysMs: 0,
      auditMs: 0,
      keyUsageMs: 0,
      recentCallsMs: 0,
    });
    await desk.store.prune(at(FRIDAY + 7 * DAY_MS - 1), 200);
    expect(await desk.jobs.find(ended)).toBeDefined();
    await desk.store.prune(at(FRIDAY + 7 * DAY_MS), 200);
    expect(await desk.jobs.find(ended)).toBeUndefined();
    await desk.store.prune(at(FRIDAY + 90 * DAY_MS), 200);
    expect(await desk.jobs.find(waiting)).toBeDefined();
    expect(await desk.jobs.kept(account.id)).toMatchObject({ jobs: 1 });
  });

  test('a job of an account that may not call any more stops', async () => {
    const desk = await open();
    const account = await desk.newAccount('pilot');
    const id = await desk.submit(account, 10);
    await desk.store.accounts.change(account.id, { subscription: 'stopped' }, 'operator');
    const job = await desk.workUntil(id, isOver);
    expect(job).toMatchObject({ state: 'stopped', reason: 'subscription_inactive', calls: 0 });
  });

  test('a job of an account that is gone stops', async () => {
    const desk = await open();
    const account = await desk.newAccount('pilot');
    const id = await desk.submit(account, 10);
    desk.forget(account);
    expect(await desk.workUntil(id, isOver)).toMatchObject({
      state: 'stopped',
      reason: 'subscription_inactive',
      calls: 0,
    });
  });

  test('a block that no day has room for stops its job, which would wait for ever', async () => {
    const desk = await open();
    const account = await desk.newAccount('free', 100);
    const id = await desk.submit(account, 10);
    await desk.store.accounts.change(account.id, { dailyLimit: 3 }, 'operator');
    expect(await desk.workUntil(id, isOver)).toMatchObject({
      state: 'stopped',
      reason: 'quota_exceeded',
      calls: 0,
    });
  });

  test('of two submissions under one key at once one is the job, and the other is given up', async () => {
    const desk = await open();
    const account = await desk.newAccount('pilot');
    const onceDigest = 'a'.repeat(64);
    const ends = await Promise.allSettled(
      Array.from({ length: 6 }, () => desk.submit(account, 1200, {}, 'r', { onceDigest })),
    );
    const refused = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason.code] : []));
    expect(new Set(refused).size).toBeLessThanOrEqual(1);
    expect(refused.every((code) => code === 'idempotency_key_used')).toBe(true);
    const known = new Set(ends.flatMap((end) => (end.status === 'fulfilled' ? [end.value] : [])));
    expect(known.size).toBe(1);
    expect(await desk.jobs.list(account.id, false, 10)).toMatchObject([{ rows: 1200 }]);
  });

  test('a job that can not be worked on at all holds no other job up', async () => {
    const desk = await open();
    const account = await desk.newAccount('pilot');
    const broken = await desk.submit(account, 10);
    const id = await desk.submit(account, 10);
    desk.spoil(broken);
    expect(await desk.workUntil(id, isOver)).toMatchObject({ state: 'done' });
    expect(await desk.jobs.find(broken)).toMatchObject({ done: 0, calls: 10 });
    expect((await desk.jobs.openBlock(broken, 0))?.block.tries).toBe(1);
    expect(desk.troubles).toHaveLength(1);
  });

  describe('a receiver', () => {
    const callbackUrl = 'https://fleet.example.no/veipris';
    const away = { isDelivered: false, problem: 'It answered 503.' } as const;
    /** A job that has ended, whose receiver is to be told. */
    const openEnded = async (desk: Awaited<ReturnType<typeof open>>) => {
      const account = await desk.newAccount('pilot');
      const id = await desk.submit(account, 3, { callbackUrl });
      const callback = async () => (await desk.jobs.find(id))?.callback;
      return { id, callback };
    };
    /** Time goes on, also for the queue of PostgreSQL, which goes by its own clock. */
    const callAgain = async (desk: Awaited<ReturnType<typeof open>>, atMs: number) => {
      desk.set({ atMs });
      if (engineName !== 'postgres') return;
      await scene.engine.ask(`update pgboss.job set start_after = now() where state = 'created'`);
    };

    test('that fails twice is called three times, each under the same id, and then no more', async () => {
      const desk = await open();
      const { id, callback } = await openEnded(desk);
      desk.receiveAs((tries) => (tries < 3 ? away : { isDelivered: true, status: 204 }));
      await desk.work(async () => (await callback())?.tries === 1);
      expect(await callback()).toEqual({ state: 'retrying', tries: 1, problem: away.problem });
      await callAgain(desk, FRIDAY + 5000);
      await desk.work(async () => (await callback())?.tries === 2);
      await callAgain(desk, FRIDAY + 35_000);
      await desk.work(async () => (await callback())?.state === 'delivered');
      expect(await callback()).toEqual({ state: 'delivered', tries: 3 });
      expect(desk.told.map(({ url }) => url)).toEqual(Array(3).fill(callbackUrl));
      expect(new Set(desk.told.map(({ message }) => message.id))).toEqual(new Set([`msg_${id}`]));
      for (const { message } of desk.told) {
        const { type, data } = JSON.parse(message.payload);
        expect([type, data.id, data.rows.done]).toEqual(['job.done', id, 3]);
      }
      expect(await desk.engine.take('callbacks')).toBeUndefined();
    });

    test('is called again for a day, and then given up', async () => {
      const desk = await open();
      const { callback } = await openEnded(desk);
      desk.receiveAs(() => away);
      for (let tries = 1; tries <= 11; tries++) {
        await desk.work(async () => (await callback())?.tries === tries);
        await callAgain(desk, FRIDAY + tries * DAY_MS);
      }
      expect(await callback()).toEqual({ state: 'failed', tries: 11, problem: away.problem });
      expect(await desk.engine.take('callbacks')).toBeUndefined();
    });

    test('that wants no more of them is not called again', async () => {
      const desk = await open();
      const { callback } = await openEnded(desk);
      desk.receiveAs(() => ({ isDelivered: false, problem: 'It answered 410.', isOver: true }));
      await desk.work(async () => (await callback())?.state === 'failed');
      expect(await callback()).toMatchObject({ tries: 1 });
    });

    test('of a job that is deleted meanwhile is not called', async () => {
      const desk = await open();
      const { id, callback } = await openEnded(desk);
      desk.receiveAs(() => away);
      await desk.work(async () => (await callback())?.tries === 1);
      await desk.jobs.remove(id);
      await callAgain(desk, FRIDAY + DAY_MS);
      const other = await openEnded(desk);
      await desk.work(async () => (await other.callback())?.tries === 1);
      expect(desk.told.map(({ message }) => message.id)).toEqual([`msg_${id}`, `msg_${other.id}`]);
    });

    test('whose call a worker did not end is called by the next one', async () => {
      const desk = await open();
      const { id, callback } = await openEnded(desk);
      // The rows are done, and the worker that has the message is gone: it is given to another.
      await desk.work(async () => (await callback())?.state === 'delivered');
      desk.told.splice(0);
      await desk.jobs.noteCallback(id, { state: 'retrying', tries: 1 }, 0);
      const taken = await desk.engine.take('callbacks');
      if (taken === undefined) throw new Error('Expected a message.');
      await desk.engine.release(taken);
      await desk.work(async () => (await callback())?.tries === 2);
      expect(desk.told).toHaveLength(1);
    });

    test('is told of the end of a job that has no rows', async () => {
      const desk = await open();
      const account = await desk.newAccount('pilot');
      const id = await desk.submit(account, 0, { callbackUrl });
      await desk.work(async () => (await desk.jobs.find(id))?.callback?.state === 'delivered');
      expect(JSON.parse(desk.told[0]?.message.payload ?? '{}')).toMatchObject({ type: 'job.done' });
    });
  });
});
