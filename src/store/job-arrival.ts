/** Jobs whose rows still come. */
import type { Kysely } from 'kysely';
import type { Begun, JobStore, JobsKept, NewJob } from '../jobs/job.ts';
import { removeJob } from './job-ends.ts';
import {
  findJob,
  giveTurns,
  type JobStoreTerms,
  lockJob,
  putCallback,
  readKept,
  toJob,
  toKilobytes,
} from './job-row.ts';
import { lockAccount } from './key-changes.ts';
import { type Schema, toInstant } from './schema.ts';

/** A job whose rows come so slowly that its caller has gone. */
const ARRIVING_MS = 6 * 3_600_000;

type Arrival = Pick<JobStore, 'begin' | 'addBlock' | 'submit'>;

export function openArrival(db: Kysely<Schema>, { mail, now, keepMs }: JobStoreTerms): Arrival {
  return {
    begin: (job, most) => db.transaction().execute((one) => begin(one, job, most, now())),
    async addBlock(jobId, { no, rows, units, input }, mostBytes) {
      return db.transaction().execute(async (one) => {
        const job = await lockJob(one, jobId);
        if (job?.state !== 'arriving') return 'gone';
        const kb = toKilobytes(input);
        if ((await readKept(one, job.account_id)).bytes + 1000 * kb > mostBytes) return 'full';
        await one
          .insertInto('job_block')
          .values({ job_id: jobId, no, row_count: rows, units, input })
          .execute();
        await one
          .updateTable('job')
          .set({ packed_kb: job.packed_kb + kb })
          .where('id', '=', jobId)
          .execute();
        return 'added';
      });
    },
    submit: (jobId, { rows, bytes, bodyDigest }) =>
      db.transaction().execute(async (one) => {
        const known = await findJob(one, jobId);
        // Two jobs of an account that came at once would get the same turns.
        if (known !== undefined) await lockAccount(one, known.account_id);
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
            ...(rows === 0 ? ended : { state: 'waiting', expires_at: null }),
          })
          .where('id', '=', jobId)
          .where('state', '=', 'arriving')
          .returningAll()
          .executeTakeFirst();
        if (row === undefined) return undefined;
        await giveTurns(one, mail, row);
        const job = toJob(row);
        if (job.state === 'done') await putCallback(one, mail, job);
        return job;
      }),
  };
}

async function begin(
  one: Kysely<Schema>,
  job: NewJob,
  most: JobsKept,
  nowMs: number,
): Promise<Begun> {
  await lockAccount(one, job.accountId);
  const known = await findOnce(one, job);
  if (known !== undefined && known.state !== 'arriving')
    return { kind: 'known', job: toJob(known) };
  if (known !== undefined) await removeJob(one, known.id);
  const kept = await readKept(one, job.accountId);
  if (kept.jobs >= most.jobs || kept.bytes >= most.bytes) return { kind: 'full', kept };
  await insert(one, job, nowMs);
  return { kind: 'begun' };
}

const findOnce = async (one: Kysely<Schema>, { accountId, onceDigest }: NewJob) =>
  onceDigest === undefined
    ? undefined
    : one
        .selectFrom('job')
        .selectAll()
        .where('account_id', '=', accountId)
        .where('once_digest', '=', onceDigest)
        .executeTakeFirst();

async function insert(one: Kysely<Schema>, job: NewJob, nowMs: number): Promise<void> {
  const { id, accountId, isTest, createdAtMs, terms, onceDigest } = job;
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
}
