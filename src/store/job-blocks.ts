/** The blocks of a job, from their turn to their result. */
import type { Kysely, Selectable, Updateable } from 'kysely';
import type { BlockCount, BlockResult, Job, JobStore } from '../jobs/job.ts';
import { stopJob } from './job-ends.ts';
import type { JobMail } from './job-engine.ts';
import {
  credit,
  findJob,
  giveTurns,
  type JobStoreTerms,
  lockJob,
  packedKb,
  putCallback,
  readKept,
  toJob,
  toKilobytes,
  toMessage,
} from './job-row.ts';
import { lockAccount } from './key-changes.ts';
import { prepareTake } from './quota-store.ts';
import { type JobTable, type Schema, toInstant } from './schema.ts';

type Blocks = Pick<
  JobStore,
  'openBlock' | 'reserve' | 'keepResult' | 'putBack' | 'wait' | 'resume'
>;

export function openBlocks(db: Kysely<Schema>, terms: JobStoreTerms): Blocks {
  const { mail } = terms;
  return {
    openBlock: (jobId, no, turn) => openBlock(db, jobId, no, turn),
    reserve: (jobId, no, count) => reserve(db, jobId, no, count),
    keepResult: (jobId, no, result, mostBytes) =>
      keepResult(db, jobId, no, result, { ...terms, mostBytes }),
    putBack: (jobId, no, turn, afterMs) =>
      db.transaction().execute(async (one) => {
        await lockJob(one, jobId);
        // One that has got another turn meanwhile has another message, too.
        const block = await one
          .updateTable('job_block')
          .set((now) => ({ tries: now('tries', '+', 1) }))
          .where('job_id', '=', jobId)
          .where('no', '=', no)
          .where('turn', '=', turn)
          .where('done_at', 'is', null)
          .returning('no')
          .executeTakeFirst();
        if (block === undefined) return;
        await mail.put(one, 'rows', [{ message: toMessage(jobId, no, turn), turn, afterMs }]);
      }),
    wait: (jobId, untilMs) =>
      db.transaction().execute(async (one) => {
        const row = await one
          .updateTable('job')
          .set({ state: 'waiting', reason: 'quota_exceeded', waits_until: toInstant(untilMs) })
          .where('id', '=', jobId)
          .where('waits_until', 'is', null)
          .where('state', 'in', ['waiting', 'running'])
          .returning('id')
          .executeTakeFirst();
        if (row === undefined) return;
        const message = { kind: 'resume', jobId } as const;
        await mail.put(one, 'rows', [{ message, turn: 0, afterMs: untilMs }]);
      }),
    resume: (jobId) => db.transaction().execute((one) => resume(one, mail, jobId)),
  };
}

const openBlock: (
  db: Kysely<Schema>,
  ...of: Parameters<JobStore['openBlock']>
) => ReturnType<JobStore['openBlock']> = async (db, jobId, no, turn) => {
  const row = await findJob(db, jobId);
  if (row === undefined || !isOpen(row)) return undefined;
  const block = await db
    .selectFrom('job_block')
    .select(['no', 'row_count', 'units', 'day', 'tries', 'input'])
    .where('job_id', '=', jobId)
    .where('no', '=', no)
    .where('turn', '=', turn)
    .where('done_at', 'is', null)
    .executeTakeFirst();
  if (block === undefined || block.input === null) return undefined;
  const { row_count: rows, units, day, tries, input } = block;
  return {
    job: toJob(row),
    block: { no, turn, rows, units, tries, input, ...(day !== null && { day }) },
  };
};

async function resume(one: Kysely<Schema>, mail: JobMail, jobId: string): Promise<void> {
  const known = await findJob(one, jobId);
  if (known !== undefined) await lockAccount(one, known.account_id);
  const row = await one
    .updateTable('job')
    .set({ waits_until: null, reason: null })
    .where('id', '=', jobId)
    .where('waits_until', 'is not', null)
    .where('state', '=', 'waiting')
    .returning(['id', 'account_id'])
    .executeTakeFirst();
  if (row !== undefined) await giveTurns(one, mail, row);
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
  terms: JobStoreTerms & { readonly mostBytes: number },
): Promise<Job | undefined> {
  const { mail, now, keepMs, mostBytes } = terms;
  return db.transaction().execute(async (one) => {
    const before = await lockJob(one, jobId);
    const packed = await packedOf(one, jobId, no);
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
      .set({
        ...afterBlock(before, block, kept, { nowMs: now(), keepMs }),
        packed_kb: before.packed_kb + toKilobytes(kept.result) - packed,
      })
      .where('id', '=', jobId)
      .returningAll()
      .executeTakeFirstOrThrow();
    const job = toJob(row);
    if (job.state === 'done') await putCallback(one, mail, job);
    else if ((await readKept(one, job.accountId)).bytes > mostBytes)
      await stopJob(one, jobId, 'too_large', terms);
    return job;
  });
}

/** What the rows of a block take, in kilobytes. */
async function packedOf(one: Kysely<Schema>, jobId: string, no: number): Promise<number> {
  const block = await one
    .selectFrom('job_block')
    .select(packedKb.as('kb'))
    .where('job_id', '=', jobId)
    .where('no', '=', no)
    .executeTakeFirst();
  return Number(block?.kb ?? 0);
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

type Counts = Readonly<Record<string, number>>;

const addCounts = (a: Counts, b: Counts): Counts =>
  Object.fromEntries(
    [...new Set([...Object.keys(a), ...Object.keys(b)])].map((code) => [
      code,
      (a[code] ?? 0) + (b[code] ?? 0),
    ]),
  );
