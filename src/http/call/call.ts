import { randomUUID } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../../account/access.ts';
import type { SignedIn } from '../../account/sessions.ts';
import type { CountedVisit } from '../../account/visits.ts';
import type { Fault, FaultCode } from '../../base/fault.ts';

/** Facts about a request beside its own text. */
export interface Call {
  /**
   * The id by which the call is counted and credited. It is made here and never used again. The request id may be the
   * caller's own, and so may be repeated.
   */
  readonly id: string;
  /** How long the call has been in each stage. */
  readonly watch: StageWatch;
  /** The caller; absent: no live key was sent, or its account is not known yet. */
  caller?: Caller;
  /** The session of a portal endpoint; absent: no session, or another endpoint. */
  signedIn?: SignedIn | undefined;
  /** Whether the account that a visitor was about to make was made; absent: no account was to be made. */
  newAccount?: 'made' | 'refused';
  /** The demo visit that the call counts as; absent: it is no call of the public demo. */
  demo?: CountedVisit;
  /**
   * Counts the call as so many units, before the work. The endpoint calls it once the body tells the number of units. A
   * call that is answered before that counts as one unit. Absent: the call was counted when it came, or is never
   * counted.
   *
   * @throws Fault as for a call that the day has no room for.
   */
  count?: (units: number) => Promise<void>;
  /** Ends an answer that is on its way with this fault as its last record; absent: the answer has no records. */
  cutShort?: (fault: Fault) => void;
  /**
   * Tells how many bytes of its body the call holds from now on. Called once the body has been read; absent: the body
   * is not bounded.
   */
  holdBody?: HoldBytes;
  /**
   * Tells how many bytes of its answer the call holds from now on, where the answer is whole and goes out in pieces.
   */
  holdAnswer?: HoldBytes;
  /** Called when its answer has been acted on. */
  onActed?: () => void;
  /** The call is counted, or repeats a counted call. */
  isReserved?: boolean;
  /** The units that it counted; absent: none, or none yet. */
  units?: number;
  /** When the call came that this one repeats, Unix milliseconds. */
  firstAtMs?: number;
  /** Where the clock of a test stands, Unix milliseconds. */
  testNowMs?: number;
  /** An answer is on its way. */
  isAnswered?: boolean;
  /** The call was to be credited, and the database has not taken the credit yet. */
  isOwed?: boolean;
  /** Exact matching was asked for and could not be had. */
  isFallback?: boolean;
  /** The planner reports tolls, but its stations could not be read. */
  isTollUnread?: boolean;
  /** The fault that the caller was told of; absent: there was an answer, or a defect of ours. */
  fault?: FaultCode;
  /** The answer waits until its call is counted or credited. A second answer is dropped meanwhile. */
  isCrediting?: boolean;
  /** The caller did not wait for the end of the answer; absent: there is no answer yet. */
  hasHungUp?: boolean;
}

/** Says how many bytes are held from now on. */
export type HoldBytes = (bytes: number) => void;

const CALL = Symbol('call');

/**
 * The call of a request: the same object for the whole life of the request. It is a member of the request because the
 * entries of a `WeakMap` would outlive the next short collection of garbage.
 */
export function callOf(request: FastifyRequest & { [CALL]?: Call }): Call {
  request[CALL] ??= { id: randomUUID(), watch: startStageWatch() };
  return request[CALL];
}

/** Ids that cannot break a line of a log. An id that looks like one of our keys is refused as well. */
const SANE_ID = /^[A-Za-z0-9._-]{1,64}$/;
const KEY_LIKE = /veipris_(?:live|test)_/i;

/**
 * The name under which caller and operator talk about a request: the caller's own, when it is sane. Callers may use a
 * name twice, so only log and answer may use it.
 *
 * @param sent the value of `X-Request-Id`; several of them come joined with a comma.
 */
export function requestIdOf(sent: string | string[] | undefined): string {
  return typeof sent === 'string' && SANE_ID.test(sent) && !KEY_LIKE.test(sent)
    ? sent
    : randomUUID();
}

/**
 * The status of an answer that no caller was left to take. It never reaches the wire.
 *
 * Source: the log of nginx.
 */
export const CALLER_GONE = 499;

/**
 * Whether the caller left before the end of the answer. `request.signal` ends at that moment, and at the deadline:
 * handlers pass it on to everything they wait for.
 */
export const hasHungUp = ({ raw, request }: FastifyReply): boolean =>
  (raw.destroyed || request.raw.socket.destroyed) && !raw.writableFinished;

/** The account in whose queue a call waits; '': the common queue of calls without an account, such as the portal's. */
export const accountOf = ({ caller }: Call): string => caller?.account.id ?? '';

/**
 * A stage of a request: finding the caller (`authenticate`), the count of the day (`count`), the vehicle register
 * (`look-up`), the stages of a quote, and the writing of the answer.
 */
type Stage = (typeof STAGES)[number];

/** In the order in which a request can pass them. */
const STAGES = [
  'authenticate',
  'count',
  'look-up',
  'route',
  'match',
  'price',
  'serialise',
] as const;

/** The stages that a request has passed, in their order, with the time of each. */
export const timesOf = ({ stagesMs }: Pick<StageWatch, 'stagesMs'>) =>
  STAGES.flatMap((stage) => {
    const ms = stagesMs[stage];
    return ms === undefined ? [] : [[stage, ms] as const];
  });

/** Measures how long a request is in each stage. */
export interface StageWatch {
  /** From now on the time belongs to this stage; a stage can be entered again. */
  enter(stage: Stage): void;
  /** No time is noted from now on, even if another stage is entered. */
  stop(): void;
  /** Milliseconds so far in each stage that was entered. */
  readonly stagesMs: Readonly<Partial<Record<Stage, number>>>;
}

/**
 * @param nowMs a clock that never goes back; absent: that of this process.
 *
 * @internal Its tests ask for it.
 */
export function startStageWatch(nowMs: () => number = () => performance.now()): StageWatch {
  const stagesMs: Partial<Record<Stage, number>> = {};
  let current: Stage | undefined;
  let sinceMs = 0;
  let isStopped = false;

  function note(): void {
    const untilMs = nowMs();
    if (current !== undefined) stagesMs[current] = (stagesMs[current] ?? 0) + untilMs - sinceMs;
    sinceMs = untilMs;
  }

  return {
    enter(stage) {
      if (isStopped) return;
      note();
      current = stage;
    },
    stop() {
      if (isStopped) return;
      note();
      isStopped = true;
    },
    stagesMs,
  };
}
