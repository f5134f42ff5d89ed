import { randomBytes } from 'node:crypto';
import { type Kysely, type Selectable, sql, type Updateable } from 'kysely';
import { Fault } from '../base/fault.ts';
import type {
  BlockCount,
  BlockResult,
  CallbackStanding,
  Job,
  JobReason,
  JobStore,
  NewJob,
} from '../jobs/job.ts';
import type { JobMail } from './job-engine.ts';
import { prepareTake, subtract } from './quota-store.ts';
import { fromInstant, type JobTable, type Schema, toInstant } from './schema.ts';

export interface JobStoreTerms {
  readonly mail: JobMail;
  readonly now: () => number;
  /** How long an ended job is kept. */
  readonly keepMs: number;
}

/** A job whose rows come so slowly that its caller has gone. */
const ARRIVING_MS = 6 * 3_600_000;

/** Jobs and their blocks in a database. */
export function openJobStore(db: Kysely<Schema>, terms: JobStoreTerms): JobStore {
  return {
    ...openArrival(db, terms),
    ...openReading(db),
    ...openBlocks(db, terms),
    ...openEnds(db, terms),
  };
}

type Arrival = Pick<JobStore, 'begin' | 'addBlock' | 'submit'>;

function openArrival(db: Kysely<Schema>, { mail, now, keepMs }: JobStoreTerms): Arrival {
  return {
    begin: (job) => db.transaction().execute((one) => begin(one, job, now())),
    async addBlock(jobId, { no, rows, units, input }) {
      return db.transaction().execute(async (one) => {
        if ((await findJob(one, jobId))?.state !== 'arriving') return false;
        await one
          .insertInto('job_block')
          .values({ job_id: jobId, no, row_count: rows, units, input })
          .execute();
        return true;
      });
    },
    submit: (jobId, { rows, bytes, bodyDigest }) =>
      db.transaction().execute(async (one) => {
        const blocks = await one
          .selectFrom('job_block')
          .select('no')
          .where('job_id', '=', jobId)
          .orderBy('no')
          .execute();
        const ended = {
          state: 'done',
          ended_at: toInstant(now()),
          expires_at: toInstant(now() + keepMs),
        } as const;
        const row = await one
          .updateTable('job')
          .set({
            row_count: rows,
            bytes,
            body_digest: bodyDigest,
            ...(blocks.length === 0 ? ended : { state: 'waiting', expires_at: null }),
          })
          .where('id', '=', jobId)
          .where('state', '=', 'arriving')
          .returningAll()
          .executeTakeFirst();
        if (row === undefined) return undefined;
        await giveTurns(one, mail, row, blocks);
        return toJob(row);
      }),
  };
}

async function begin(one: Kysely<Schema>, job: NewJob, nowMs: number): Promise<Job | undefined> {
  const { id, accountId, isTest, createdAtMs, terms, onceDigest } = job;
  if (onceDigest !== undefined) {
    const known = await one
      .selectFrom('job')
      .selectAll()
      .where('account_id', '=', accountId)
      .where('once_digest', '=', onceDigest)
      .executeTakeFirst();
    if (known !== undefined && known.state !== 'arriving') return toJob(known);
    if (known !== undefined) await removeJob(one, known.id);
  }
  await one
    .insertInto('job')
    .values({
      id,
      account_id: accountId,
      is_test: isTest ? 1 : 0,
      created_at: toInstant(createdAtMs),
      state: 'arriving',
      terms: JSON.stringify(terms),
      once_digest: onceDigest ?? null,
      expires_at: toInstant(nowMs + ARRIVING_MS),
    })
    .execute();
  return undefined;
}

/**
 * Gives blocks their turns: behind those of the same account, and beside those of others, so that accounts have
 * the same share whatever the length of their jobs.
 *
 * Source: P. Goyal, H. Vin, H. Cheng, "Start-time Fair Queueing", SIGCOMM 1996: a block is a unit of work, and the
 * virtual time is the turn that was served last.
 */
