import type { Kysely } from 'kysely';
import type { JobStore, ResultPart } from '../jobs/job.ts';
import { openArrival } from './job-arrival.ts';
import { openBlocks } from './job-blocks.ts';
import { openEnds } from './job-ends.ts';
import { findJob, type JobStoreTerms, readKept, toJob } from './job-row.ts';
import { type Schema, toInstant } from './schema.ts';

/** Jobs and their blocks in a database. */
export function openJobStore(db: Kysely<Schema>, terms: JobStoreTerms): JobStore {
  return {
    ...openArrival(db, terms),
    ...openReading(db),
    ...openBlocks(db, terms),
    ...openEnds(db, terms),
  };
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
    async list(accountId, isTest, most, before) {
      const rows = await db
        .selectFrom('job')
        .selectAll()
        .where('account_id', '=', accountId)
        .where('is_test', '=', isTest ? 1 : 0)
        .$if(before !== undefined, (query) => query.where('id', '<', String(before)))
        .orderBy('id', 'desc')
        .limit(most)
        .execute();
      return rows.map(toJob);
    },
    kept: (accountId) => readKept(db, accountId),
    async countDoneSince(jobId, sinceMs) {
      const { rows } = await db
        .selectFrom('job_block')
        .select(({ fn }) => fn.sum('row_count').as('rows'))
        .where('job_id', '=', jobId)
        .where('done_at', '>', toInstant(sinceMs))
        .executeTakeFirstOrThrow();
      return Number(rows ?? 0);
    },
    listResults: (jobId) => listResults(db, jobId),
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

async function listResults(db: Kysely<Schema>, jobId: string): Promise<readonly ResultPart[]> {
  const blocks = await db
    .selectFrom('job_block')
    .select(['no', 'result_bytes'])
    .where('job_id', '=', jobId)
    .orderBy('no')
    .execute();
  const open = blocks.findIndex(({ result_bytes }) => result_bytes === null);
  const ended = open < 0 ? blocks : blocks.slice(0, open);
  return ended.map(({ no, result_bytes }) => ({ no, bytes: Number(result_bytes) }));
}
