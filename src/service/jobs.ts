/** Jobs over the database of the accounts. Takes them in, works on them, and hands their results out. */
import type { Logger } from 'pino';
import { digestByKey, secondsUntil } from '../account/access.ts';
import { jobQueueOf } from '../answer/admission-queue.ts';
import { DAY_MS } from '../base/duration.ts';
import { Fault, gatherProblems } from '../base/fault.ts';
import { formatOsloInstant } from '../base/oslo-time.ts';
import { openRowPricer } from '../batch/price-row.ts';
import { markAnswer } from '../http/call/test-calls.ts';
import type { JobService, Services, Submitting } from '../http/services.ts';
import { answerRecord, type RecordTerms } from '../jobs/answer-record.ts';
import type { Job, JobStore, ResultForm, SendWebhook } from '../jobs/job.ts';
import { formatOfJob, unpack } from '../jobs/price-block.ts';
import { type Submission, submitJob } from '../jobs/submit-job.ts';
import {
  countOf,
  openReceiverTurns,
  type ReceiverTurns,
  type Workers,
  workJobs,
} from '../jobs/work-jobs.ts';
import type { Store } from '../store/open-store.ts';
import { newId } from '../store/schema.ts';
import {
  checkWebhookUrl,
  openWebhooks,
  PATIENCE_MS,
  type WebhookParts,
} from '../upstream/webhook/send-webhook.ts';
import { testMarks } from '../wire/billing.ts';
import type { QuoteQuestion } from '../wire/parameters.ts';
import { parseQuoteRequest } from '../wire/question.ts';
import type { OpenAccounts } from './accounts.ts';
import type { Config } from './config.ts';
import { systemClock as clock, systemTimer as timer } from './machine.ts';

/** The time over which the rate of a job is measured. */
const RATE_MS = 60_000;

/** The services that price rows, which are those of calls. */
type Priced = Pick<
  Services,
  | 'answerRoute'
  | 'answerTrace'
  | 'answerJourney'
  | 'fictitious'
  | 'facts'
  | 'gazetteer'
  | 'dataVersion'
  | 'inTurn'
>;

/** @param webhooks how receivers are called; absent: over the Internet. */
export async function openJobs(
  { jobs: settings }: Pick<Config, 'jobs'>,
  { store, plans, limits }: OpenAccounts,
  log: Logger,
  webhooks: Omit<WebhookParts, 'now'> = {},
) {
  const onTrouble = (sentence: string, err: unknown) => log.warn({ err }, sentence);
  const { jobs, engine } = await store.openJobs({
    keepMs: settings.days * DAY_MS,
    leaseS: settings.leaseS,
    onTrouble: (error) => onTrouble('the queue of jobs has failed', error),
  });
  const rules = { limits, plans, clock };
  const calls = { turns: openReceiverTurns(), send: openWebhooks({ now: clock.now, ...webhooks }) };
  const onRow = (error: unknown, of: object) =>
    log.error({ ...of, err: placeOf(error) }, 'a row of a job fails');
  let workers: Workers | undefined;
  const wake = () => workers?.wake();
  return {
    service: openService({ jobs, quota: store.quota, rules, ...calls, wake }),
    /**
     * From now on rows are priced.
     *
     * @returns the workers, which can be stopped.
     */
    work(priced: Priced): Workers {
      const parts = { ...rules, ...calls, jobs, engine, timer, onTrouble };
      workers = workJobs(
        {
          ...parts,
          findAccount: store.accounts.findById,
          openPricer: (job, signal) => openPricer(job, signal, priced, onRow),
          dataVersion: () => priced.dataVersion,
        },
        settings.atOnce,
      );
      return workers;
    },
    close: () => engine.close(),
  };
}

/** The kind and the place of an error. Its message is left out, because it may quote a row. */
const placeOf = (error: unknown) =>
  error instanceof Error
    ? { type: error.name, stack: error.stack?.split('\n').filter((line) => /^\s+at /.test(line)) }
    : { type: typeof error };

/** Opens the pricer of a job. Its rows wait behind all calls. Rows that name no moment depart at the submission. */
function openPricer(
  job: Job,
  signal: AbortSignal,
  priced: Priced,
  onRow: (error: unknown, of: object) => void,
) {
  const { id, accountId, isTest, createdAtMs, terms } = job;
  const { answerRoute, answerTrace, answerJourney } = isTest ? priced.fictitious : priced;
  const { facts, gazetteer: places, inTurn } = priced;
  const { ferryBounds } = facts;
  const queue = jobQueueOf(accountId);
  const caller = { signal, account: queue };
  const format = formatOfJob(job);
  const asked = { nowMs: terms.testNowMs ?? createdAtMs, ferryBounds, places };
  const marks = isTest ? testMarks(terms.testNowMs) : {};
  const records: RecordTerms = {
    terms: asked,
    kind: terms.kind,
    form: terms.resultForm,
    format,
    inTurn: (steps) => inTurn(queue, steps, signal),
    answers: {
      answerTrace: async (question) => markAnswer(await answerTrace(question, caller), marks),
      answerJourney: async (question) => ({ ...(await answerJourney(question, caller)), ...marks }),
    },
  };
  const question = { ...QUESTION_OF[terms.resultForm], ...terms.question };
  return openRowPricer(
    { ...terms, question },
    {
      terms: asked,
      answerRoute: async (question) => markAnswer(await answerRoute(question, caller), marks),
      onTrouble: (error, { no }) => onRow(error, { job: id, row: no }),
      answerOther: (row) => answerRecord(row, terms.question, records),
      // There is no `retryTimer`: rows of other accounts wait for the lane, so the block is put back instead.
      format,
    },
  );
}

