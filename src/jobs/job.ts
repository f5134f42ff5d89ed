/** Jobs: many rows that are priced beside the calls. Their types, and what they need from a database. */
import type { CountedCall } from '../account/ports.ts';
import type { Day } from '../base/day.ts';
import { formatOsloInstant } from '../base/oslo-time.ts';
import type { RowKind } from '../batch/read-rows.ts';
import type { TableForm } from '../batch/table-form.ts';
import type { JobAnswer, RECEIVER_PROBLEMS, RESULT_FORMS } from '../wire/jobs.ts';
import type { QuoteQuestion } from '../wire/parameters.ts';

export type ResultForm = (typeof RESULT_FORMS)[number];
export type ReceiverProblem = (typeof RECEIVER_PROBLEMS)[number];
export type JobReason = NonNullable<JobAnswer['reason']>;

/** How the rows of a job are read, asked and written. */
export interface JobTerms {
  readonly kind: RowKind;
  /** The columns of a table, in their order. */
  readonly columns: readonly string[];
  readonly form: TableForm;
  /** Default parameters, which the cells of a row replace. */
  readonly question: QuoteQuestion;
  readonly resultForm: ResultForm;
  readonly overLimit: JobAnswer['overLimit'];
  /**
   * The only data version that its rows may be priced with; absent: each row is priced with the data in force at that
   * time.
   */
  readonly pinned?: string;
  /** With a test key: the departure of rows that name none, Unix milliseconds; absent: the moment of the submission. */
  readonly testNowMs?: number;
  /** The receiver that is called when the job has ended; absent: none. */
  readonly callbackUrl?: string;
}

export interface NewJob {
  readonly id: string;
  readonly accountId: string;
  readonly isTest: boolean;
  readonly createdAtMs: number;
  readonly terms: JobTerms;
  /** SHA-256, hexadecimal, of the key by which repetitions are known; absent: each submission is a new job. */
  readonly onceDigest?: string;
}

/** A job in its current state. All of its rows have come unless it is `arriving`. */
export interface Job extends NewJob {
  readonly state: JobAnswer['state'];
  readonly reason?: JobReason;
  readonly startedAtMs?: number;
  readonly endedAtMs?: number;
  /** When the next day begins that it waits for. */
  readonly resumesAtMs?: number;
  /** When it is removed with its rows. */
  readonly expiresAtMs?: number;
  readonly rows: number;
  /** Rows that have a price or an error. */
  readonly done: number;
  /** Rows among these that have an error. */
  readonly failed: number;
  /** Units that were counted, without those that were credited. */
  readonly calls: number;
  /** Units that were credited: of rows that failed on our side, or that it stopped before. */
  readonly credited: number;
  /** Rows with an error, by its code. */
  readonly errors: Readonly<Record<string, number>>;
  /** Versions of the data that rows were priced with, in the order in which they came. */
  readonly dataVersions: readonly string[];
  /** Absent: its receiver has not been called. */
  readonly callback?: CallbackStanding;
  /** Bytes of the rows as they came, unpacked. */
  readonly bytes: number;
  /** SHA-256, hexadecimal, of the rows as they came. */
  readonly bodyDigest?: string;
}

/**
 * The outcome of the last call to the `callbackUrl` of a job. After a failure it has the reason, as a sentence and as a
 * code.
 */
type CallbackStanding = Omit<NonNullable<JobAnswer['callback']>, 'url'>;

/** How a job stands, for its account. @param ratePerS absent: it is not known. */
export function formatJob(job: Job, nowMs: number, ratePerS?: number): JobAnswer {
  const { terms, state } = job;
  const left = job.rows - job.done;
  const isMoving = state === 'running' && ratePerS !== undefined && ratePerS > 0;
  const moment = (name: string, atMs: number | undefined) =>
    atMs === undefined ? {} : { [name]: formatOsloInstant(atMs) };
  return {
    id: job.id,
    state,
    ...(job.reason && { reason: job.reason }),
    createdAt: formatOsloInstant(job.createdAtMs),
    ...moment('startedAt', job.startedAtMs),
    ...moment('endedAt', job.endedAtMs),
    ...moment('waitsUntil', job.resumesAtMs),
    ...moment('expiresAt', job.expiresAtMs),
    rows: { total: job.rows, done: job.done, failed: job.failed, left },
    ...(isMoving && {
      ratePerS: Math.round(ratePerS * 10) / 10,
      expectedEndAt: formatOsloInstant(nowMs + Math.round((left / ratePerS) * 1000)),
    }),
    cost: { calls: job.calls, credited: job.credited },
    errors: Object.entries(job.errors)
      .map(([code, rows]) => ({ code, rows }))
      .toSorted((a, b) => b.rows - a.rows),
    dataVersions: job.dataVersions,
    ...(terms.pinned !== undefined && { pinnedDataVersion: terms.pinned }),
    overLimit: terms.overLimit,
    result: { form: terms.resultForm, path: `/api/jobs/${job.id}/result` },
    ...(terms.callbackUrl !== undefined && {
      callback: { url: terms.callbackUrl, ...(job.callback ?? { state: 'pending', tries: 0 }) },
    }),
    ...(job.isTest && { test: true as const }),
  };
}

