/** Works on the jobs of all accounts, a block at a time, until it is stopped. */
import { type Account, type AccountLimits, dailyLimitOf, type Plans } from '../account/account.ts';
import { Fault } from '../base/fault.ts';
import { formatOsloInstant, nextOsloMidnightMs, toOsloTime } from '../base/oslo-time.ts';
import type { Timer } from '../base/timer.ts';
import type { RowPricer } from '../batch/price-row.ts';
import type { Clock } from '../trip/ports.ts';
import {
  type BlockCount,
  type CallbackMessage,
  formatJob,
  type Job,
  type JobEngine,
  type JobMessage,
  type JobStore,
  type OpenBlock,
  type QueueName,
  type SendWebhook,
  type TakenMessage,
} from './job.ts';
import { formatOfJob, priceBlock, TryLater } from './price-block.ts';

export interface WorkParts {
  readonly jobs: JobStore;
  readonly engine: JobEngine;
  readonly findAccount: (id: string) => Promise<Account | undefined>;
  readonly plans: Plans;
  readonly limits: Pick<AccountLimits, 'jobs' | 'testCallsPerDay'>;
  /**
   * Prices rows of a job behind all calls. A row that fails on our side ends at once, because its block is put back.
   */
  readonly openPricer: (job: Job, signal: AbortSignal) => Pick<RowPricer, 'price' | 'atOnce'>;
  /** Calls a receiver once. Does not reject. */
  readonly send: SendWebhook;
  readonly turns: ReceiverTurns;
  /** The version of the facts in force. */
  readonly dataVersion: () => string;
  readonly clock: Clock;
  readonly timer: Timer;
  readonly onTrouble: (sentence: string, error: unknown) => void;
}

export interface Workers {
  /** There is something to do. */
  wake(): void;
  /** Gives back the messages that are worked on, and resolves when all workers rest. */
  stop(): Promise<void>;
}

/** Time between two looks of a worker without work. Milliseconds. */
const IDLE_MS = 1000;
/** Rest after a failure of the database. Milliseconds. */
const TROUBLE_MS = 5000;
/** Waits before each new try of a block that failed on our side, 86 minutes together. Milliseconds. */
const AGAIN_MS = [60_000, 300_000, 1_200_000, 3_600_000];

/**
 * Receivers that are called at a time, each for another account. A call is a connection that waits, so that so many of
 * them cost little and are far below the number of files that a process may have open.
 */
const OPEN_CALLS = 100;
/** Wait of a call when another call of its account is under way. Milliseconds. */
const BUSY_MS = 1000;
/** A block that takes longer is given to another worker. Milliseconds. */
const LONGEST_MS = 6 * 3_600_000;

/** @param lanes blocks that are worked on at a time; 0: none, but receivers are still called. */
export function workJobs(parts: WorkParts, lanes: number): Workers {
  const { engine } = parts;
  const stopping = new AbortController();
  const { signal } = stopping;
  const sleep = openSleep(parts.timer);
  const shared: Shared = { ...parts, signal };

  /** `undefined` after a rest: there is no message, or the database has failed. */
  async function take(queue: QueueName): Promise<TakenMessage | undefined> {
    try {
      const taken = await engine.take(queue);
      if (taken === undefined) await sleep.rest(IDLE_MS);
      return taken;
    } catch (error) {
      await restAfter(error);
      return undefined;
    }
  }

  async function workOnTaken(taken: TakenMessage): Promise<void> {
    try {
      const letGo = keepInHand(taken, parts);
      await workOn(taken.message, shared).finally(letGo);
      await engine.end(taken);
    } catch (error) {
      await engine.release(taken).catch(() => undefined);
      await restAfter(error);
    }
  }

  async function restAfter(error: unknown): Promise<void> {
    if (!signal.aborted) parts.onTrouble('a job could not be worked on', error);
    await sleep.rest(TROUBLE_MS);
  }

  /** Works on the messages of a queue, on so many at a time. */
  async function run(queue: QueueName, most: number): Promise<void> {
    const open = new Set<Promise<void>>();
    while (!signal.aborted) {
      const taken = await take(queue);
      if (taken === undefined) continue;
      const work = workOnTaken(taken).finally(() => open.delete(work));
      open.add(work);
      if (open.size >= most) await Promise.race(open);
    }
    await Promise.all(open);
  }

  const running = [...(lanes > 0 ? [run('rows', lanes)] : []), run('callbacks', OPEN_CALLS)];
  return {
    wake: sleep.wake,
    async stop() {
      stopping.abort();
      sleep.end();
      await Promise.all(running);
    },
  };
}

