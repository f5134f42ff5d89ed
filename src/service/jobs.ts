/** Jobs over the database of the accounts: taken in, worked on, and handed out. */
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { Logger } from 'pino';
import { jobQueueOf } from '../answer/admission-queue.ts';
import { Fault } from '../base/fault.ts';
import { openRowPricer } from '../batch/price-row.ts';
import type { JobDesk, Services } from '../http/services.ts';
import type { Job, JobStore } from '../jobs/job.ts';
import { formatOfJob } from '../jobs/price-block.ts';
import { type Submission, submitJob } from '../jobs/submit-job.ts';
import { countOf, type Workers, workJobs } from '../jobs/work-jobs.ts';
import { newId } from '../store/new-id.ts';
import type { QuoteQuestion } from '../wire/parameters.ts';
import { parseQuoteRequest } from '../wire/question.ts';
import type { OpenAccounts } from './accounts.ts';
import type { Config } from './config.ts';
import { systemClock as clock, systemTimer as timer } from './machine.ts';

const unpack = promisify(gunzip);

const DAY_MS = 86_400_000;
/** The rate of a job is that of its last minute. */
const RATE_MS = 60_000;

/** What rows are priced with, as calls are. */
type Priced = Pick<
  Services,
  'answerRoute' | 'fictitious' | 'ferryBounds' | 'gazetteer' | 'dataVersion'
>;

export interface OpenJobs {
  readonly desk: JobDesk;
  /** From now on rows are priced. @returns what ends that. */
  work(priced: Priced): Workers;
  close(): Promise<void>;
}

export async function openJobs(
  { jobs: settings }: Pick<Config, 'jobs'>,
  { store, plans, limits }: OpenAccounts,
  log: Logger,
): Promise<OpenJobs> {
  const onTrouble = (sentence: string, err: unknown) => log.warn({ err }, sentence);
  const { jobs, engine } = await store.openJobs({
    keepMs: settings.days * DAY_MS,
    leaseS: settings.leaseS,
    onTrouble: (error) => onTrouble('the queue of jobs has failed', error),
  });
  const rules = { limits, plans, clock };
  let workers: Workers | undefined;
  return {
    desk: openDesk(jobs, { store, rules }, () => workers?.wake()),
    work(priced) {
      workers = workJobs(
        {
          ...rules,
          jobs,
          engine,
          timer,
          onTrouble,
          findAccount: store.accounts.findById,
          openPricer: (job, signal) => openPricer(job, signal, priced),
          call: async () => undefined,
          dataVersion: () => priced.dataVersion,
        },
        settings.atOnce,
      );
      return workers;
    },
    close: () => engine.close(),
  };
}

/** Rows are asked behind all calls, at the moment of the submission where they name none. */
function openPricer(job: Job, signal: AbortSignal, priced: Priced) {
  const { accountId, isTest, createdAtMs, terms } = job;
  const { answerRoute } = isTest ? priced.fictitious : priced;
  const { ferryBounds, gazetteer: places } = priced;
  const queue = jobQueueOf(accountId);
  return openRowPricer(terms, {
    terms: { nowMs: createdAtMs, ferryBounds, places },
    answerRoute: (question) => answerRoute(question, { signal, account: queue }),
    timer,
    format: formatOfJob(terms),
  });
}

/** What a row of a table is asked with where no parameter says something else: the recommended route alone. */
const OF_TABLES: QuoteQuestion = { alternatives: '0' };

/** Two points of the country: a question that is asked of the parameters alone. */
const ANY_TRIP = { from: '59.9139,10.7522', to: '60.3913,5.3221' };

function openDesk(
  jobs: JobStore,
  {
    store,
    rules,
  }: { readonly store: OpenAccounts['store']; readonly rules: Parameters<typeof countOf>[2] },
  wake: () => void,
): JobDesk {
  return {
    ...jobs,
    list: (accountId, before) => jobs.list(accountId, 100, before),
    async submit(body, asked, caller, idempotencyKey, priced) {
      const { result, overLimit = 'wait', pinDataVersion, callbackUrl, ...question } = asked;
      const { account, isTest = false } = caller;
      const createdAtMs = clock.now();
      const terms = { nowMs: createdAtMs, ferryBounds: priced.ferryBounds };
      parseQuoteRequest({ ...question, ...ANY_TRIP }, terms);
      const count = countOf({ isTest }, account, rules);
      const used = await store.quota.getUsed(account.id, count.day, count);
      const submission: Submission = {
        id: newId(createdAtMs),
        accountId: account.id,
        isTest,
        createdAtMs,
        terms: {
          question: result === 'ndjson' ? question : { ...OF_TABLES, ...question },
          overLimit,
          ...(result !== undefined && { resultForm: result }),
          ...(pinDataVersion === '1' && { pinned: priced.dataVersion }),
          ...(callbackUrl !== undefined && { callbackUrl }),
        },
        ...(idempotencyKey !== undefined && { onceDigest: digestOf(idempotencyKey, isTest) }),
      };
      const taken = await submitJob(body, submission, {
        jobs,
        limits: rules.limits.jobs[account.plan],
        left: Math.max(0, count.limit - used),
        perDay: count.limit,
      });
      wake();
      return taken;
    },
    async rateOf({ id, startedAtMs }) {
      const nowMs = clock.now();
      const sinceMs = Math.max(nowMs - RATE_MS, startedAtMs ?? nowMs);
      const rows = await jobs.countDoneSince(id, sinceMs);
      return nowMs - sinceMs < 1000 ? undefined : (rows / (nowMs - sinceMs)) * 1000;
    },
    async openResult(job) {
      const head = Buffer.from(formatOfJob(job.terms).header ?? '');
      return { head, parts: await jobs.listResults(job.id) };
    },
    async readResult(jobId, no) {
      const packed = await jobs.readResult(jobId, no);
      if (packed === undefined) throw new Fault('not_found', 'There is no such job any more.');
      return unpack(packed);
    },
  };
}

const digestOf = (key: string, isTest: boolean) =>
  createHash('sha256')
    .update(`job${isTest ? ' of tests' : ''}\n${key}`)
    .digest('hex');
