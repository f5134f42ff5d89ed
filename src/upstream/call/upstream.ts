/**
 * The outgoing HTTP call. Every foreign service is asked through an `Upstream`, which handles the failures of the
 * service and knows nothing of the questions.
 */

import { endOfRefusal, faultOfFailure } from './call-fault.ts';
import { openGuard } from './guard.ts';
import { openSender } from './send.ts';
import {
  DEFAULT_LIMITS,
  type FailureKind,
  type Outcome,
  type UpstreamCall,
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
