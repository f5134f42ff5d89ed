import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Begun, JobStore, JobsKept, NewJob, ResultPart } from '../jobs/job.ts';
import { lockAccount } from './account-store.ts';
import { openBlocks } from './job-blocks.ts';
import {
  dropOpenBlocks,
  endOf,
  findJob,
  giveTurns,
  inAccountOf,
  inJob,
  type JobStoreTerms,
  lockJobs,
  readKept,
  setJob,
  stopJob,
  tellEnd,
  toJob,
  toKilobytes,
} from './job-row.ts';
import { fromRow, isBefore, type KeptJob, type Schema, toInstant, toRow } from './schema.ts';

/** Without a further block for this long the caller of a job has gone, or the server that took it in. Milliseconds. */
const ARRIVING_MS = 10 * 60_000;

/** Jobs and their blocks in a database. */
export function openJobStore(db: Kysely<Schema>, terms: JobStoreTerms): JobStore {
  return {
    ...openArrival(db, terms),
    ...openBlocks(db, terms),
    ...openReading(db),
    ...openEnds(db, terms),
  };
}

/** Jobs whose rows still come. */
function openArrival(
  db: Kysely<Schema>,
  { mail, now, keepMs }: JobStoreTerms,
): Pick<JobStore, 'begin' | 'addBlock' | 'submit'> {
  return {
    begin: (job, most) => db.transaction().execute((one) => begin(one, job, most, now())),
    async addBlock(jobId, block, mostBytes) {
      const added = await inJob(db, jobId, async (one, { state, accountId, packedKb }) => {
        if (state !== 'arriving') return 'gone';
        const kb = toKilobytes(block.input);
        if ((await readKept(one, accountId)).bytes + 1000 * kb > mostBytes) return 'full';
        const row = toRow({ ...block, jobId, turn: 0, tries: 0, packedKb: kb });
        await one.insertInto('job_block').values(row).execute();
        const more = { packedKb: packedKb + kb, expiresAtMs: now() + ARRIVING_MS };
        await setJob(one, jobId, toRow(more));
        return 'added';
      });
      return added ?? 'gone';
    },
    submit: (jobId, came) =>
      inAccountOf(db, jobId, async (one, { state }) => {
        if (state !== 'arriving') return undefined;
        const next =
          came.rows === 0
            ? toRow({ state: 'done', ...endOf({ now, keepMs }) })
            : toRow({ state: 'waiting', expiresAtMs: null });
        const job = await setJob(one, jobId, { ...toRow(came), ...next });
        await giveTurns(one, mail, job);
        if (job.state === 'done') await tellEnd(one, mail, job);
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
  if (known !== undefined && known.state !== 'arriving') return { kind: 'known', job: known };
  if (known !== undefined) await removeJob(one, known);
  const kept = await readKept(one, job.accountId);
  if (kept.jobs >= most.jobs || kept.bytes >= most.bytes) return { kind: 'full', kept };
  const begun: KeptJob = { ...job, ...NOTHING_YET, expiresAtMs: nowMs + ARRIVING_MS };
  await one.insertInto('job').values(toRow(begun)).execute();
  return { kind: 'begun' };
}

const NOTHING_YET = {
  state: 'arriving',
  rows: 0,
  bytes: 0,
  done: 0,
  failed: 0,
  calls: 0,
  credited: 0,
  errors: {},
  dataVersions: [],
  turn: 0,
  served: 0,
  packedKb: 0,
} as const;

const findOnce = async (one: Kysely<Schema>, { accountId, onceDigest }: NewJob) =>
  onceDigest === undefined
    ? undefined
    : toJob(
        await lockJobs(one)
          .where('account_id', '=', accountId)
          .where('once_digest', '=', onceDigest)
          .executeTakeFirst(),
      );

function openReading(
  db: Kysely<Schema>,
): Pick<JobStore, 'find' | 'list' | 'countDoneSince' | 'listResults' | 'readResult'> {
  return {
    find: (jobId) => findJob(db, jobId),
    async list(accountId, isTest, most, before) {
      const rows = await db
        .selectFrom('job')
        .selectAll()
        .where('account_id', '=', accountId)
        .where('is_test', '=', Number(isTest))
        .where(isBefore(before))
        .orderBy('id', 'desc')
        .limit(most)
        .execute();
      return rows.map((row) => fromRow<KeptJob>(row));
    },
    async countDoneSince(jobId, sinceMs) {
      const { rows } = await db
        .selectFrom('job_block')
        .select(({ fn }) => fn.sum('rows').as('rows'))
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

function openEnds(
  db: Kysely<Schema>,
  terms: JobStoreTerms,
): Pick<JobStore, 'stop' | 'remove' | 'noteCallback' | 'callLater' | 'webhookSecret'> {
  const { mail } = terms;
  return {
    async stop(jobId, reason) {
      await inJob(db, jobId, (one, job) => stopJob(one, job, reason, terms));
    },
    async remove(jobId) {
      await inJob(db, jobId, removeJob);
    },
    async noteCallback(jobId, callback, againMs) {
      await inJob(db, jobId, async (one) => {
        await setJob(one, jobId, toRow({ callback }));
        if (againMs === undefined) return;
        const message = { kind: 'callback', jobId, tries: callback.tries } as const;
        await mail.put(one, 'callbacks', [{ message, turn: 0, afterMs: againMs }]);
      });
    },
    callLater: (message, afterMs) => mail.put(db, 'callbacks', [{ message, turn: 0, afterMs }]),
    webhookSecret: (accountId) => webhookSecret(db, accountId),
  };
}

/** The blocks from the first on, up to the first that has no result. */
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

async function removeJob(one: Kysely<Schema>, job: KeptJob): Promise<void> {
  await dropOpenBlocks(one, job);
  await one.deleteFrom('job_block').where('job_id', '=', job.id).execute();
  await one.deleteFrom('job').where('id', '=', job.id).execute();
}

async function webhookSecret(db: Kysely<Schema>, accountId: string): Promise<string> {
  const offered = `whsec_${randomBytes(32).toString('base64')}`;
  const { secret } = await db
    .insertInto('webhook_secret')
    .values({ account_id: accountId, secret: offered })
    .onConflict((conflict) =>
      conflict
        .column('account_id')
        .doUpdateSet((now) => ({ secret: now.ref('webhook_secret.secret') })),
    )
    .returning('secret')
    .executeTakeFirstOrThrow();
  return secret;
}
