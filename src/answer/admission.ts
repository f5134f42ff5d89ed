import { LRUCache } from 'lru-cache';
import type { ParsedQuestion } from '../wire/question.ts';
import type { RouteAnswer } from '../wire/route.ts';
import { type AdmissionQueue, NO_QUEUE } from './admission-queue.ts';
import type { AnswerTrip, OnStage } from './answer-trip.ts';

/** Lets questions in to their quotes. */
export type Admit = (
  question: ParsedQuestion,
  quote: AnswerTrip,
  caller?: Caller,
) => Promise<RouteAnswer>;

/** The caller of a question. */
interface Caller {
  /** Aborted: it has left. */
  readonly signal?: AbortSignal | undefined;
  /** Called as each stage of the work begins. */
  readonly onStage?: OnStage | undefined;
  readonly account?: string | undefined;
}

/** The work on an answer that one or more callers wait for. */
interface Work {
  readonly answer: Promise<RouteAnswer>;
  readonly stop: AbortController;
  readonly stages: Stages;
  /** Callers that still wait. */
  waiting: number;
  isDone?: boolean;
}

/** The listeners to the stages of some work, and the stage that it has reached. */
interface Stages {
  readonly listeners: Set<OnStage>;
  now?: Parameters<OnStage>[0];
}

/**
 * Works out once what an account asks several times at the same time, each work in its turn, and remembers so many
 * answers for all. Two questions are the same when all that was read from them is, the moment of departure to
 * the millisecond. Accounts share no work: it waits in the queue of one of them.
 * Each caller goes its own way when it hangs up; the work ends early when all have.
 *
 * @param remembered answers; 0: none. A preliminary answer in place of a refined one is never kept.
 */
export function openAdmission(remembered: number, queue: AdmissionQueue = NO_QUEUE): Admit {
  const works = new Map<string, Work>();
  const known = remembered > 0 ? new LRUCache<string, RouteAnswer>({ max: remembered }) : undefined;

  function begin(key: string, account: string, quote: Quote): Work {
    const stop = new AbortController();
    const stages: Stages = { listeners: new Set() };
    const onStage: OnStage = (stage) => {
      stages.now = stage;
      for (const listener of stages.listeners) listener(stage);
    };
    const forget = () => {
      work.isDone = true;
      if (works.get(key) === work) works.delete(key);
    };
    const inTurn = queue.run(account, () => quote(stop.signal, onStage), stop.signal);
    const work: Work = { stop, stages, waiting: 0, answer: inTurn.finally(forget) };
    // A failure that comes when all have left is told to no caller.
    work.answer.catch(() => undefined);
    stop.signal.addEventListener('abort', forget);
    works.set(key, work);
    return work;
  }

  return async (question, quote, { signal, onStage, account = '' } = {}) => {
    signal?.throwIfAborted();
    const key = JSON.stringify(question);
    const ready = known?.get(key);
    if (ready !== undefined) return ready;
    const ownKey = `${account} ${key}`;
    const work =
      works.get(ownKey) ?? begin(ownKey, account, (...terms) => quote(question, ...terms));
    const found = await waitFor(work, signal, onStage);
    if (found._billing.refineFallback !== true) known?.set(key, found);
    return found;
  };
}

/** The quote of one question. */
type Quote = (signal: AbortSignal, onStage: OnStage) => Promise<RouteAnswer>;

async function waitFor(
  work: Work,
  signal: AbortSignal | undefined,
  onStage: OnStage | undefined,
): Promise<RouteAnswer> {
  work.waiting += 1;
  const { stages } = work;
  if (onStage !== undefined) stages.listeners.add(onStage);
  if (stages.now !== undefined) onStage?.(stages.now);
  let leave = () => {};
  const left = new Promise<never>((_, reject) => {
    leave = () => reject(signal?.reason);
    signal?.addEventListener('abort', leave);
  });
  try {
    return await Promise.race([work.answer, left]);
  } finally {
    signal?.removeEventListener('abort', leave);
    if (onStage !== undefined) stages.listeners.delete(onStage);
    work.waiting -= 1;
    if (work.waiting === 0 && work.isDone !== true) work.stop.abort(signal?.reason);
  }
}
