/** Jobs whose rows still come. */
import type { Kysely } from 'kysely';
import type { Job, JobStore, NewJob } from '../jobs/job.ts';
import { removeJob } from './job-ends.ts';
import { giveTurns, type JobStoreTerms, lockJob, putCallback, toJob } from './job-row.ts';
import { type Schema, toInstant } from './schema.ts';

/** A job whose rows come so slowly that its caller has gone. */
const ARRIVING_MS = 6 * 3_600_000;

type Arrival = Pick<JobStore, 'begin' | 'addBlock' | 'submit'>;

export function openArrival(db: Kysely<Schema>, { mail, now, keepMs }: JobStoreTerms): Arrival {
  return {
    begin: (job) => db.transaction().execute((one) => begin(one, job, now())),
    async addBlock(jobId, { no, rows, units, input }) {
      return db.transaction().execute(async (one) => {
        if ((await lockJob(one, jobId))?.state !== 'arriving') return false;
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
        const job = toJob(row);
        if (job.state === 'done') await putCallback(one, mail, job);
        return job;
      }),
  };
}

/** Others may begin a job under the same digest at once. */
const TRIES = 5;

async function begin(one: Kysely<Schema>, job: NewJob, nowMs: number): Promise<Job | undefined> {
  for (let tries = 0; tries < TRIES; tries++) {
    const known = await findOnce(one, job);
    if (known !== undefined && known.state !== 'arriving') return toJob(known);
    if (known !== undefined) await removeJob(one, known.id);
    if (await isInserted(one, job, nowMs)) return undefined;
  }
  throw new Error('A job was begun again and again under the same key.');
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

async function isInserted(one: Kysely<Schema>, job: NewJob, nowMs: number): Promise<boolean> {
  const { id, accountId, isTest, createdAtMs, terms, onceDigest } = job;
  const row = await one
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
    .onConflict((conflict) => conflict.columns(['account_id', 'once_digest']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}