/** Rests that end early when there is something to do, and at once after `end`. */
function openSleep(timer: Timer) {
  const sleepers = new Set<() => void>();
  let isOver = false;
  const wake = () => {
    for (const end of [...sleepers]) end();
  };
  return {
    wake,
    end() {
      isOver = true;
      wake();
    },
    rest: (delayMs: number) =>
      new Promise<void>((resolve) => {
        if (isOver) return resolve();
        const end = () => {
          stopTimer();
          sleepers.delete(end);
          resolve();
        };
        const stopTimer = timer.start(delayMs, end);
        sleepers.add(end);
      }),
  };
}

/**
 * Renews the lease of a message while it is worked on.
 *
 * @returns a function that ends the renewals.
 */
function keepInHand(
  taken: TakenMessage,
  { engine: { lease }, timer, clock, onTrouble }: WorkParts,
): () => void {
  let stopTimer = () => {};
  const untilMs = clock.now() + LONGEST_MS;
  const start = () => {
    if (clock.now() > untilMs) return;
    stopTimer = timer.start(lease.everyMs, () => {
      lease.renew(taken).catch((error) => onTrouble('the lease of a job was not renewed', error));
      start();
    });
  };
  start();
  return () => stopTimer();
}

/** Parts that all workers of a process share. */
interface Shared extends WorkParts {
  readonly signal: AbortSignal;
}

async function workOn(message: JobMessage, shared: Shared): Promise<void> {
  const { jobs, signal } = shared;
  const { jobId } = message;
  if (message.kind === 'resume') return jobs.resume(jobId);
  if (message.kind === 'callback') return callInTurn(message, shared);
  const opened = await jobs.openBlock(jobId, message.no, message.turn);
  if (opened === undefined) return;
  await workOnBlock(opened.job, opened.block, shared).catch((error: unknown) => {
    // A fault comes from the database. The message is given back, and taken again.
    if (signal.aborted || error instanceof Fault) throw error;
    return putOff(error, opened.block, jobId, shared);
  });
}

async function workOnBlock(job: Job, block: OpenBlock, shared: Shared): Promise<void> {
  const { jobs, limits, signal } = shared;
  const account = await shared.findAccount(job.accountId);
  if (account?.subscription !== 'active') return jobs.stop(job.id, 'subscription_inactive');
  if (isOtherData(job, [shared.dataVersion()])) return jobs.stop(job.id, 'data_version_gone');
  if (block.day === undefined && !(await isCounted(job, block, account, shared))) return;
  const pricer = shared.openPricer(job, signal);
  const isLast = block.tries >= AGAIN_MS.length;
  const result = await priceBlock(block, pricer, { format: formatOfJob(job), isLast, signal });
  if (isOtherData(job, result.dataVersions)) return jobs.stop(job.id, 'data_version_gone');
  const { megabytes } = limits.jobs[account.plan];
  await jobs.keepResult(job.id, block.no, result, megabytes * 1e6);
}

/**
 * Puts a failed block back, so that other blocks have their turns meanwhile. A block that fails at its last try ends
 * its job.
 */
async function putOff(
  error: unknown,
  block: OpenBlock,
  jobId: string,
  { jobs, clock, onTrouble }: WorkParts,
): Promise<void> {
  if (!(error instanceof TryLater)) onTrouble('a block of a job fails', error);
  const againMs = AGAIN_MS[block.tries];
  if (againMs === undefined) await jobs.stop(jobId, 'internal_error');
  else await jobs.putBack(jobId, block, clock.now() + againMs);
}

/**
 * Counts a block. If the day has no room for the block, its job waits or ends.
 *
 * @returns false: there was no room.
 */