/** Some rows of a job that wait to be priced. */
export interface NewBlock {
  /** The number of the block in its job, from 0. */
  readonly no: number;
  readonly rows: number;
  /** The units that its rows count together. */
  readonly units: number;
  /** Packed. */
  readonly input: Buffer;
}

/** A block that has no result yet. */
export interface OpenBlock extends NewBlock {
  /** The block with the lowest turn is next, whatever its job. */
  readonly turn: number;
  /** The day that its units were counted to; absent: they are not counted yet. */
  readonly day?: Day;
  /** How often it was put back because of a failure on our side. */
  readonly tries: number;
}

/** The outcome of the rows of a block. */
export interface BlockResult {
  /** Packed texts, in the order of the rows. */
  readonly result: Buffer;
  /** Unpacked. */
  readonly bytes: number;
  readonly failed: number;
  /** Units of rows that failed on our side. */
  readonly credited: number;
  readonly errors: Readonly<Record<string, number>>;
  readonly dataVersions: readonly string[];
}

/** The part of a job's result that a block gave. */
export interface ResultPart {
  readonly no: number;
  readonly bytes: number;
}

/** The jobs that an account has at the moment. */
export interface JobsKept {
  readonly jobs: number;
  /** Packed rows and results, each block rounded up to whole kilobytes. */
  readonly bytes: number;
}

/** `known`: the job was submitted before. `full`: the account has no room for another job. */
export type Begun =
  | { readonly kind: 'begun' }
  | { readonly kind: 'known'; readonly job: Job }
  | { readonly kind: 'full'; readonly kept: JobsKept };

/** Every promise here holds across processes. */
export interface JobStore {
  /**
   * Begins a job whose rows are to come. A job that is still arriving under the same `onceDigest` is given up, because
   * its caller asks anew.
   *
   * @param most what the account may have. Submissions at the same time do not get more.
   */
  begin(job: NewJob, most: JobsKept): Promise<Begun>;
  /**
   * Adds a block to a job. When several submissions come at the same time, each may get one block too many.
   *
   * @param mostBytes what the account may have of all its jobs.
   */
  addBlock(jobId: string, block: NewBlock, mostBytes: number): Promise<'added' | 'full' | 'gone'>;
  /**
   * All rows of the job have come. From now on they are priced.
   *
   * @returns `undefined`: the job is gone.
   */
  submit(
    jobId: string,
    came: Pick<Job, 'rows' | 'bytes'> & { readonly bodyDigest: string },
  ): Promise<Job | undefined>;
  find(jobId: string): Promise<Job | undefined>;
  /**
   * The newest jobs first.
   *
   * @param before id of the last job that was read.
   */
  list(accountId: string, isTest: boolean, most: number, before?: string): Promise<readonly Job[]>;
  /** The number of rows that were done after `sinceMs`. */
  countDoneSince(jobId: string, sinceMs: number): Promise<number>;

