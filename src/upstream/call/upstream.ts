/**
 * The outgoing HTTP call. Every foreign service is asked through an `Upstream`, which handles the failures of the
 * service and knows nothing of the questions.
 */
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
import { endOfRefusal, faultOfFailure } from './call-fault.ts';
import { openSender } from './send.ts';
import {
  DEFAULT_LIMITS,
  type FailureKind,
  type Outcome,
  type UpstreamCall,
  type UpstreamLimits,
  type UpstreamReply,
  type UpstreamSettings,
  type UpstreamState,
} from './terms.ts';

/** A foreign service behind one address. */
export interface Upstream {
  /** Name of the service for people, such as `vehicle register`. */
  readonly name: string;
  /**
   * Sends a GET. It is repeated if that is safe and the time allows.
   *
   * @returns any complete reply with any status, except redirects.
   * @throws Fault `upstream_down` when no reply came (connection, name, time-out, open circuit, too many calls in
   * flight), `upstream_broken` when the reply can not be read (too large, not HTTP, not text, a redirect). The caller's
   * `signal` ends the call at once with the reason of the signal, and does not count as a failure.
   */
  get(call: UpstreamCall): Promise<UpstreamReply>;
  state(): UpstreamState;
  /** From now on calls `onEnd` for every call that ends, for metrics. `onEnd` must not throw. */
  listen(onEnd: (call: EndedCall) => void): void;
  /** Drops every connection. Calls in flight fail. */
  close(): Promise<void>;
}

/** Opens a foreign service. The first call connects. */
export function openUpstream(settings: UpstreamSettings): Upstream {
  const { name, isTransient = isServerError, nowMs = () => performance.now() } = settings;
  const limits = { ...DEFAULT_LIMITS, ...settings.limits };
  const sender = openSender({ ...settings, limits });
  const guard = openGuard({ limits, isTransient, nowMs });
  const listeners: ((call: EndedCall) => void)[] = [];
  return {
    name,
    async get(call) {
      call.signal?.throwIfAborted();
      const startedMs = performance.now();
      const tell = (outcome: EndedCall['outcome']) => {
        const durationMs = performance.now() - startedMs;
        for (const onEnd of listeners) onEnd({ outcome, durationMs });
      };
      const send = (signal: AbortSignal) => {
        settings.onSend?.();
        return sender.send(call, signal);
      };
      const outcome = await guard.run(send, call).catch((error: unknown) => {
        const { how, fault } = endOfRefusal(name, error, guard.reopensInMs());
        tell(call.signal?.aborted ? 'abandoned' : how);
        call.signal?.throwIfAborted();
        throw fault;
      });
      tell(endOfOutcome(outcome, isTransient));
      if (outcome.kind === 'reply') return outcome.reply;
      call.signal?.throwIfAborted();
      throw faultOfFailure(name, outcome);
    },
    state: guard.state,
    listen: (onEnd) => void listeners.push(onEnd),
    close: sender.close,
  };
}

const isServerError = ({ status }: UpstreamReply) => status >= 500;

/** The end of a call. Its duration includes all tries and the wait for its turn. */
interface EndedCall {
  /**
   * `reply`: the service answered; `status`: it answered that it is failing; `refused`: it was not
   * asked, after too many failures or with too many calls in flight; `abandoned`: the caller left.
   */
  readonly outcome: 'reply' | FailureKind | 'refused' | 'abandoned';
  readonly durationMs: number;
}

/** @param isTransient tells whether a reply says that the service is failing now. */
function endOfOutcome(
  outcome: Outcome,
  isTransient: (reply: UpstreamReply) => boolean,
): EndedCall['outcome'] {
  if (outcome.kind !== 'reply') return outcome.kind;
  return isTransient(outcome.reply) ? 'status' : 'reply';
}

/** The terms for the limits of a service. */
interface GuardTerms {
  readonly limits: UpstreamLimits;
  readonly isTransient: (reply: UpstreamReply) => boolean;
  /** A clock that never goes back. */
  readonly nowMs: () => number;
}

/** Limits the calls to a service, and stops them for a while when it fails. All calls to it share the limits. */
function openGuard({ limits, isTransient, nowMs }: GuardTerms) {
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
    /**
     * Runs one call: waits for its turn, tries, and tries again if that is safe.
     *
     * @throws errors of cockatiel when the call is refused or late; the reason of the caller's signal when that ends it.
     */
    run(
      send: Send,
      { signal: caller, deadlineMs = limits.deadlineMs }: UpstreamCall,
    ): Promise<Outcome> {
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
    state: (): UpstreamState => ({
      breaker: STATES[breaker.state] ?? 'open',
      inFlight: limits.inFlight - places.executionSlots + limits.queued - places.queueSlots,
      ...(lastFailure && { lastFailure }),
    }),
    /** Milliseconds until a call is tried again after too many failures. */
    reopensInMs: pause.leftMs,
  };
}

/** How the service failed; undefined: it did not. An unreadable body does not count as a failure of the service. */
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

/** The policies get only outcomes, since `run` executes nothing else. */
const whenOutcome = (is: (outcome: Outcome) => boolean) =>
  handleWhenResult((value) => is(value as Outcome));

/** Does the service say when to ask again? If so, it is not asked earlier. */
const asksToWait = (outcome: Outcome) =>
  outcome.kind === 'reply' && outcome.reply.headers['retry-after'] !== undefined;

/**
 * The time during which a failing service is not asked.
 *
 * The breaker asks for the pause when it opens. It compares `duration` with the wall clock, which may be set. So
 * `duration` is infinite while the pause lasts, and minus infinity when it is over.
 *
 * @param nowMs a clock that never goes back.
 */
function openPause(lengthMs: number, nowMs: () => number) {
  let endsAtMs = Number.NEGATIVE_INFINITY;
  /** 0 or less: it is over. */
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
  /** Is aborted when the whole call ends. */
  readonly signal: AbortSignal;
  /** Aborted: the caller no longer waits for the reply; absent: the caller always waits. */
  readonly caller?: AbortSignal | undefined;
  /** The breaker is not closed, so the service may still hang. */
  readonly isProbe: boolean;
}

/**
 * One try within its time.
 *
 * A time-out tells something about the service, but a caller who leaves does not. If the service may still hang,
 * silence counts as a time-out even then: the breaker would take an error as a sign that the service works again.
 *
 * @throws the reason of the caller's signal.
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
 * Asks a service that may still hang. It repeats the call on another connection every `everyMs`, and the first call
 * that ends decides. A service that has just recovered answers a later call, and may never answer the first. A service
 * that is only slow answers the first.
 *
 * @param signal ends all calls.
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