async function isCounted(
  job: Job,
  { no, units }: OpenBlock,
  account: Account,
  parts: WorkParts,
): Promise<boolean> {
  const { jobs, clock } = parts;
  const count = countOf(job, account, parts);
  if (await jobs.reserve(job.id, no, count)) return true;
  // No day has room for a block that is larger than a whole day.
  const canWait = job.terms.overLimit === 'wait' && units <= count.limit;
  if (canWait) await jobs.wait(job.id, nextOsloMidnightMs(clock.now()));
  else await jobs.stop(job.id, 'quota_exceeded');
  return false;
}

const isOtherData = ({ terms: { pinned } }: Job, versions: readonly string[]) =>
  pinned !== undefined && versions.some((version) => version !== pinned);

/** Waits before each new call of a receiver, 23.7 hours together. Milliseconds. */
const CALL_AGAIN_MS = [5, 30, 120, 600, 1800, 3600, 7200, 14_400, 21_600, 36_000].map(
  (seconds) => seconds * 1000,
);

async function callInTurn(message: CallbackMessage, shared: Shared): Promise<void> {
  const { jobs, clock, turns } = shared;
  const job = await jobs.find(message.jobId);
  if (job === undefined) return;
  // A message may come twice, when its worker lost its lease or could not end it.
  if ((job.callback?.tries ?? 0) > message.tries) return;
  const called = turns.run(job.accountId, () => callReceiver(job, message.tries, shared));
  await (called ?? jobs.callLater(message, clock.now() + BUSY_MS));
}

/**
 * Tells the receiver of a job that the job has ended. If the receiver does not take the message, it is told again
 * later.
 */
async function callReceiver(
  job: Job,
  tries: number,
  { jobs, clock, send, signal }: Shared,
): Promise<void> {
  if (job.terms.callbackUrl === undefined) return;
  const { id: jobId, state, accountId } = job;
  const payload = JSON.stringify({
    type: `job.${state}`,
    timestamp: formatOsloInstant(job.endedAtMs ?? clock.now()),
    data: formatJob(job, clock.now()),
  });
  const secret = await jobs.webhookSecret(accountId);
  const message = { id: `msg_${jobId}`, secret, payload };
  const outcome = await send(job.terms.callbackUrl, message, signal);
  if (!outcome.isDelivered) signal.throwIfAborted();
  const standing = { tries: tries + 1 };
  if (outcome.isDelivered) return jobs.noteCallback(jobId, { state: 'delivered', ...standing });
  const { problem, code, isOver } = outcome;
  const againMs = isOver ? undefined : CALL_AGAIN_MS[tries];
  await jobs.noteCallback(
    jobId,
    { state: againMs === undefined ? 'failed' : 'retrying', ...standing, problem, code },
    againMs === undefined ? undefined : clock.now() + againMs,
  );
}

/** The day and the limit that the rows of a job are counted to at the moment. */
export function countOf(
  { isTest }: Pick<Job, 'isTest'>,
  account: Account,
  { limits, plans, clock }: Pick<WorkParts, 'limits' | 'plans' | 'clock'>,
): BlockCount {
  const { day } = toOsloTime(clock.now());
  if (isTest) return { day, isTest, limit: limits.testCallsPerDay };
  const { rowsPerDay } = limits.jobs[account.plan];
  if (rowsPerDay !== undefined) return { day, isJob: true, limit: rowsPerDay };
  return { day, limit: dailyLimitOf(account, plans) };
}

/**
 * Calls one receiver of an account at a time, so that one that does not answer holds up those of its own account alone.
 * The turns are those of one process.
 */
export function openReceiverTurns() {
  const called = new Set<string>();
  return {
    /** @returns `undefined`, and nothing is done: a receiver of the account is being called. */
    run<Result>(accountId: string, call: () => Promise<Result>): Promise<Result> | undefined {
      if (called.has(accountId)) return undefined;
      called.add(accountId);
      return call().finally(() => called.delete(accountId));
    },
  };
}

export type ReceiverTurns = ReturnType<typeof openReceiverTurns>;