interface JobServiceParts {
  readonly jobs: JobStore;
  readonly quota: Store['quota'];
  readonly rules: Parameters<typeof countOf>[2];
  readonly turns: ReceiverTurns;
  readonly send: SendWebhook;
  /** Tells the workers that there is something to do. */
  readonly wake: () => void;
}

function openService({ jobs, quota, rules, turns, send, wake }: JobServiceParts): JobService {
  return {
    ...jobs,
    testWebhook: openWebhookTest({ jobs, turns, send }),
    async submit(body, asked, call, inForce) {
      const { account, resetAtMs } = call.caller;
      const submission = toSubmission(asked, call, inForce);
      const { limit, ...count } = countOf(submission, account, rules);
      const used = await quota.getUsed(account.id, count.day, count);
      const limits = rules.limits.jobs[account.plan];
      const left = Math.max(0, limit - used);
      const newDayS = secondsUntil(resetAtMs, clock.now());
      const taken = await submitJob(body, submission, {
        jobs,
        limits,
        left,
        newDayS,
        perDay: limit,
        inTurn: (steps) => inForce.inTurn(jobQueueOf(account.id), steps),
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
      const head = Buffer.from(formatOfJob(job).header ?? '');
      return { head, parts: await jobs.listResults(job.id) };
    },
    async readResult(jobId, no) {
      const packed = await jobs.readResult(jobId, no);
      if (packed === undefined) throw new Fault('not_found', 'There is no such job any more.');
      return unpack(packed);
    },
  };
}

function openWebhookTest({
  jobs,
  turns,
  send,
}: Pick<JobServiceParts, 'jobs' | 'turns' | 'send'>): JobService['testWebhook'] {
  return async (accountId, url, count) => {
    const checked = checkWebhookUrl(url, 'url');
    const called = turns.run(accountId, async () => {
      await count();
      const atMs = clock.now();
      const [type, timestamp] = ['webhook.test', formatOsloInstant(atMs)];
      const payload = JSON.stringify({ type, timestamp, data: {} });
      const message = { id: `msg_${newId(atMs)}`, payload };
      return send(checked, { ...message, secret: await jobs.webhookSecret(accountId) });
    });
    if (called === undefined)
      throw new Fault('rate_limited', BUSY, { retryAfterS: PATIENCE_MS / 1000 });
    return called;
  };
}

const BUSY = 'A receiver of this account is being called: try again when that call has ended.';

/**
 * Parameters of rows by the form of the result. Prices are exact. A table has the recommended route alone. An expense
 * sheet is made of the lines of that route.
 */
const QUESTION_OF: Readonly<Record<ResultForm, QuoteQuestion>> = {
  csv: { refine: '1', alternatives: '0' },
  ndjson: { refine: '1' },
  expense: { refine: '1', alternatives: '0', lines: '1' },
};

/** Two points in Norway. With them the parameters of a job can be checked without a row. */
const ANY_TRIP = { from: '59.9139,10.7522', to: '60.3913,5.3221' };

/** @throws Fault for a parameter with which no row could be priced. */
function toSubmission(
  asked: Asked,
  { caller, idempotencyKey, testNowMs, problems }: Submitting,
  { facts: { ferryBounds }, dataVersion }: Parameters<JobService['submit']>[3],
): Submission {
  const { account, isTest = false } = caller;
  const { result, overLimit = 'wait', pinDataVersion, callbackUrl, ...all } = asked;
  // Each row has its own way. A way in the call's parameters is ignored.
  const { from: _, to: __, via: ___, ...question } = all as QuoteQuestion;
  const createdAtMs = clock.now();
  const nowMs = testNowMs ?? createdAtMs;
  const gatherer = gatherProblems();
  gatherer.read(() =>
    parseQuoteRequest(
      { ...QUESTION_OF[result ?? 'ndjson'], ...question, ...ANY_TRIP },
      { nowMs, ferryBounds, problems },
    ),
  );
  const receiver = gatherer.read(() =>
    callbackUrl === undefined ? undefined : checkWebhookUrl(callbackUrl, 'callbackUrl'),
  );
  gatherer.demandNone();
  return {
    id: newId(createdAtMs),
    accountId: account.id,
    isTest,
    createdAtMs,
    terms: {
      question,
      overLimit,
      ...(result !== undefined && { resultForm: result }),
      ...(pinDataVersion === '1' && { pinned: dataVersion }),
      ...(testNowMs !== undefined && { testNowMs }),
      ...(receiver !== undefined && { callbackUrl: receiver }),
    },
    ...(idempotencyKey !== undefined && {
      onceDigest: digestByKey(idempotencyKey, 'job', isTest),
    }),
  };
}

type Asked = Parameters<JobService['submit']>[1];