async function giveTurns(
  one: Kysely<Schema>,
  mail: JobMail,
  { id, account_id }: Pick<Selectable<JobTable>, 'id' | 'account_id'>,
  blocks: readonly { readonly no: number }[],
): Promise<void> {
  if (blocks.length === 0) return;
  const { served, own } = await one
    .selectFrom('job')
    .select(({ fn }) => [
      fn.max('served').as('served'),
      fn.max('turn').filterWhere('account_id', '=', account_id).as('own'),
    ])
    .executeTakeFirstOrThrow();
  const first = Math.max(Number(served ?? 0), Number(own ?? 0)) + 1;
  await one
    .updateTable('job_block')
    .set({ turn: sql<number>`no + ${first - Number(blocks[0]?.no)}` })
    .where('job_id', '=', id)
    .where('done_at', 'is', null)
    .execute();
  await one
    .updateTable('job')
    .set({ turn: first + blocks.length - 1 })
    .where('id', '=', id)
    .execute();
  const turns = blocks.map(({ no }, i) => ({
    message: { kind: 'block', jobId: id, no } as const,
    turn: first + i,
  }));
  await mail.put(one, 'rows', turns);
}

type Reading = Pick<
  JobStore,
  'find' | 'list' | 'kept' | 'countDoneSince' | 'listResults' | 'readResult'
>;

function openReading(db: Kysely<Schema>): Reading {
  return {
    async find(jobId) {
      const row = await findJob(db, jobId);
      return row && toJob(row);
    },
    async list(accountId, most, before) {
      const rows = await db
        .selectFrom('job')
        .selectAll()
        .where('account_id', '=', accountId)
        .$if(before !== undefined, (query) => query.where('id', '<', String(before)))
        .orderBy('id', 'desc')
        .limit(most)
        .execute();
      return rows.map(toJob);
    },
    async kept(accountId) {
      const packed = sql<number>`coalesce(sum(coalesce(length(input), 0) + coalesce(length(result), 0)), 0)`;
      const { jobs, bytes } = await db
        .selectFrom('job')
        .leftJoin('job_block', 'job_block.job_id', 'job.id')
        .select(({ fn }) => [fn.count('job.id').distinct().as('jobs'), packed.as('bytes')])
        .where('account_id', '=', accountId)
        .executeTakeFirstOrThrow();
      return { jobs: Number(jobs), bytes: Number(bytes) };
    },
    async countDoneSince(jobId, sinceMs) {
      const { rows } = await db
        .selectFrom('job_block')
        .select(({ fn }) => fn.sum('row_count').as('rows'))
        .where('job_id', '=', jobId)
        .where('done_at', '>=', toInstant(sinceMs))
        .executeTakeFirstOrThrow();
      return Number(rows ?? 0);
    },
    async listResults(jobId) {
      const blocks = await db
        .selectFrom('job_block')
        .select(['no', 'result_bytes'])
        .where('job_id', '=', jobId)
        .orderBy('no')
        .execute();
      const open = blocks.findIndex(({ result_bytes }) => result_bytes === null);
      const ended = open < 0 ? blocks : blocks.slice(0, open);
      return ended.map(({ no, result_bytes }) => ({ no, bytes: Number(result_bytes) }));
    },
    async readResult(jobId, no) {
      const row = await db
        .selectFrom('job_block')
        .select('result')
        .where('job_id', '=', jobId)
        .where('no', '=', no)
        .executeTakeFirst();
      return row?.result ?? undefined;
    },
  };
}

type Blocks = Pick<
  JobStore,
  'openBlock' | 'reserve' | 'keepResult' | 'putBack' | 'wait' | 'resume'
>;

