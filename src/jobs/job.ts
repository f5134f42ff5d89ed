/** Jobs: many rows that are priced beside the calls. What they are, and what they need of a database. */
import type { CountedCall } from '../account/ports.ts';
import type { Day } from '../base/day.ts';
import type { RowKind } from '../batch/read-rows.ts';
import type { TableForm } from '../batch/read-table.ts';
import type { OVER_LIMIT, RECEIVER_PROBLEMS, RESULT_FORMS, StandingJob } from '../wire/jobs.ts';
import type { QuoteQuestion } from '../wire/parameters.ts';

export type ResultForm = (typeof RESULT_FORMS)[number];
type OverLimit = (typeof OVER_LIMIT)[number];
export type ReceiverProblem = (typeof RECEIVER_PROBLEMS)[number];
export type JobReason = NonNullable<StandingJob['reason']>;

/** How the rows of a job are read, asked and written. */
export interface JobTerms {
  readonly kind: RowKind;
  /** Of a table, in their order. */
  readonly columns: readonly string[];
  readonly form: TableForm;
  /** What a row is asked with where it says nothing itself. */
  readonly question: QuoteQuestion;
  readonly resultForm: ResultForm;
  readonly overLimit: OverLimit;
  /** The only data that its rows may be priced with; absent: that in force when each is priced. */
  readonly pinned?: string;
  /** With a test key: when rows depart that name no moment, Unix milliseconds; absent: at the submission. */
  readonly testNowMs?: number;
  /** Told when it has ended; absent: no one is. */
  readonly callbackUrl?: string;
}

export interface NewJob {
  readonly id: string;
  readonly accountId: string;
  readonly isTest: boolean;
  readonly createdAtMs: number;
  readonly terms: JobTerms;
  /** SHA-256, hexadecimal, of what its repetitions are known by; absent: each submission is a new job. */
  readonly onceDigest?: string;
}

/** A job as it stands. Its rows have all come unless it is `arriving`. */
export interface Job extends NewJob, Omit<StandingJob, keyof NewJob> {
  /** Of the rows as they came, unpacked. */
  readonly bytes: number;
  /** SHA-256, hexadecimal, of the rows as they came. */
  readonly bodyDigest?: string;
}

/** What became of the last call to the `callbackUrl` of a job. Where it failed it says why, in a sentence and as a code. */
type CallbackStanding = NonNullable<StandingJob['callback']>;

/** Some rows of a job, as they wait. */
export interface NewBlock {
  /** From 0. */
  readonly no: number;
  readonly rows: number;
  /** What they count together. */
  readonly units: number;
  /** Packed. */
  readonly input: Buffer;
}

/** A block that has no result yet. */
export interface OpenBlock extends NewBlock {
  /** The least is next, whatever its job. */
  readonly turn: number;
  /** The day that its units were counted to; absent: they are not counted yet. */
  readonly day?: Day;
  /** How often it was put back because of a failure on our side. */
  readonly tries: number;
}

/** What became of the rows of a block. */
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

/** Where the result of a block lies in that of its job. */
export interface ResultPart {
  readonly no: number;
  readonly bytes: number;
}

/** What an account has of jobs at the moment. */
export interface JobsKept {
  readonly jobs: number;
  /** Packed rows and results, each block rounded up to whole kilobytes. */
  readonly bytes: number;
}

/** `known`: it was submitted before. `full`: the account has no room for one more. */
export type Begun =
  | { readonly kind: 'begun' }
  | { readonly kind: 'known'; readonly job: Job }
  | { readonly kind: 'full'; readonly kept: JobsKept };

/** Every promise here holds across processes. */
export interface JobStore {
  /**
   * Begins a job whose rows are to come. One that is still arriving under the same `onceDigest` is given up: its
   * caller asks anew.
   *
   * @param most what the account may have; submissions at once do not get more.
   */
  begin(job: NewJob, most: JobsKept): Promise<Begun>;
  /**
   * Of several submissions at once each may have one block too many.
   *
   * @param mostBytes what the account may have of all its jobs.
   */
  addBlock(jobId: string, block: NewBlock, mostBytes: number): Promise<'added' | 'full' | 'gone'>;
  /** All of its rows have come: from now on they are priced. @returns `undefined`: the job is gone. */
  submit(
    jobId: string,
    came: Pick<Job, 'rows' | 'bytes'> & { readonly bodyDigest: string },
  ): Promise<Job | undefined>;
  find(jobId: string): Promise<Job | undefined>;
  /** The newest first. @param before id of the last one that was read. */
  list(accountId: string, isTest: boolean, most: number, before?: string): Promise<readonly Job[]>;
  /** Rows that were ended after that moment. */
  countDoneSince(jobId: string, sinceMs: number): Promise<number>;

