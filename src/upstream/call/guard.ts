import { setTimeout as sleep } from 'node:timers/promises';
import {
  bulkhead,
  CircuitState,
  ConsecutiveBreaker,
  circuitBreaker,
  ExponentialBackoff,
  handleWhenResult,
  type IBackoff,
  retry,
  TaskCancelledError,
  TimeoutStrategy,
  timeout,
  wrap,
} from 'cockatiel';
import type {
  FailureKind,
  Outcome,
  UpstreamCall,
  UpstreamLimits,
  UpstreamReply,
  UpstreamState,
} from './terms.ts';

/** Limits what is asked of a service, and spares it while it fails. */
interface Guard {
  /**
   * Runs one call: waits for its turn, tries, and tries again where that is safe.
   *
   * @throws errors of cockatiel when it is refused or late; the reason of the caller's signal.
   */
  run(send: Send, call: UpstreamCall): Promise<Outcome>;
  state(): UpstreamState;
  /** Milliseconds until a call is tried again after too many failures. */
  reopensInMs(): number;
}

/** What the limits of a service are made of. */
interface GuardTerms {
  readonly limits: UpstreamLimits;
  readonly isTransient: (reply: UpstreamReply) => boolean;
  /** A clock that never goes back. */
  readonly nowMs: () => number;
}

/** Opens the limits of one service; all its calls share them. */
export function openGuard({ limits, isTransient, nowMs }: GuardTerms): Guard {
  const isFailure = (outcome: Outcome) => failureOf(outcome, isTransient) !== undefined;
  const places = bulkhead(limits.inFlight, limits.queued);
  const pause = openPause(limits.openMs, nowMs);
  const breaker = circuitBreaker(whenOutcome(isFailure), {
    halfOpenAfter: pause.backoff,
    breaker: new ConsecutiveBreaker(limits.failuresToOpen),
  });
  let lastFailure: UpstreamState['lastFailure'];

  const tryOnce = async (send: Send, signal: AbortSignal, caller?: AbortSignal) => {
    const isProbe = breaker.state !== CircuitState.Closed;
    const outcome = await attempt(send, { limits, signal, caller, isProbe });
    const kind = outcome.kind === 'broken' ? outcome.kind : failureOf(outcome, isTransient);
    if (kind !== undefined && !caller?.aborted) lastFailure = { atMs: Date.now(), kind };
    return outcome;
  };

  return {
    run(send, { signal: caller, deadlineMs = limits.deadlineMs }) {
      const endsAtMs = nowMs() + deadlineMs;
      const hasRoom = () => endsAtMs - nowMs() >= limits.retryRoomMs;
      const again = retry(
        whenOutcome((outcome) => isFailure(outcome) && !asksToWait(outcome) && hasRoom()),
        {
          maxAttempts: limits.retries,
          backoff: new ExponentialBackoff({ initialDelay: limits.retryPauseMs, maxDelay: 1000 }),
        },
      );
      const policy = wrap(places, again, breaker);
      return timeout(deadlineMs, TimeoutStrategy.Aggressive).execute(
        ({ signal }) => policy.execute(() => tryOnce(send, signal, caller), signal),
        caller,
      );
    },
    state: () => ({
      breaker: STATES[breaker.state] ?? 'open',
      inFlight: limits.inFlight - places.executionSlots + limits.queued - places.queueSlots,
      ...(lastFailure && { lastFailure }),
    }),
    reopensInMs: pause.leftMs,
  };
}

/** A body that can not be read is not a reason to ask again, or to stop asking. */
function failureOf(
  outcome: Outcome,
  isTransient: GuardTerms['isTransient'],
): FailureKind | undefined {
  if (outcome.kind === 'reply') return isTransient(outcome.reply) ? 'status' : undefined;
  return outcome.kind === 'broken' ? undefined : outcome.kind;
}

const STATES: Readonly<Record<number, UpstreamState['breaker']>> = {
  [CircuitState.Closed]: 'closed',
  [CircuitState.HalfOpen]: 'half-open',
};

/** The policies see nothing but outcomes: that is all that `run` lets them execute. */
const whenOutcome = (is: (outcome: Outcome) => boolean) =>
  handleWhenResult((value) => is(value as Outcome));

/** A service that says when to come back is not asked before. */
const asksToWait = (outcome: Outcome) =>
  outcome.kind === 'reply' && outcome.reply.headers['retry-after'] !== undefined;

/** The time for which a service that fails is spared. */
interface Pause {
  /**
   * For the breaker, which asks it for a pause when it opens. It holds `duration` against the clock
   * on the wall, and that may be set: so this is more than any time while the pause lasts, and less
   * than any when it is over.
   */
  readonly backoff: IBackoff<unknown>;
  /** Milliseconds until it is over; not above 0: it is. */
  leftMs(): number;
}

/** @param nowMs a clock that never goes back. */
function openPause(lengthMs: number, nowMs: () => number): Pause {
  let endsAtMs = Number.NEGATIVE_INFINITY;
  const leftMs = () => endsAtMs - nowMs();
  const backoff: IBackoff<unknown> = {
    get duration() {
      return leftMs() > 0 ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY;
    },
    next() {
      endsAtMs = nowMs() + lengthMs;
      return backoff;
    },
  };
  return { backoff, leftMs };
}

/** Sends one try. */
type Send = (signal: AbortSignal) => Promise<Outcome>;

interface AttemptTerms {
  readonly limits: UpstreamLimits;
  /** Ends with the whole call. */
  readonly signal: AbortSignal;
  /** Aborted: the reply is not waited for; absent: somebody always does. */
  readonly caller?: AbortSignal | undefined;
  /** The service may still be hanging. */
  readonly isProbe: boolean;
}

/**
 * One try within its time.
 *
 * @throws the reason of the caller's signal: leaving says nothing about the service, while running
 * out of time does. Where the service may still be hanging, nothing said is a time-out: an error
 * would pass for its healing.
 */
async function attempt(send: Send, terms: AttemptTerms): Promise<Outcome> {
  const { limits, signal: whole, caller, isProbe } = terms;
  try {
    return await timeout(limits.attemptMs, TimeoutStrategy.Aggressive).execute(
      ({ signal }) => (isProbe ? askAgain(send, limits.probeMs, signal) : send(signal)),
      whole,
    );
  } catch (error) {
    if (!isProbe) caller?.throwIfAborted();
    if (error instanceof TaskCancelledError) return { kind: 'time-out', what: 'no answer' };
    throw error;
  }
}

/**
 * Asks a service that may still be hanging: the same call again on another connection every
 * `everyMs`, and the first that ends decides. A service that has just healed answers the next
 * one, although it never will the first; a service that is merely slow answers the first.
 *
 * @param signal ends all of them.
 */
async function askAgain(send: Send, everyMs: number, signal: AbortSignal): Promise<Outcome> {
  const decided = new AbortController();
  const ended = AbortSignal.any([signal, decided.signal]);
  const ask = (): Promise<Outcome> =>
    Promise.race([send(ended), sleep(everyMs, undefined, { signal: ended }).then(ask)]);
  try {
    return await ask();
  } finally {
    decided.abort();
  }
}
