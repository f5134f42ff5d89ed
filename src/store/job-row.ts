/** A job as its row, and the steps that several of its changes have. */
import { type Kysely, type Selectable, sql } from 'kysely';
import type { BlockCount, CallbackStanding, Job } from '../jobs/job.ts';
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

/**
 * Gives blocks their turns: behind those of the same account, and beside those of others, so that accounts have
 * the same share whatever the length of their jobs.
 *
 * Source: P. Goyal, H. Vin, H. Cheng, "Start-time Fair Queueing", SIGCOMM 1996: a block is a unit of work, and the
 * virtual time is the turn that was served last.
 */
export async function giveTurns(
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
      fn
        .max('turn')
        .filterWhere('account_id', '=', account_id)
        .filterWhere('state', 'in', ['waiting', 'running'])
        .filterWhere('waits_until', 'is', null)
        .as('own'),
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