  /** `undefined`: the block or its job is gone, or has a result, or another turn, or the job has stopped. */
  openBlock(
    jobId: string,
    no: number,
    turn: number,
  ): Promise<{ readonly job: Job; readonly block: OpenBlock } | undefined>;
  /** Counts the units of a block, once. @returns false: the day has no room for them. */
  reserve(jobId: string, no: number, count: BlockCount): Promise<boolean>;
  /**
   * Keeps the result of a block, with its counts: all of it or nothing, and once. The job has ended with its last block,
   * or stops with this one as `too_large`.
   *
   * @param mostBytes what the account may have of all its jobs.
   * @returns the job as it was with that block; `undefined`: the block had a result already, or is gone.
   */
  keepResult(
    jobId: string,
    no: number,
    result: BlockResult,
    mostBytes: number,
  ): Promise<Job | undefined>;
  /**
   * The block failed on our side, and is to be tried again after that moment, unless it has another turn by now, or
   * another worker has put it back since it was opened.
   */
  putBack(
    jobId: string,
    block: Pick<OpenBlock, 'no' | 'turn' | 'tries'>,
    afterMs: number,
  ): Promise<void>;
  /** The job waits for the next day. */
  wait(jobId: string, untilMs: number): Promise<void>;
  /** It has waited: its open blocks have their turns again. */
  resume(jobId: string): Promise<void>;
  /** Ends the job before its end. */
  stop(jobId: string, reason: JobReason): Promise<void>;
  /** Credits what was counted and not worked on, and removes the job. */
  remove(jobId: string): Promise<void>;

  /** Blocks with a result, from the first on, up to the first that has none. */
  listResults(jobId: string): Promise<readonly ResultPart[]>;
  /** Packed. `undefined`: the job is gone. */
  readResult(jobId: string, no: number): Promise<Buffer | undefined>;

  /** @param againMs when it is called again; absent: it is not. */
  noteCallback(jobId: string, standing: CallbackStanding, againMs?: number): Promise<void>;
  /** The receiver is called after that moment, as if it had not been its turn. */
  callLater(message: CallbackMessage, afterMs: number): Promise<void>;
  /** What signs the calls of an account, made where there is none. */
  webhookSecret(accountId: string): Promise<string>;
}

/** What the units of a block are counted to. */
export interface BlockCount extends Pick<CountedCall, 'day' | 'isTest' | 'isJob'> {
  readonly limit: number;
}

/** Something that a worker is to do. `resume`: the job has waited for a new day. */
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

/** Calls of receivers have a queue of their own: one that is slow holds no rows up. */
export type QueueName = 'rows' | 'callbacks';

/** A message that is in hand: no one else gets it, unless we are gone. */
export interface TakenMessage {
  readonly id: string;
  readonly queue: QueueName;
  readonly message: JobMessage;
}

/** Gives each message to one worker, of any number of processes, until it is ended. */
export interface JobEngine {
  /** `undefined`: there is nothing to do now. */
  take(queue: QueueName): Promise<TakenMessage | undefined>;
  /** It was done. */
  end(taken: TakenMessage): Promise<void>;
  /** It was not, and may be taken again at once. */
  release(taken: TakenMessage): Promise<void>;
  /** It is still in hand: to be said so often, in milliseconds, or another gets it. */
  readonly lease: { readonly everyMs: number; renew(taken: TakenMessage): Promise<void> };
  close(): Promise<void>;
}

/** What a receiver is told. */
export interface WebhookMessage {
  /** The same for each try: a receiver knows by it what it has had. */
  readonly id: string;
  /** `whsec_` and 32 bytes in base64. */
  readonly secret: string;
  /** JSON. */
  readonly payload: string;
}

/** `problem` is a sentence. `isOver`: the receiver wants no more of them. */
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

/** Calls a receiver once. Does not reject. @param stop ends the call; what comes of it then says nothing. */
export type SendWebhook = (
  url: string,
  message: WebhookMessage,
  stop?: AbortSignal,
) => Promise<WebhookOutcome>;