  /** `undefined`: the block or its job is gone, the block has a result or another turn, or the job has stopped. */
  openBlock(
    jobId: string,
    no: number,
    turn: number,
  ): Promise<{ readonly job: Job; readonly block: OpenBlock } | undefined>;
  /**
   * Counts the units of a block, once.
   *
   * @returns false: the day has no room for them.
   */
  reserve(jobId: string, no: number, count: BlockCount): Promise<boolean>;
  /**
   * Keeps the result of a block with its counts, all of it or nothing, and only once. The last block ends the job. A
   * result that the account has no room for stops the job as `too_large`.
   *
   * @param mostBytes what the account may have of all its jobs.
   * @returns the job with that block done; `undefined`: the block had a result already, or is gone.
   */
  keepResult(
    jobId: string,
    no: number,
    result: BlockResult,
    mostBytes: number,
  ): Promise<Job | undefined>;
  /**
   * Puts a block back that failed on our side, to be tried again after `afterMs`. Nothing happens if the block has
   * another turn by now, or if another worker has put it back since it was opened.
   */
  putBack(
    jobId: string,
    block: Pick<OpenBlock, 'no' | 'turn' | 'tries'>,
    afterMs: number,
  ): Promise<void>;
  /** Lets the job wait for the next day. */
  wait(jobId: string, untilMs: number): Promise<void>;
  /** Ends the wait of a job: its open blocks get turns again. */
  resume(jobId: string): Promise<void>;
  /** Ends the job before its end. */
  stop(jobId: string, reason: JobReason): Promise<void>;
  /** Credits the units that were counted and not worked on, and removes the job. */
  remove(jobId: string): Promise<void>;

  /** Blocks with a result, from the first on, up to the first block that has none. */
  listResults(jobId: string): Promise<readonly ResultPart[]>;
  /** Packed. `undefined`: the job is gone. */
  readResult(jobId: string, no: number): Promise<Buffer | undefined>;

  /**
   * Notes the outcome of a call to the receiver.
   *
   * @param againMs when the receiver is called again; absent: never.
   */
  noteCallback(jobId: string, standing: CallbackStanding, againMs?: number): Promise<void>;
  /** Calls the receiver after `afterMs`. This call does not count as a try. */
  callLater(message: CallbackMessage, afterMs: number): Promise<void>;
  /** The secret that signs the calls to an account's receivers. It is made where there is none. */
  webhookSecret(accountId: string): Promise<string>;
}

/** The day and the limit that the units of a block are counted to. */
export interface BlockCount extends Pick<CountedCall, 'day' | 'isTest' | 'isJob'> {
  readonly limit: number;
}

/** A task for a worker. `resume`: the job has waited for a new day. */
export type JobMessage =
  | {
      readonly kind: 'block';
      readonly jobId: string;
      readonly no: number;
      readonly turn: number;
    }
  | { readonly kind: 'resume'; readonly jobId: string }
  | CallbackMessage;

export interface CallbackMessage {
  readonly kind: 'callback';
  readonly jobId: string;
  /** Calls that have failed. */
  readonly tries: number;
}

/** Calls to receivers have a queue of their own, so that a slow receiver holds no rows up. */
export type QueueName = 'rows' | 'callbacks';

/** A message that this worker has taken. No other worker gets it while the lease is renewed. */
export interface TakenMessage {
  readonly id: string;
  readonly queue: QueueName;
  readonly message: JobMessage;
}

/** Gives each message to one worker of any number of processes, until the message is ended. */
export interface JobEngine {
  /** `undefined`: there is nothing to do now. */
  take(queue: QueueName): Promise<TakenMessage | undefined>;
  /** The message was worked on. */
  end(taken: TakenMessage): Promise<void>;
  /** The message was not worked on, and may be taken again at once. */
  release(taken: TakenMessage): Promise<void>;
  /**
   * `renew` says that the message is still worked on. It must be called every `everyMs` milliseconds, or another worker
   * gets the message.
   */
  readonly lease: { readonly everyMs: number; renew(taken: TakenMessage): Promise<void> };
  close(): Promise<void>;
}

/** The message to a receiver. */
export interface WebhookMessage {
  /** The same id for each try, by which a receiver knows the messages that it has had. */
  readonly id: string;
  /** `whsec_` and 32 bytes in base64. */
  readonly secret: string;
  /** JSON. */
  readonly payload: string;
}

/** `problem` is a sentence. `isOver`: the receiver wants no more messages. */
export type WebhookOutcome =
  | { readonly isDelivered: true; readonly status: number }
  | {
      readonly isDelivered: false;
      readonly problem: string;
      readonly code: ReceiverProblem;
      readonly isOver?: true;
    };

export const notDelivered = (code: ReceiverProblem, problem: string) =>
  ({ isDelivered: false, problem, code }) as const;

/**
 * Calls a receiver once. Does not reject.
 *
 * @param stop ends the call. The outcome then has no meaning.
 */
export type SendWebhook = (
  url: string,
  message: WebhookMessage,
  stop?: AbortSignal,
) => Promise<WebhookOutcome>;