function openBlocks(db: Kysely<Schema>, terms: JobStoreTerms): Blocks {
  const { mail } = terms;
  return {
    async openBlock(jobId, no) {
      const row = await findJob(db, jobId);
      if (row === undefined || !isOpen(row)) return undefined;
      const block = await db
        .selectFrom('job_block')
        .select(['no', 'row_count', 'units', 'day', 'tries', 'input'])
        .where('job_id', '=', jobId)
        .where('no', '=', no)
        .where('done_at', 'is', null)
        .executeTakeFirst();
      if (block === undefined || block.input === null) return undefined;
      const { row_count: rows, units, day, tries, input } = block;
      return {
        job: toJob(row),
        block: { no, rows, units, tries, input, ...(day !== null && { day }) },
      };
    },
    reserve: (jobId, no, count) => reserve(db, jobId, no, count),
    keepResult: (jobId, no, result) => keepResult(db, jobId, no, result, terms),
    putBack: (jobId, no, afterMs) =>
      db.transaction().execute(async (one) => {
        await lockJob(one, jobId);
        const block = await one
          .updateTable('job_block')
          .set((now) => ({ tries: now('tries', '+', 1) }))
          .where('job_id', '=', jobId)
          .where('no', '=', no)
          .where('done_at', 'is', null)
          .returning('turn')
          .executeTakeFirst();
        if (block === undefined) return;
        const message = { kind: 'block', jobId, no } as const;
        await mail.put(one, 'rows', [{ message, turn: block.turn, afterMs }]);
      }),
    wait: (jobId, untilMs) =>
      db.transaction().execute(async (one) => {
        const row = await one
          .updateTable('job')
          .set({ state: 'waiting', reason: 'quota_exceeded', waits_until: toInstant(untilMs) })
          .where('id', '=', jobId)
          .where('waits_until', 'is', null)
          .where('state', 'in', ['waiting', 'running'])
          .returning('turn')
          .executeTakeFirst();
        if (row === undefined) return;
        const message = { kind: 'resume', jobId } as const;
        await mail.put(one, 'rows', [{ message, turn: 0, afterMs: untilMs }]);
      }),
    resume: (jobId) =>
      db.transaction().execute(async (one) => {
        const row = await one
          .updateTable('job')
          .set({ waits_until: null, reason: null })
          .where('id', '=', jobId)
          .where('waits_until', 'is not', null)
          .where('state', '=', 'waiting')
          .returning(['id', 'account_id'])
          .executeTakeFirst();
        if (row === undefined) return;
        const blocks = await one
          .selectFrom('job_block')
          .select('no')
          .where('job_id', '=', jobId)
          .where('done_at', 'is', null)
          .orderBy('no')
          .execute();
        await giveTurns(one, mail, row, blocks);
      }),
  };
}

const isOpen = ({ state, waits_until }: Selectable<JobTable>) =>
  (state === 'waiting' || state === 'running') && waits_until === null;

/** The day that has no room: what was written for it is taken back. */
class NoRoom extends Error {}

async function reserve(
  db: Kysely<Schema>,
  jobId: string,
  no: number,
  { limit, ...counted }: BlockCount,
): Promise<boolean> {
  const work = db.transaction().execute(async (one) => {
    const job = await lockJob(one, jobId);
    const block = await one
      .updateTable('job_block')
      .set({ day: counted.day, counted_as: JSON.stringify(counted) })
      .where('job_id', '=', jobId)
      .where('no', '=', no)
      .where('day', 'is', null)
      .where('done_at', 'is', null)
      .returning('units')
      .executeTakeFirst();
    if (job === undefined || block === undefined) return;
    const { units } = block;
    const used = await prepareTake(one)({ accountId: job.account_id, units, ...counted }, limit);
    if (used === undefined) throw new NoRoom();
    await one
      .updateTable('job')
      .set({ calls: job.calls + units })
      .where('id', '=', jobId)
      .execute();
  });
  return work.then(
    () => true,
    (error: unknown) => {
      if (error instanceof NoRoom) return false;
      throw error;
    },
  );
}

