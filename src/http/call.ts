import { randomUUID } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Caller } from '../account/access.ts';
import type { SignedIn } from '../account/sessions.ts';
import type { CountedVisit } from '../account/visits.ts';
import type { FaultCode } from '../base/fault.ts';
import { type StageWatch, startStageWatch } from './stage-watch.ts';

/** What is known of a request beside what it says itself. */
export interface Call {
  /**
   * What the call is counted and credited by: made here and never used again, while the request id
   * may be the caller's own.
   */
  readonly id: string;
  /** What it has been busy with. */
  readonly watch: StageWatch;
  /** Absent: no live key was sent, or nobody has asked yet whose it is. */
  caller?: Caller;
  /** Who is signed in to the portal; absent: nobody, or no endpoint of the portal. */
  signedIn?: SignedIn | undefined;
  /** A call of the public demo. */
  demo?: CountedVisit;
  /** It was counted. */
  isReserved?: boolean;
  /** An answer is on its way. */
  isAnswered?: boolean;
  /** It was to be credited, and the database did not take the credit yet. */
  isOwed?: boolean;
  /** Exact matching was asked for and could not be had. */
  isFallback?: boolean;
  /** What the caller was told instead of an answer; absent: an answer, or a defect of ours. */
  fault?: FaultCode;
  /** The answer waits for the credit of its call; another one is dropped. */
  isCrediting?: boolean;
  /** The caller did not wait for the end of the answer; absent: there is no answer yet. */
  hasHungUp?: boolean;
}

const calls = new WeakMap<FastifyRequest, Call>();

/** The same for the whole life of a request. */
export function callOf(request: FastifyRequest): Call {
  const known = calls.get(request);
  if (known !== undefined) return known;
  const call: Call = { id: randomUUID(), watch: startStageWatch() };
  calls.set(request, call);
  return call;
}

/** In whose queue a call waits; '': that of all without an account, such as the portal's. */
export const accountOf = ({ caller }: Call): string => caller?.account.id ?? '';
