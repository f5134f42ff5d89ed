/** The blocks of a job, from their turn to their result. */
import { type Kysely, sql } from 'kysely';
import type { BlockCount, BlockResult, Job, JobStore } from '../jobs/job.ts';
import { take } from './call-store.ts';
import {
  credit,
  endOf,
  findJob,
  giveTurns,
  inAccountOf,
  inJob,
  isUnderWay,
  type JobStoreTerms,
  readKept,
  setJob,
  stopJob,
  tellEnd,
  toKilobytes,
  toMessage,
} from './job-row.ts';
import { fromRow, type KeptBlock, type KeptJob, type Schema, toRow } from './schema.ts';

type Blocks = Pick<
  JobStore,
  'openBlock' | 'reserve' | 'keepResult' | 'putBack' | 'wait' | 'resume'
>;

export function openBlocks(db: Kysely<Schema>, terms: JobStoreTerms): Blocks {
  const { mail } = terms;
  return {
    async openBlock(jobId, no, turn) {
      const job = await findJob(db, jobId);
      if (job === undefined || !takesTurns(job)) return undefined;
      const block = await findOpen(db, jobId, no);
      if (block?.input === undefined || block.turn !== turn) return undefined;
      return { job, block: { ...block, input: block.input } };
    },
    async reserve(jobId, no, count) {
      const hasRoom = await inJob(db, jobId, (one, job) => reserve(one, job, no, count));
      return hasRoom ?? true;
    },
    keepResult: (jobId, no, result, mostBytes) =>
      inJob(db, jobId, (one, job) => keepResult(one, job, no, result, { ...terms, mostBytes })),
    async putBack(jobId, { no, turn, tries }, afterMs) {
      await inJob(db, jobId, async (one) => {
        const block = await findOpen(one, jobId, no);
        // A block that has got another turn meanwhile, or was put back, has another message as well.
        if (block?.turn !== turn || block.tries !== tries) return;
        await setBlock(one, block, toRow({ tries: tries + 1 }));
        await mail.put(one, 'rows', [{ message: toMessage(jobId, no, turn), turn, afterMs }]);
      });
    },
    async wait(jobId, untilMs) {
      await inJob(db, jobId, async (one, job) => {
        if (!takesTurns(job)) return;
        const reason = 'quota_exceeded';
        await setJob(one, jobId, toRow({ state: 'waiting', reason, resumesAtMs: untilMs }));
        const message = { kind: 'resume', jobId } as const;
        await mail.put(one, 'rows', [{ message, turn: 0, afterMs: untilMs }]);
      });
    },
    async resume(jobId) {
      await inAccountOf(db, jobId, async (one, job) => {
        if (job.state !== 'waiting' || job.resumesAtMs === undefined) return;
        await setJob(one, jobId, toRow({ resumesAtMs: null, reason: null }));
        await giveTurns(one, mail, job);
      });
    },
  };
}

const takesTurns = (job: KeptJob) => isUnderWay(job) && job.resumesAtMs === undefined;

const isBlock = (jobId: string, no: number) => sql<boolean>`job_id = ${jobId} and no = ${no}`;

/** `undefined`: the block is gone, or has a result. */
async function findOpen(
  db: Kysely<Schema>,
  jobId: string,
  no: number,
): Promise<KeptBlock | undefined> {
  const row = await db
    .selectFrom('job_block')
    .selectAll()
    .where(isBlock(jobId, no))
    .where('done_at', 'is', null)
    .executeTakeFirst();
  return row && fromRow<KeptBlock>(row);
}

const setBlock = (
  one: Kysely<Schema>,
  { jobId, no }: KeptBlock,
  change: Partial<Schema['job_block']>,
) => one.updateTable('job_block').set(change).where(isBlock(jobId, no)).execute();

/** @returns false: the day has no room. */
async function reserve(
  one: Kysely<Schema>,
  { id, accountId, calls }: KeptJob,
  no: number,
  { limit, ...countedAs }: BlockCount,
): Promise<boolean> {
  const block = await findOpen(one, id, no);
  if (block === undefined || block.countedAs !== undefined) return true;
  const { units } = block;
  const used = await take(one, { accountId, units, ...countedAs }, limit);
  if (used === undefined) return false;
  await setBlock(one, block, toRow({ day: countedAs.day, countedAs }));
  await setJob(one, id, { calls: calls + units });
  return true;
}

async function keepResult(
  one: Kysely<Schema>,
  before: KeptJob,
  no: number,
  kept: BlockResult,
  terms: JobStoreTerms & { readonly mostBytes: number },
): Promise<Job | undefined> {
  const block = await findOpen(one, before.id, no);
  if (block === undefined) return undefined;
  const { result, bytes: resultBytes } = kept;
  const done = toRow({ result, resultBytes, doneAtMs: terms.now(), input: null });
  await setBlock(one, block, done);
  await credit(one, before, block, kept.credited);
  const job = await setJob(one, before.id, afterBlock(before, block, kept, terms));
  if (job.state === 'done') await tellEnd(one, terms.mail, job);
  else if ((await readKept(one, job.accountId)).bytes > terms.mostBytes)
    await stopJob(one, job, 'too_large', terms);
  return job;
}

/** What a job is once one more of its blocks has a result. */
function afterBlock(
  before: KeptJob,
  { rows, turn, packedKb }: KeptBlock,
  { result, failed, credited, errors, dataVersions }: BlockResult,
  terms: JobStoreTerms,
) {
  const done = before.done + rows;
  const isRunning = before.state === 'waiting' && before.resumesAtMs === undefined;
  const codes = Object.keys({ ...before.errors, ...errors });
  const sums = codes.map((code) => [code, (before.errors[code] ?? 0) + (errors[code] ?? 0)]);
  return toRow({
    done,
    failed: before.failed + failed,
    calls: before.calls - credited,
    credited: before.credited + credited,
    errors: Object.fromEntries(sums),
    dataVersions: [...new Set([...before.dataVersions, ...dataVersions])],
    startedAtMs: before.startedAtMs ?? terms.now(),
    served: Math.max(before.served, turn),
    packedKb: before.packedKb + toKilobytes(result) - packedKb,
    ...(isRunning && { state: 'running' as const }),
    ...(done === before.rows && { state: 'done' as const, reason: null, ...endOf(terms) }),
  });
}