async function keepResult(
  db: Kysely<Schema>,
  jobId: string,
  no: number,
  kept: BlockResult,
  { mail, now, keepMs }: JobStoreTerms,
): Promise<Job | undefined> {
  return db.transaction().execute(async (one) => {
    const before = await lockJob(one, jobId);
    const block = await one
      .updateTable('job_block')
      .set({
        result: kept.result,
        result_bytes: kept.bytes,
        done_at: toInstant(now()),
        input: null,
      })
      .where('job_id', '=', jobId)
      .where('no', '=', no)
      .where('done_at', 'is', null)
      .returning(['row_count', 'counted_as', 'turn'])
      .executeTakeFirst();
    if (before === undefined || block === undefined) return undefined;
    await credit(one, before.account_id, kept.credited, block.counted_as);
    const row = await one
      .updateTable('job')
      .set(afterBlock(before, block, kept, { nowMs: now(), keepMs }))
      .where('id', '=', jobId)
      .returningAll()
      .executeTakeFirstOrThrow();
    const job = toJob(row);
    if (job.state === 'done') await putCallback(one, mail, job);
    return job;
  });
}

/** What a job is once one more of its blocks has a result. */
function afterBlock(
  before: Selectable<JobTable>,
  block: { readonly row_count: number; readonly turn: number },
  { failed, credited, errors, dataVersions }: BlockResult,
  { nowMs, keepMs }: { readonly nowMs: number; readonly keepMs: number },
): Updateable<JobTable> {
  const done = before.done + block.row_count;
  const isRunning = before.state === 'waiting' && before.waits_until === null;
  const versions = new Set([...JSON.parse(before.data_versions), ...dataVersions]);
  return {
    done,
    failed: before.failed + failed,
    calls: before.calls - credited,
    credited: before.credited + credited,
    errors: JSON.stringify(addCounts(JSON.parse(before.errors), errors)),
    data_versions: JSON.stringify([...versions]),
    started_at: before.started_at ?? toInstant(nowMs),
    served: Math.max(before.served, block.turn),
    ...(isRunning && { state: 'running' }),
    ...(done === before.row_count && {
      state: 'done',
      reason: null,
      waits_until: null,
      ended_at: toInstant(nowMs),
      expires_at: toInstant(nowMs + keepMs),
    }),
  };
}

/** Gives units of a block back to what they were counted to. @param countedAs null: they were not. */
async function credit(
  one: Kysely<Schema>,
  accountId: string,
  units: number,
  countedAs: string | null,
): Promise<void> {
  if (units === 0 || countedAs === null) return;
  const counted: Omit<BlockCount, 'limit'> = JSON.parse(countedAs);
  await subtract(one, { accountId, units, ...counted });
}

/** Whatever changes a job and its blocks locks the job first, so that two of them never wait for each other. */
const lockJob = (one: Kysely<Schema>, jobId: string) =>
  one
    .updateTable('job')
    .set((now) => ({ done: now.ref('done') }))
    .where('id', '=', jobId)
    .returningAll()
    .executeTakeFirst();

type Counts = Readonly<Record<string, number>>;

const addCounts = (a: Counts, b: Counts): Counts =>
  Object.fromEntries(
    [...new Set([...Object.keys(a), ...Object.keys(b)])].map((code) => [
      code,
      (a[code] ?? 0) + (b[code] ?? 0),
    ]),
  );

async function putCallback(one: Kysely<Schema>, mail: JobMail, { id, terms }: Job): Promise<void> {
  if (terms.callbackUrl === undefined) return;
  const message = { kind: 'callback', jobId: id, tries: 0 } as const;
  await mail.put(one, 'callbacks', [{ message, turn: 0 }]);
}

type Ends = Pick<JobStore, 'stop' | 'remove' | 'noteCallback' | 'webhookSecret'>;

