import { randomUUID } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Caller } from '../../account/access.ts';
import type { SignedIn } from '../../account/sessions.ts';
import type { CountedVisit } from '../../account/visits.ts';
import type { Fault, FaultCode } from '../../base/fault.ts';

/** Facts about a request beside its own text. */
export interface Call {
  /**
   * What the call is counted and credited by: made here and never used again, while the request id
   * may be the caller's own.
   */
  readonly id: string;
  /** What it has been busy with. */
  readonly watch: StageWatch;
  /** Absent: no live key was sent, or it is not yet known whose it is. */
  caller?: Caller;
  /** The visitor who is signed in to the portal; absent: none, or no endpoint of the portal. */
  signedIn?: SignedIn | undefined;
  /** What became of an account that a visitor was about to make; absent: none was. */
  newAccount?: 'made' | 'refused';
  /** A call of the public demo. */
  demo?: CountedVisit;
  /**
   * Counts it, before the work: so many units. Its endpoint calls it once its body tells how many; one
   * that is answered before that counts one. Absent: it was counted when it came, or is never counted.
   *
   * @throws Fault as for a call that the day has no room for.
   */
  count?: (units: number) => Promise<void>;
  /** Ends an answer that is on its way with this fault as its last record; absent: it can not be ended so. */
  cutShort?: (fault: Fault) => void;
  /** Says what it holds of its body from now on, once that has been read; absent: that is not bounded. */
  holdBody?: HoldBytes;
  /** The same of an answer that is whole and goes out in pieces. */
  holdAnswer?: HoldBytes;
  /** Called when its answer has been acted on. */
  onActed?: () => void;
  /** It is open: counted, or the repetition of a counted call. */
  isReserved?: boolean;
  /** What it counted; absent: nothing, or not yet. */
  units?: number;
  /** When the call came that this one repeats, Unix milliseconds. */
  firstAtMs?: number;
  /** Where the clock of a test stands, Unix milliseconds. */
  testNowMs?: number;
  /** An answer is on its way. */
  isAnswered?: boolean;
  /** It was to be credited, and the database did not take the credit yet. */
  isOwed?: boolean;
  /** Exact matching was asked for and could not be had. */
  isFallback?: boolean;
  /** The planner counts tolls, but no station of it could be read. */
  isTollUnread?: boolean;
  /** What the caller was told instead of an answer; absent: an answer, or a defect of ours. */
  fault?: FaultCode;
  /** The answer waits for the credit of its call; another one is dropped. */
  isCrediting?: boolean;
  /** The caller did not wait for the end of the answer; absent: there is no answer yet. */
  hasHungUp?: boolean;
}

/** Says how many bytes are held from now on. */
export type HoldBytes = (bytes: number) => void;

const CALL = Symbol('call');

/** The same for the whole life of a request. What a `WeakMap` holds would outlive the next short collection of garbage. */
export function callOf(request: FastifyRequest & { [CALL]?: Call }): Call {
  request[CALL] ??= { id: randomUUID(), watch: startStageWatch() };
  return request[CALL];
}

/** In whose queue a call waits; '': that of all without an account, such as the portal's. */
export const accountOf = ({ caller }: Call): string => caller?.account.id ?? '';

/**
 * What a request can be busy with: who calls (`authenticate`), the count of the day (`count`), the
 * vehicle register (`look-up`), the stages of a quote, and the writing of the answer.
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

/** Measures how long a request is busy with what. */
export interface StageWatch {
  /** From now on the time belongs to this stage; a stage can be entered again. */
  enter(stage: Stage): void;
  /** No time is noted any more, whatever is entered. */
  stop(): void;
  /** Milliseconds so far, of the stages that were entered. */
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
