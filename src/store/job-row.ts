/** The steps that several changes of a job have in common. */
import { type Kysely, type Selectable, sql } from 'kysely';
import type { JobMessage, JobReason, JobsKept } from '../jobs/job.ts';
import { lockAccount } from './account-store.ts';
import { subtract } from './call-store.ts';
import type { JobMail } from './job-engine.ts';
import { fromRow, type KeptBlock, type KeptJob, type RowOf, type Schema, toRow } from './schema.ts';

export interface JobStoreTerms {
  readonly mail: JobMail;
  readonly now: () => number;
  /** How long an ended job is kept. */
  readonly keepMs: number;
}

export const toJob = (row: Selectable<Schema['job']> | undefined): KeptJob | undefined =>
  row && fromRow<KeptJob>(row);

export const findJob = async (db: Kysely<Schema>, id: string): Promise<KeptJob | undefined> =>
  toJob(await db.selectFrom('job').selectAll().where('id', '=', id).executeTakeFirst());

/**
 * Changes a job or its blocks, in one transaction. The job is locked first, so that two changes of it never wait for
 * each other.
 *
 * @returns `undefined`: there is no such job.
 */
export const inJob = <Result>(
  db: Kysely<Schema>,
  id: string,
  work: (one: Kysely<Schema>, job: KeptJob) => Promise<Result>,
): Promise<Result | undefined> =>
  db.transaction().execute(async (one) => {
    const job = await lockJob(one, id);
    return job && work(one, job);
  });

/**
 * `inJob` for a change that gives turns. It locks the account first: two of its jobs would else get the same turns at
 * once.
 */
export const inAccountOf = <Result>(
  db: Kysely<Schema>,
  id: string,
  work: (one: Kysely<Schema>, job: KeptJob) => Promise<Result>,
): Promise<Result | undefined> =>
  db.transaction().execute(async (one) => {
    const known = await findJob(one, id);
    if (known === undefined) return undefined;
    await lockAccount(one, known.accountId);
    const job = await lockJob(one, id);
    return job && work(one, job);
  });

/** An update that changes nothing is a lock that both engines know. */
export const lockJobs = (one: Kysely<Schema>) =>
  one
    .updateTable('job')
    .set((now) => ({ done: now.ref('done') }))
    .returningAll();

const lockJob = async (one: Kysely<Schema>, id: string): Promise<KeptJob | undefined> =>
  toJob(await lockJobs(one).where('id', '=', id).executeTakeFirst());

/** @returns the changed job. */
export const setJob = async (
  one: Kysely<Schema>,
  id: string,
  change: Partial<RowOf<KeptJob>>,
): Promise<KeptJob> =>
  fromRow<KeptJob>(
    await one
      .updateTable('job')
      .set(change)
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow(),
  );

/** What the end of a job sets. */
export const endOf = ({ now, keepMs }: Pick<JobStoreTerms, 'now' | 'keepMs'>) => ({
  resumesAtMs: null,
  endedAtMs: now(),
  expiresAtMs: now() + keepMs,
});

/** Have all rows of a job come, and has it not ended? */
export const isUnderWay = ({ state }: KeptJob): boolean =>
  state === 'waiting' || state === 'running';

/** What a block takes of the space of its account, in whole kilobytes. */
export const toKilobytes = (packed: Buffer): number => Math.ceil(packed.length / 1000);

/** Jobs of an account, and what they take. */
export async function readKept(db: Kysely<Schema>, accountId: string): Promise<JobsKept> {
  const { jobs, kb } = await db
    .selectFrom('job')
    .select(({ fn }) => [fn.countAll().as('jobs'), fn.sum('packed_kb').as('kb')])
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return { jobs: Number(jobs), bytes: 1000 * Number(kb ?? 0) };
}

/** This many calls are one turn: the block of a small plan is one turn, and a block of 500 calls is twenty. */
const UNITS_OF_A_TURN = 25;
/** The most messages of one statement: SQLite binds 32 766 values. */
const MOST_PUT = 1000;

/**
 * Gives the open blocks of a job their turns: behind those of the same account, and beside those of others, so that
 * accounts have the same share of the work whatever the length of their jobs and blocks.
 *
 * Source: P. Goyal, H. Vin, H. Cheng, "Start-time Fair Queueing", SIGCOMM 1996: a block is as long as its calls, and
 * the virtual time is the turn that was served last.
 */
