/** How a job ends before its end, and what is told of an end. */
import { randomBytes } from 'node:crypto';
import type { Kysely, Selectable } from 'kysely';
import { Fault } from '../base/fault.ts';
import type { JobReason, JobStore } from '../jobs/job.ts';
import { credit, type JobStoreTerms, lockJob, putCallback, toJob } from './job-row.ts';
import { type JobTable, type Schema, toInstant } from './schema.ts';

type Ends = Pick<JobStore, 'stop' | 'remove' | 'noteCallback' | 'webhookSecret'>;

export function openEnds(db: Kysely<Schema>, { mail, now, keepMs }: JobStoreTerms): Ends {
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

export async function removeJob(one: Kysely<Schema>, jobId: string): Promise<void> {
  const row = await lockJob(one, jobId);
  if (row === undefined) return;
  await creditOpen(one, row);
  await one.deleteFrom('job_block').where('job_id', '=', jobId).execute();
  await one.deleteFrom('job').where('id', '=', jobId).execute();
}
