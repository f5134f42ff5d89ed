/** How a job ends before its end, and what is told of an end. */
import { randomBytes } from 'node:crypto';
import type { Kysely, Selectable } from 'kysely';
import { Fault } from '../base/fault.ts';
import type { JobReason, JobStore } from '../jobs/job.ts';
import { credit, type JobStoreTerms, lockJob, packedKb, putCallback, toJob } from './job-row.ts';
import { type JobTable, type Schema, toInstant } from './schema.ts';

type Ends = Pick<JobStore, 'stop' | 'remove' | 'noteCallback' | 'callLater' | 'webhookSecret'>;

export function openEnds(db: Kysely<Schema>, terms: JobStoreTerms): Ends {
  const { mail } = terms;
  return {
    stop: (jobId, reason) => db.transaction().execute((one) => stopJob(one, jobId, reason, terms)),
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
    callLater: (message, afterMs) => mail.put(db, 'callbacks', [{ message, turn: 0, afterMs }]),
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

/** Ends a job before its end: its open blocks are credited, and whoever is to hear of it is told. */
export async function stopJob(
  one: Kysely<Schema>,
  jobId: string,
  reason: JobReason,
  { mail, now, keepMs }: JobStoreTerms,
): Promise<void> {
  const row = await one
    .updateTable('job')
    .set({
      state: 'stopped',
      reason,
      waits_until: null,
      ended_at: toInstant(now()),
      expires_at: toInstant(now() + keepMs),
    })
    .where('id', '=', jobId)
    .where('state', 'in', ['waiting', 'running'])
    .returningAll()
    .executeTakeFirst();
  if (row === undefined) return;
  await creditOpen(one, row);
  await putCallback(one, mail, toJob(row));
}

/** Blocks that were counted and have no result: no one works on them any more. */
async function creditOpen(
  one: Kysely<Schema>,
  { id, account_id }: Pick<Selectable<JobTable>, 'id' | 'account_id'>,
): Promise<void> {
  const open = await one
    .deleteFrom('job_block')
    .where('job_id', '=', id)
    .where('done_at', 'is', null)
    .returning(['units', 'counted_as', packedKb.as('kb')])
    .execute();
  const counted = open.filter(({ counted_as }) => counted_as !== null);
  for (const { units, counted_as } of counted) await credit(one, account_id, units, counted_as);
  const credited = counted.reduce((sum, { units }) => sum + units, 0);
  const kb = open.reduce((sum, block) => sum + Number(block.kb), 0);
  await one
    .updateTable('job')
    .set((now) => ({
      calls: now('calls', '-', credited),
      credited: now('credited', '+', credited),
      packed_kb: now('packed_kb', '-', kb),
    }))
    .where('id', '=', id)
    .execute();
}

export async function removeJob(one: Kysely<Schema>, jobId: string): Promise<void> {
  const row = await lockJob(one, jobId);
  if (row === undefined) return;
  await creditOpen(one, row);
  await one.deleteFrom('job_block').where('job_id', '=', jobId).execute();
  await one.deleteFrom('job').where('id', '=', jobId).execute();
}