export async function giveTurns(
  one: Kysely<Schema>,
  mail: JobMail,
  { id, accountId }: KeptJob,
): Promise<void> {
  const { served, own } = await one
    .selectFrom('job')
    .select(({ fn }) => [
      fn.max('served').as('served'),
      fn
        .max('turn')
        .filterWhere('account_id', '=', accountId)
        .filterWhere('state', 'in', ['waiting', 'running'])
        .filterWhere('resumes_at', 'is', null)
        .as('own'),
    ])
    .executeTakeFirstOrThrow();
  const before = Math.max(Number(served ?? 0), Number(own ?? 0));
  const length = sql<number>`(units + ${sql.lit(UNITS_OF_A_TURN - 1)}) / ${sql.lit(UNITS_OF_A_TURN)}`;
  const given = one
    .selectFrom('job_block')
    .select(['no', sql<number>`sum(${length}) over (order by no)`.as('end_turn')])
    .where('job_id', '=', id)
    .where('done_at', 'is', null)
    .as('given');
  const blocks = await one
    .updateTable('job_block')
    .from(given)
    .set({ turn: sql<number>`${before} + 1 + given.end_turn - ${length}` })
    .where('job_block.job_id', '=', id)
    .whereRef('job_block.no', '=', 'given.no')
    .returning(['job_block.no', 'job_block.turn', 'job_block.units'])
    .execute();
  const ends = blocks.map(({ turn, units }) => turn - 1 + Math.ceil(units / UNITS_OF_A_TURN));
  await setJob(one, id, { turn: ends.reduce((last, end) => Math.max(last, end), before) });
  const turns = blocks.map(({ no, turn }) => ({ message: toMessage(id, no, turn), turn }));
  for (let i = 0; i < turns.length; i += MOST_PUT)
    await mail.put(one, 'rows', turns.slice(i, i + MOST_PUT));
}

/** The message of a block. If the block has got another turn meanwhile, its message is one too many. */
export const toMessage = (jobId: string, no: number, turn: number): JobMessage => ({
  kind: 'block',
  jobId,
  no,
  turn,
});

/** Lets the receiver of a job be told of its end. */
export async function tellEnd(
  one: Kysely<Schema>,
  mail: JobMail,
  { id, terms }: KeptJob,
): Promise<void> {
  if (terms.callbackUrl === undefined) return;
  const message = { kind: 'callback', jobId: id, tries: 0 } as const;
  await mail.put(one, 'callbacks', [{ message, turn: 0 }]);
}

/** Gives units of a block back to what they were counted to, if they were. */
export async function credit(
  one: Kysely<Schema>,
  { accountId }: KeptJob,
  { countedAs }: Pick<KeptBlock, 'countedAs'>,
  units: number,
): Promise<void> {
  if (units > 0 && countedAs !== undefined) await subtract(one, { accountId, units, ...countedAs });
}

/** Credits and removes the blocks that have no result: no one works on them any more. */
export async function dropOpenBlocks(one: Kysely<Schema>, job: KeptJob): Promise<void> {
  const rows = await one
    .deleteFrom('job_block')
    .where('job_id', '=', job.id)
    .where('done_at', 'is', null)
    .returning(['units', 'counted_as', 'packed_kb'])
    .execute();
  let { calls, credited, packedKb } = job;
  for (const row of rows) {
    const block = fromRow<Pick<KeptBlock, 'units' | 'countedAs' | 'packedKb'>>(row);
    packedKb -= block.packedKb;
    if (block.countedAs === undefined) continue;
    await credit(one, job, block, block.units);
    calls -= block.units;
    credited += block.units;
  }
  await setJob(one, job.id, toRow({ calls, credited, packedKb }));
}

/** Ends a job before its end: its open blocks are credited, and its receiver is to hear of it. */
export async function stopJob(
  one: Kysely<Schema>,
  job: KeptJob,
  reason: JobReason,
  terms: JobStoreTerms,
): Promise<void> {
  if (!isUnderWay(job)) return;
  await dropOpenBlocks(one, job);
  const stopped = toRow({ state: 'stopped', reason, ...endOf(terms) });
  await tellEnd(one, terms.mail, await setJob(one, job.id, stopped));
}
