/** Workers over a real database, with rows that cost nothing and a clock that is set. */
import { Readable } from 'node:stream';
import { gunzipSync } from 'node:zlib';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Account, JobLimits } from '../../src/account/account.ts';
import { inSteps } from '../../src/base/steps.ts';
import { writeRow } from '../../src/batch/price-row.ts';
import { PLAIN_FORM } from '../../src/batch/table-form.ts';
import type { WebhookMessage, WebhookOutcome } from '../../src/jobs/job.ts';
import { formatOfJob } from '../../src/jobs/price-block.ts';
import { submitJob } from '../../src/jobs/submit-job.ts';
import { openReceiverTurns, type WorkParts, workJobs } from '../../src/jobs/work-jobs.ts';
import { openStore } from '../../src/store/open-store.ts';
import { newId } from '../../src/store/schema.ts';
import { LIMITS, PLANS } from '../support/accounts.ts';
import { answer } from '../support/answer.ts';
import { ENGINE_NAMES, type Engine, type EngineName } from '../support/engines.ts';
import { useEngine } from '../support/store-scene.ts';

/** Ahead of the clock of PostgreSQL, by which its queue goes: what is put off does not come. */
const FRIDAY = Date.parse('2046-11-23T12:00:00+01:00');
const DAY_MS = 86_400_000;

type Options = Parameters<typeof submitJob>[1]['terms'];

