/** A job as its row, and the steps that several of its changes have. */
import { type Kysely, type Selectable, sql } from 'kysely';
import type { BlockCount, CallbackStanding, Job, JobsKept, RowsMessage } from '../jobs/job.ts';
import type { JobMail } from './job-engine.ts';
import { subtract } from './quota-store.ts';
import { fromInstant, type JobTable, type Schema } from './schema.ts';

export interface JobStoreTerms {
  readonly mail: JobMail;
  readonly now: () => number;
  /** How long an ended job is kept. */
  readonly keepMs: number;
}

export const findJob = (db: Kysely<Schema>, id: string) =>
  db.selectFrom('job').selectAll().where('id', '=', id).executeTakeFirst();

export function toJob(row: Selectable<JobTable>): Job {
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

/** Whatever changes a job and its blocks locks the job first, so that two of them never wait for each other. */
export const lockJob = (one: Kysely<Schema>, jobId: string) =>
  one
    .updateTable('job')
    .set((now) => ({ done: now.ref('done') }))
    .where('id', '=', jobId)
    .returningAll()
    .executeTakeFirst();

/** What a block takes of the space of its account, in whole kilobytes. */
export const toKilobytes = (packed: Buffer): number => Math.ceil(packed.length / 1000);

/** The same of the rows of a block that waits. */
export const packedKb = sql<number>`(length(input) + 999) / 1000`;

/** Jobs of an account, and what they take. */
export async function readKept(db: Kysely<Schema>, accountId: string): Promise<JobsKept> {
  const { jobs, kb } = await db
    .selectFrom('job')
    .select(({ fn }) => [fn.countAll().as('jobs'), fn.sum('packed_kb').as('kb')])
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return { jobs: Number(jobs), bytes: 1000 * Number(kb ?? 0) };
}

/** So many calls are one turn: the block of a small plan is one, and one of 500 is twenty. */
const UNITS_OF_A_TURN = 25;

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
  { id, account_id }: Pick<Selectable<JobTable>, 'id' | 'account_id'>,
): Promise<void> {
  const { served, own } = await one
    .selectFrom('job')
    .select(({ fn }) => [
      fn.max('served').as('served'),
      fn
        .max('turn')
        .filterWhere('account_id', '=', account_id)
        .filterWhere('state', 'in', ['waiting', 'running'])
        .filterWhere('waits_until', 'is', null)
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
  const last = blocks.reduce(
    (most, { turn, units }) => Math.max(most, turn - 1 + Math.ceil(units / UNITS_OF_A_TURN)),
    before,
  );
  await one.updateTable('job').set({ turn: last }).where('id', '=', id).execute();
  const turns = blocks.map(({ no, turn }) => ({ message: toMessage(id, no, turn), turn }));
  await mail.put(one, 'rows', turns);
}

/** A message of a block that has got another turn meanwhile is one too many. */
export const toMessage = (jobId: string, no: number, turn: number): RowsMessage => ({
  kind: 'block',
  jobId,
  no,
  turn,
});

export async function putCallback(
  one: Kysely<Schema>,
  mail: JobMail,
  { id, terms }: Job,
): Promise<void> {
  if (terms.callbackUrl === undefined) return;
  const message = { kind: 'callback', jobId: id, tries: 0 } as const;
  await mail.put(one, 'callbacks', [{ message, turn: 0 }]);
}

/** Gives units of a block back to what they were counted to. @param countedAs null: they were not. */
export async function credit(
  one: Kysely<Schema>,
  accountId: string,
  units: number,
  countedAs: string | null,
): Promise<void> {
  if (units === 0 || countedAs === null) return;
  const counted: Omit<BlockCount, 'limit'> = JSON.parse(countedAs);
  await subtract(one, { accountId, units, ...counted });
}
