import { LRUCache } from 'lru-cache';
import { openSingleFlight } from '../base/single-flight.ts';
import type { Pause } from '../base/steps.ts';
import type { ParsedQuestion } from '../wire/question.ts';
import type { RouteAnswer } from '../wire/route.ts';
import { type AdmissionQueue, NO_QUEUE } from './admission-queue.ts';
import type { Admit, OnStage } from './answer-question.ts';

/**
 * Works out once what an account asks several times at the same time, each work in its turn, and remembers so many
 * answers for all. Two questions are the same when all that was read from them is, the moment of departure to
 * the millisecond. Accounts share no work: it waits in the queue of one of them.
 *
 * @param remembered answers; 0: none. A preliminary answer in place of a refined one is never kept.
 */
export function openAdmission(
  remembered: number,
  queue: AdmissionQueue = NO_QUEUE,
): Admit<ParsedQuestion, RouteAnswer> {
  const known = remembered > 0 ? new LRUCache<string, RouteAnswer>({ max: remembered }) : undefined;
  const shareWork = openSingleFlight<RouteAnswer>();
  const works = new Map<string, StageRelay>();
  return async (question, quote, { signal, onStage, account = '' } = {}) => {
    const key = JSON.stringify(question);
    const ready = known?.get(key);
    if (ready !== undefined) return ready;
    const ownKey = `${account} ${key}`;
    const begin = (stop: AbortSignal) => {
      const relay = openStageRelay();
      works.set(ownKey, relay);
      const work = (pause: Pause) => quote(question, { signal: stop, onStage: relay.enter, pause });
      return queue.run(account, work, stop).finally(() => {
        if (works.get(ownKey) === relay) works.delete(ownKey);
      });
    };
    const answer = shareWork(ownKey, begin, signal);
    const leave = onStage && works.get(ownKey)?.listen(onStage);
    const found = await answer.finally(leave);
    if (found._billing.refineFallback !== true) known?.set(key, found);
    return found;
  };
}

interface StageRelay {
  readonly enter: OnStage;
  /** Tells of the stage reached, and of all that follow. @returns what ends it. */
  listen(onStage: OnStage): () => void;
}

/** Tells each caller that waits for some work of the stages that the work enters. */
function openStageRelay(): StageRelay {
  const listeners = new Set<OnStage>();
  let reached: Parameters<OnStage>[0] | undefined;
  return {
    enter(stage) {
      reached = stage;
      for (const listener of listeners) listener(stage);
    },
    listen(onStage) {
      listeners.add(onStage);
      if (reached !== undefined) onStage(reached);
      return () => listeners.delete(onStage);
    },
  };
}