/** A database with one account, whose jobs are worked on when a test says so. */
async function openDesk({ address, ask }: Engine) {
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
  let opened = 0;
  let held: Promise<void> | undefined;
  let onOpen: (no: number) => void = () => undefined;
  const open = (id: string) => {
    opened += 1;
    onOpen(opened);
    if (spoiled.has(id)) throw new Error('The job can not be read.');
    return {};
  };
  const troubles: unknown[] = [];
  const told: { readonly url: string; readonly message: WebhookMessage }[] = [];
  let receive: (tries: number, url: string) => WebhookOutcome | Promise<WebhookOutcome> = () => ({
    isDelivered: true,
    status: 200,
  });
  const turns = openReceiverTurns();
  let parts: WorkParts = {
    jobs,
    engine,
    clock,
    plans: PLANS,
    limits: LIMITS,
    findAccount: async (id) => (gone.has(id) ? undefined : store.accounts.findById(id)),
    dataVersion: () => version,
    onTrouble: (_sentence, error) => troubles.push(error),
    turns,
    send: async (url, message) => {
      told.push({ url, message });
      return receive(told.length, url);
    },
    timer: {
      start: (delayMs, ring) => {
        const timer = setTimeout(ring, delayMs / 100);
        return () => clearTimeout(timer);
      },
    },
    openPricer: (job) => ({
      ...open(job.id),
      atOnce: 4,
      price: async (row) => {
        asked.push(row.cells.id ?? '');
        await held;
        if (failing.has(row.cells.id ?? ''))
          return { row, failure: { code: 'upstream_down', publicMessage: 'It is away.' } };
        const given = answer();
        const priced = { ...given, _billing: { ...given._billing, dataVersion: version } };
        return writeRow({ ...row, answer: priced }, formatOfJob(job));
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
    turns,
    newAccount,
    set: (change: { readonly atMs?: number; readonly version?: string }) => {
      atMs = change.atMs ?? atMs;
      version = change.version ?? version;
    },
    /** From now on rows wait for that. */
    holdRows(until: Promise<void>) {
      held = until;
    },
    /** From now on a block that is opened is told of by its number, before its rows are asked. */
    beforeBlock(told: typeof onOpen) {
      onOpen = told;
    },
    /** How a block stands. */
    async block(jobId: string, no = 0) {
      const where = `where job_id = '${jobId}' and no = ${no}`;
      const [row] = await ask(`select turn, tries, day, done_at from job_block ${where}`);
      return row as { readonly turn: number; readonly tries: number } | undefined;
    },
    /** Jobs of an account, and what they take. */
    async kept({ id }: Account) {
      const where = `where account_id = '${id}'`;
      const [row] = await ask(`select count(*) as jobs, sum(packed_kb) as kb from job ${where}`);
      return { jobs: Number(row?.jobs), bytes: 1000 * Number(row?.kb) };
    },
    /** Time goes on, also for the queue of PostgreSQL, which goes by its own clock. */
    async passTo(ms: number) {
      atMs = ms;
      if (!address.startsWith('postgres')) return;
      await ask(
        `update pgboss.job set start_after = now() where state = 'created' or state = 'retry'`,
      );
    },
    /** The leases of all that is in hand run out. */
    async passLease() {
      atMs += 5000;
      if (address.startsWith('postgres'))
        await ask(`update pgboss.job set started_on = now() - interval '1 hour'`);
    },
    /** From now on another process works, or this one after a new start. */
    async restart() {
      const next = await store.openJobs(terms);
      onTestFinished(() => next.engine.close());
      parts = { ...parts, engine: next.engine };
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
      await expect.poll(isSo, { interval: 5 }).toBe(true);
      await workers.stop();
    },
    /** A job of so many rows, whose ids begin with that name. */
    async submit(
      account: Account,
      rows: number,
      options: Partial<Options> = {},
      name = 'r',
      {
        most = {},
        ...once
      }: { readonly onceDigest?: string; readonly most?: Partial<JobLimits> } = {},
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
        {
          jobs,
          limits: { ...LIMITS.jobs[account.plan], ...most },
          left: perDay,
          newDayS: 60,
          perDay,
          inTurn: inSteps,
        },
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
          { interval: 5 },
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
    return openDesk(scene.engine);
  };

  test('over the limit of the day a job waits, and the rest is counted to the next day', async () => {
    const desk = await open();
    const account = await desk.newAccount('free', 100);
    const id = await desk.submit(account, 130);
    const waiting = await desk.workUntil(id, ({ resumesAtMs }) => resumesAtMs !== undefined);
    expect(waiting).toMatchObject({
      state: 'waiting',
      reason: 'quota_exceeded',
      done: 100,
      calls: 100,
      resumesAtMs: Date.parse('2046-11-24T00:00:00+01:00'),
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
    let atMs = FRIDAY;
    for (const [tries, minutes] of [1, 5, 20, 60].entries()) {
      await desk.work(async () => (await desk.block(id))?.tries === tries + 1);
      expect(await desk.engine.take('rows'), `try ${tries + 1}`).toBeUndefined();
      atMs += minutes * 60_000;
      desk.set({ atMs: atMs - 1 });
      expect(await desk.engine.take('rows')).toBeUndefined();
      await desk.passTo(atMs);
    }
    expect(await desk.jobs.find(id)).toMatchObject({ done: 0, calls: 10, credited: 0 });
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
    expect(await desk.engine.take('rows')).toBeDefined();
    expect(await desk.jobs.reserve(id, 0, count)).toBe(true);
    expect(await desk.used(account, true)).toBe(10);
    await desk.restart();
    await desk.passLease();
    expect(await desk.workUntil(id, isOver)).toMatchObject({ done: 10, calls: 10 });
    const late = {
      result: Buffer.from(''),
      bytes: 0,
      failed: 0,
      credited: 10,
      errors: {},
      dataVersions: [],
    };
    expect(await desk.jobs.keepResult(id, 0, late, 1e9)).toBeUndefined();
    expect(await desk.used(account, true)).toBe(10);
    expect(await desk.resultOf(id)).toEqual(numbered(10));
  });

  test('a block that two workers put back at once has had one try, and comes again once', async () => {
    const desk = await open();
    const id = await desk.submit(await desk.newAccount('pilot'), 1);
    const taken = await desk.engine.take('rows');
    const block = { no: 0, turn: 0, tries: 0, ...(await desk.block(id)) };
    await Promise.all([1, 2].map(() => desk.jobs.putBack(id, block, FRIDAY + 60_000)));
    if (taken !== undefined) await desk.engine.end(taken);
    expect(await desk.block(id)).toMatchObject({ tries: 1 });
    await desk.passTo(FRIDAY + 60_000);
    expect(await desk.engine.take('rows')).toBeDefined();
    expect(await desk.engine.take('rows')).toBeUndefined();
  });

  test('a renewal in the middle is visible, and stops a job whose data is pinned', async () => {
    const desk = await open();
    const account = await desk.newAccount('free', 100);
    // Blocks of five rows: the data is renewed before the second and before the sixth.
    const free = await desk.submit(account, 20);
    desk.beforeBlock((no) => no === 2 && desk.set({ version: 'renewed' }));
    expect((await desk.workUntil(free, isOver)).dataVersions).toEqual(['test', 'renewed']);
    const pinned = await desk.submit(account, 20, { pinned: 'renewed' });
    desk.beforeBlock((no) => no === 6 && desk.set({ version: 'renewed again' }));
    expect(await desk.workUntil(pinned, isOver)).toMatchObject({
      state: 'stopped',
      reason: 'data_version_gone',
      dataVersions: ['renewed'],
      done: 5,
      calls: 5,
      credited: 5,
    });
    expect(await desk.used(account)).toBe(20 + 5);
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
    expect(await scene.engine.ask('select no from job_block')).toEqual([]);
    expect(await desk.kept(account)).toEqual({ jobs: 0, bytes: 0 });
  });

  test('an ended job is removed with its rows after its days, and one that runs is not', async () => {
    const desk = await open();
    const account = await desk.newAccount('free', 100);
    const ended = await desk.submit(account, 10);
    await desk.workUntil(ended, isOver);
    const waiting = await desk.submit(account, 10);
    const prune = (atMs: number) => desk.store.prune(atMs, LIMITS.keepDays, 200);
    await prune(FRIDAY + 7 * DAY_MS - 1);
    expect(await desk.jobs.find(ended)).toBeDefined();
    await prune(FRIDAY + 7 * DAY_MS);
    expect(await desk.jobs.find(ended)).toBeUndefined();
    await prune(FRIDAY + 90 * DAY_MS);
    expect(await desk.jobs.find(waiting)).toBeDefined();
    expect(await desk.kept(account)).toMatchObject({ jobs: 1 });
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

  test('a job that can not be worked on at all holds no other job up, and in the end stops and is credited', async () => {
    const desk = await open();
    const account = await desk.newAccount('pilot');
    const broken = await desk.submit(account, 10);
    const id = await desk.submit(account, 10);
    desk.spoil(broken);
    expect(await desk.workUntil(id, isOver)).toMatchObject({ state: 'done' });
    expect(await desk.jobs.find(broken)).toMatchObject({ done: 0, calls: 10 });
    expect(await desk.block(broken)).toMatchObject({ tries: 1 });
    expect(desk.troubles).toHaveLength(1);
    for (let tries = 1; tries <= 4; tries++) {
      await desk.work(async () => (await desk.block(broken))?.tries === tries);
      await desk.passTo(FRIDAY + tries * DAY_MS);
    }
    expect(await desk.workUntil(broken, isOver)).toMatchObject({
      state: 'stopped',
      reason: 'internal_error',
      calls: 0,
      credited: 10,
    });
    expect(desk.troubles).toHaveLength(5);
    expect(await desk.used(account, true)).toBe(10);
  });

  test('of submissions at once no more become jobs than the account may have', async () => {
    const desk = await open();
    const account = await desk.newAccount('free', 100);
    const ends = await Promise.allSettled(
      Array.from({ length: 20 }, () => desk.submit(account, 2)),
    );
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
    expect(await desk.jobs.list(account.id, false, 20)).toHaveLength(5);
    for (const end of ends)
      if (end.status === 'rejected')
        expect(end.reason.publicMessage).toBe(
          'This account has 5 jobs, and may have 5: delete one first.',
        );
  });

  test('the last job of a full account is found again under its key', async () => {
    const desk = await open();
    const account = await desk.newAccount('free', 100);
    const once = { onceDigest: 'a'.repeat(64) };
    for (let made = 0; made < 4; made++) await desk.submit(account, 1);
    const id = await desk.submit(account, 2, {}, 'r', once);
    expect(await desk.submit(account, 2, {}, 'r', once)).toBe(id);
    await expect(desk.submit(account, 2)).rejects.toMatchObject({ code: 'invalid_parameter' });
  });

  test('the order of the parameters of the call does not make it another job', async () => {
    const desk = await open();
    const account = await desk.newAccount('pilot');
    const once = { onceDigest: 'a'.repeat(64) };
    const submit = (question: Options['question']) =>
      desk.submit(account, 2, { question }, 'r', once);
    const id = await submit({ fuel: 'electric', tag: '1' });
    expect(await submit({ tag: '1', fuel: 'electric' })).toBe(id);
    await expect(submit({ tag: '0', fuel: 'electric' })).rejects.toMatchObject({
      code: 'idempotency_key_used',
    });
  });

  test('a job that is deleted while its rows arrive says so', async () => {
    const desk = await open();
    const account = await desk.newAccount('pilot');
    const id = newId(FRIDAY);
    async function* rows() {
      yield Buffer.from(`from,to\n${'a,b\n'.repeat(600)}`);
      await desk.jobs.remove(id);
      yield Buffer.from('a,b\n'.repeat(600));
    }
    const terms = { question: {}, overLimit: 'wait' as const };
    const of = { id, accountId: account.id, isTest: false, createdAtMs: FRIDAY, terms };
    const limits = LIMITS.jobs.pilot;
    const parts = {
      jobs: desk.jobs,
      limits,
      left: 9,
      newDayS: 60,
      perDay: 50_000,
      inTurn: inSteps,
    };
    await expect(submitJob(rows(), of, parts)).rejects.toMatchObject({
      code: 'not_found',
      publicMessage: 'The job was deleted while its rows arrived.',
    });
  });

  test('a submission whose server is gone keeps no place: ten minutes after its last block it is removed', async () => {
    const desk = await open();
    const account = await desk.newAccount('free', 100);
    const terms = { question: {}, overLimit: 'wait' as const, resultForm: 'csv' as const };
    const id = newId(FRIDAY);
    const of = { id, accountId: account.id, isTest: false, createdAtMs: FRIDAY };
    const most = { jobs: 5, bytes: 1e6 };
    await desk.jobs.begin(
      { ...of, terms: { ...terms, kind: 'csv', columns: ['from', 'to'], form: PLAIN_FORM } },
      most,
    );
    const MINUTE_MS = 60_000;
    desk.set({ atMs: FRIDAY + 9 * MINUTE_MS });
    const block = { no: 0, rows: 1, units: 1, input: Buffer.from('x') };
    expect(await desk.jobs.addBlock(id, block, 1e6)).toBe('added');
    const pruneAt = async (minutes: number) => {
      const atMs = FRIDAY + minutes * MINUTE_MS;
      await desk.store.prune(atMs, LIMITS.keepDays, 10);
      return (await desk.jobs.find(id))?.state;
    };
    expect(await pruneAt(18)).toBe('arriving');
    expect(await pruneAt(20)).toBeUndefined();
  });

  test('what an account keeps is its packed rows and results, and too much of it stops a job', async () => {
    const desk = await open();
    const account = await desk.newAccount('free', 500);
    const id = await desk.submit(account, 75);
    // Three blocks of 25 rows, each less than a kilobyte.
    expect(await desk.kept(account)).toEqual({ jobs: 1, bytes: 3000 });
    const result = { bytes: 9, failed: 0, credited: 0, errors: {}, dataVersions: [] };
    const noise = (bytes: number) => ({ ...result, result: Buffer.alloc(bytes, 1) });
    const count = { day: '2046-11-23', limit: 500 };
    for (const no of [0, 1, 2]) await desk.jobs.reserve(id, no, count);
    expect(await desk.jobs.keepResult(id, 0, noise(4500), 10_000)).toMatchObject({ done: 25 });
    // The time of a rate begins behind its first block, which has no rate.
    expect(await desk.jobs.countDoneSince(id, FRIDAY)).toBe(0);
    expect(await desk.jobs.countDoneSince(id, FRIDAY - 1)).toBe(25);
    expect(await desk.kept(account)).toEqual({ jobs: 1, bytes: 7000 });
    await desk.jobs.keepResult(id, 1, noise(4500), 10_000);
    expect(await desk.jobs.find(id)).toMatchObject({
      state: 'stopped',
      reason: 'too_large',
      done: 50,
      calls: 50,
      credited: 25,
    });
    expect(await desk.kept(account)).toEqual({ jobs: 1, bytes: 10_000 });
    expect(await desk.used(account)).toBe(50);
    await expect(desk.submit(account, 1, {}, 'r', { most: { megabytes: 0.01 } })).rejects.toThrow(
      'may take 0.01 MB',
    );
    await desk.jobs.remove(id);
    expect(await desk.kept(account)).toEqual({ jobs: 0, bytes: 0 });
  });

  test('turns are as long as the work: beside a block of 500 calls an account with small blocks has twenty', async () => {
    const desk = await open();
    const [large, small] = [await desk.newAccount('pilot'), await desk.newAccount('free', 500)];
    await desk.submit(large, 1500, {}, 'large');
    const id = await desk.submit(small, 500, {}, 'small');
    await desk.workUntil(id, isOver);
    expect(desk.asked.filter((name) => name.startsWith('large')).length).toBeLessThanOrEqual(1000);
    expect(desk.asked.slice(0, 1000).filter((name) => name.startsWith('small'))).toHaveLength(500);
  });

  test('a block that was put back before its job waited is worked on once when it goes on', async () => {
    const desk = await open();
    const account = await desk.newAccount('free', 100);
    const id = await desk.submit(account, 15);
    const before = { no: 0, turn: 0, tries: 0, ...(await desk.block(id)) };
    await desk.jobs.putBack(id, before, FRIDAY + 60_000);
    await desk.jobs.wait(id, FRIDAY + DAY_MS);
    await desk.jobs.resume(id);
    await desk.passTo(FRIDAY + DAY_MS);
    const after = await desk.block(id);
    expect(after?.turn).toBeGreaterThan(before.turn);
    // The worker that had it before gives it up: it has a message already.
    await desk.jobs.putBack(id, { ...before, tries: 1 }, FRIDAY);
    desk.failing.add('r1');
    await desk.workUntil(id, ({ done }) => done === 10);
    expect(await desk.engine.take('rows')).toBeUndefined();
    expect(await desk.block(id), 'put back once before, and once by one worker').toMatchObject({
      tries: 2,
    });
    expect(desk.asked.filter((name) => name === 'r1')).toHaveLength(1);
  });

  test('blocks that go on behind a gap have turns in their order, without holes', async () => {
    const desk = await open();
    const account = await desk.newAccount('free', 100);
    const id = await desk.submit(account, 25);
    const done = { result: Buffer.from(''), bytes: 0, failed: 0, credited: 0, errors: {} };
    for (const no of [0, 2, 3])
      await desk.jobs.keepResult(id, no, { ...done, dataVersions: [] }, 1e9);
    await desk.jobs.wait(id, FRIDAY + DAY_MS);
    await desk.jobs.resume(id);
    const [one, four] = [await desk.block(id, 1), await desk.block(id, 4)];
    expect(Number(four?.turn) - Number(one?.turn)).toBe(1);
  });

  test.runIf(engineName === 'postgres')(
    'a block that takes longer than its lease stays in the hands of its worker',
    async () => {
      const desk = await open();
      const id = await desk.submit(await desk.newAccount('pilot'), 1);
      let release = () => {};
      const released = new Promise<void>((resolve) => {
        release = resolve;
      });
      desk.holdRows(released);
      const working = desk.workUntil(id, isOver);
      const where = `where state = 'active' and name = 'veipris-rows'`;
      const ask = (sql: string) => scene.engine.ask(`${sql} ${where}`);
      await expect.poll(() => ask('select id from pgboss.job')).toHaveLength(1);
      await ask(`update pgboss.job set started_on = now() - interval '4 seconds'`);
      const age = `select extract(epoch from now() - started_on)::int as s from pgboss.job`;
      await expect.poll(async () => Number((await ask(age))[0]?.s)).toBeLessThan(3);
      release();
      expect(await working).toMatchObject({ state: 'done', calls: 1 });
      expect(desk.asked).toHaveLength(1);
    },
  );

  describe('a receiver', () => {
    const callbackUrl = 'https://fleet.example.no/veipris';
    const away = { isDelivered: false, problem: 'It answered 503.', code: 'bad_status' } as const;
    /** A job that has ended, whose receiver is to be told. */
    const openEnded = async (desk: Awaited<ReturnType<typeof open>>) => {
      const account = await desk.newAccount('pilot');
      const id = await desk.submit(account, 3, { callbackUrl });
      const callback = async () => (await desk.jobs.find(id))?.callback;
      return { account, id, callback };
    };

    test('that fails twice is called three times, each under the same id, and then no more', async () => {
      const desk = await open();
      const { id, callback } = await openEnded(desk);
      desk.receiveAs((tries) => (tries < 3 ? away : { isDelivered: true, status: 204 }));
      await desk.work(async () => (await callback())?.tries === 1);
      expect(await callback()).toEqual({
        state: 'retrying',
        tries: 1,
        problem: away.problem,
        code: away.code,
      });
      await desk.passTo(FRIDAY + 5000);
      await desk.work(async () => (await callback())?.tries === 2);
      await desk.passTo(FRIDAY + 35_000);
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

    test('that does not answer holds up those of its own account alone', async () => {
      const desk = await open();
      const silent = await desk.newAccount('pilot');
      for (let i = 0; i < 10; i++)
        await desk.submit(silent, 0, { callbackUrl: 'https://silent.example.no/' });
      const { id, callback } = await openEnded(desk);
      let answer = () => {};
      const answered = new Promise<WebhookOutcome>((resolve) => {
        answer = () => resolve({ isDelivered: true, status: 200 });
      });
      desk.receiveAs((_tries, url) =>
        url.includes('silent') ? answered : { isDelivered: true, status: 200 },
      );
      const working = desk.work(async () => (await callback())?.state === 'delivered');
      await expect.poll(async () => (await callback())?.state).toBe('delivered');
      expect(desk.told.map(({ message }) => message.id)).toContain(`msg_${id}`);
      expect(desk.told.filter(({ url }) => url.includes('silent'))).toHaveLength(1);
      answer();
      await working;
      let atMs = FRIDAY;
      await desk.work(async () => {
        atMs += 1000;
        await desk.passTo(atMs);
        return desk.told.length === 11;
      });
    });

    test('waits for no other account, although the receivers of ten others do not answer', async () => {
      const desk = await open();
      for (let i = 0; i < 10; i++)
        await desk.submit(await desk.newAccount('pilot'), 0, {
          callbackUrl: 'https://silent.example.no/',
        });
      const { callback } = await openEnded(desk);
      let late = () => {};
      const answered = new Promise<WebhookOutcome>((resolve) => {
        late = () => resolve(away);
      });
      desk.receiveAs((_tries, url) =>
        url.includes('silent') ? answered : { isDelivered: true, status: 200 },
      );
      await desk.work(async () => {
        const isTold = (await callback())?.state === 'delivered';
        if (isTold) late();
        return isTold;
      });
      expect(desk.told.filter(({ url }) => url.includes('silent'))).toHaveLength(10);
    });

    test('is called once the test of another one of its account has ended, and no try is lost', async () => {
      const desk = await open();
      const { account, id, callback } = await openEnded(desk);
      let end = () => {};
      const testing = desk.turns.run(
        account.id,
        () =>
          new Promise<void>((resolve) => {
            end = resolve;
          }),
      );
      const other = await openEnded(desk);
      await desk.work(async () => (await other.callback())?.state === 'delivered');
      await desk.workUntil(id, isOver);
      expect(await callback()).toBeUndefined();
      end();
      await testing;
      await desk.passTo(FRIDAY + 1000);
      await desk.work(async () => (await callback())?.state === 'delivered');
      expect(await callback()).toEqual({ state: 'delivered', tries: 1 });
    });

    test('is called again for a day, and then given up', async () => {
      const desk = await open();
      const { callback } = await openEnded(desk);
      desk.receiveAs(() => away);
      for (let tries = 1; tries <= 11; tries++) {
        await desk.work(async () => (await callback())?.tries === tries);
        await desk.passTo(FRIDAY + tries * DAY_MS);
      }
      expect(await callback()).toEqual({
        state: 'failed',
        tries: 11,
        problem: away.problem,
        code: away.code,
      });
      expect(await desk.engine.take('callbacks')).toBeUndefined();
    });

    test('that wants no more of them is not called again', async () => {
      const desk = await open();
      const { callback } = await openEnded(desk);
      desk.receiveAs(() => ({
        isDelivered: false,
        problem: 'It answered 410.',
        code: 'bad_status',
        isOver: true,
      }));
      await desk.work(async () => (await callback())?.state === 'failed');
      expect(await callback()).toMatchObject({ tries: 1 });
    });

    test('of a job that is deleted meanwhile is not called', async () => {
      const desk = await open();
      const { id, callback } = await openEnded(desk);
      desk.receiveAs(() => away);
      await desk.work(async () => (await callback())?.tries === 1);
      await desk.jobs.remove(id);
      await desk.passTo(FRIDAY + DAY_MS);
      const other = await openEnded(desk);
      await desk.work(async () => (await other.callback())?.tries === 1);
      expect(desk.told.map(({ message }) => message.id)).toEqual([`msg_${id}`, `msg_${other.id}`]);
    });

    test('whose call a worker gave back at its end is called by the next one', async () => {
      const desk = await open();
      const { id, callback } = await openEnded(desk);
      // The rows are done, and the worker that has the message gives it back.
      await desk.work(async () => (await callback())?.state === 'delivered');
      desk.told.splice(0);
      await desk.jobs.noteCallback(id, { state: 'retrying', tries: 1 }, 0);
      const taken = await desk.engine.take('callbacks');
      if (taken === undefined) throw new Error('Expected a message.');
      await desk.engine.release(taken);
      await desk.work(async () => (await callback())?.tries === 2);
      expect(desk.told).toHaveLength(1);
    });

    test('is called once for a message that comes twice, whether it takes the call or is away', async () => {
      const desk = await open();
      const { id, callback } = await openEnded(desk);
      desk.receiveAs((tries) => (tries === 1 ? away : { isDelivered: true, status: 200 }));
      await desk.work(async () => (await callback())?.tries === 1);
      // The first message again, and that of the second call twice.
      await desk.jobs.callLater({ kind: 'callback', jobId: id, tries: 0 }, FRIDAY);
      await desk.jobs.callLater({ kind: 'callback', jobId: id, tries: 1 }, FRIDAY);
      await desk.passTo(FRIDAY + DAY_MS);
      const later = await openEnded(desk);
      await desk.work(async () => (await later.callback())?.state === 'delivered');
      expect(await callback()).toMatchObject({ state: 'delivered', tries: 2 });
      expect(desk.told.map(({ message }) => message.id)).toEqual(
        [id, id, later.id].map((one) => `msg_${one}`),
      );
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