function openEnds(db: Kysely<Schema>, { mail, now, keepMs }: JobStoreTerms): Ends {
  return {
    stop: (jobId, reason) =>
      db.transaction().execute(async (one) => {
        const row = await stopJob(one, jobId, reason, now(), keepMs);
        if (row === undefined) return;
        await creditOpen(one, row);
        await putCallback(one, mail, toJob(row));
      }),
    remove: (jobId) => db.transaction().execute((one) => removeJob(one, jobId)),
    async noteCallback(jobId, standing, againMs) {
      await db.transaction().execute(async (one) => {
        const row = await one
          .updateTable('job')
          .set({ callback: JSON.stringify(standing) })
          .where('id', '=', jobId)
          .returning('id')
          .executeTakeFirst();
        if (row === undefined || againMs === undefined) return;
        const message = { kind: 'callback', jobId, tries: standing.tries } as const;
        await mail.put(one, 'callbacks', [{ message, turn: 0, afterMs: againMs }]);
      });
    },
    async webhookSecret(accountId) {
      const secret = `whsec_${randomBytes(32).toString('base64')}`;
      await db
        .insertInto('webhook_secret')
        .values({ account_id: accountId, secret })
        .onConflict((conflict) => conflict.column('account_id').doNothing())
        .execute();
      const row = await db
        .selectFrom('webhook_secret')
        .select('secret')
        .where('account_id', '=', accountId)
        .executeTakeFirst();
      if (row === undefined) throw new Fault('upstream_down');
      return row.secret;
    },
  };
}

const stopJob = (
  one: Kysely<Schema>,
  jobId: string,
  reason: JobReason,
  nowMs: number,
  keepMs: number,
) =>
  one
    .updateTable('job')
    .set({
      state: 'stopped',
      reason,
      waits_until: null,
      ended_at: toInstant(nowMs),
      expires_at: toInstant(nowMs + keepMs),
    })
    .where('id', '=', jobId)
    .where('state', 'in', ['waiting', 'running'])
    .returningAll()
    .executeTakeFirst();

/** Blocks that were counted and have no result: no one works on them any more. */
async function creditOpen(
  one: Kysely<Schema>,
  { id, account_id }: Pick<Selectable<JobTable>, 'id' | 'account_id'>,
): Promise<void> {
  const open = await one
    .deleteFrom('job_block')
    .where('job_id', '=', id)
    .where('done_at', 'is', null)
    .returning(['units', 'counted_as'])
    .execute();
  for (const { units, counted_as } of open) {
    if (counted_as === null) continue;
    await credit(one, account_id, units, counted_as);
    await one
      .updateTable('job')
      .set((now) => ({ calls: now('calls', '-', units), credited: now('credited', '+', units) }))
      .where('id', '=', id)
      .execute();
  }
}

async function removeJob(one: Kysely<Schema>, jobId: string): Promise<void> {
  const row = await lockJob(one, jobId);
  if (row === undefined) return;
  await creditOpen(one, row);
  await one.deleteFrom('job_block').where('job_id', '=', jobId).execute();
  await one.deleteFrom('job').where('id', '=', jobId).execute();
}

const findJob = (db: Kysely<Schema>, id: string) =>
  db.selectFrom('job').selectAll().where('id', '=', id).executeTakeFirst();

function toJob(row: Selectable<JobTable>): Job {
  const optional = <Value>(name: string, value: Value | null) =>
    value === null ? {} : { [name]: value };
  const instant = (name: string, text: string | null) =>
    text === null ? {} : { [name]: fromInstant(text) };
  return {
    id: row.id,
    accountId: row.account_id,
    isTest: row.is_test === 1,
    createdAtMs: fromInstant(row.created_at),
    terms: JSON.parse(row.terms),
    state: row.state,
    rows: row.row_count,
    bytes: row.bytes,
    done: row.done,
    failed: row.failed,
    calls: row.calls,
    credited: row.credited,
    errors: JSON.parse(row.errors),
    dataVersions: JSON.parse(row.data_versions),
    ...optional('reason', row.reason),
    ...optional('onceDigest', row.once_digest),
    ...optional('bodyDigest', row.body_digest),
    ...optional(
      'callback',
      row.callback === null ? null : (JSON.parse(row.callback) as CallbackStanding),
    ),
    ...instant('startedAtMs', row.started_at),
    ...instant('endedAtMs', row.ended_at),
    ...instant('waitsUntilMs', row.waits_until),
    ...instant('expiresAtMs', row.expires_at),
  };
}
