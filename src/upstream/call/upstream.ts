/**
 * The one outgoing HTTP call: every foreign service is asked through an `Upstream`, which keeps
 * calm when the service does not. It knows nothing of what is asked.
 */

import type { FailureKind } from './attempt.ts';
import {
  type EndedCall,
  endOfError,
  endOfOutcome,
  faultOfFailure,
  faultOfRefusal,
  openEndedCalls,
} from './call-fault.ts';
import { openGuard } from './guard.ts';
import { DEFAULT_LIMITS, type UpstreamLimits } from './limits.ts';
import { openSender } from './send.ts';

/** A foreign service behind one address. */
export interface Upstream {
  /** What people call it, such as `vehicle register`. */
  readonly name: string;
  /**
   * Sends a GET, again if that is safe and the time allows.
   *
   * @returns any complete reply, whatever its status; redirects excepted.
   * @throws Fault `upstream_down` when no reply came (connection, name, time-out, open circuit, too
   * many calls in flight), `upstream_broken` when it cannot be read (too large, not HTTP, not text,
   * a redirect). The caller's own `signal` ends the call at once with the reason of the signal,
   * and counts as nobody's failure.
   */
  get(call: UpstreamCall): Promise<UpstreamReply>;
  state(): UpstreamState;
  /** From now on `onEnd` hears of every call that ends, for metrics; it must not throw. */
  listen(onEnd: (call: EndedCall) => void): void;
  /** Drops every connection; calls in flight fail. */
  close(): Promise<void>;
}

export interface UpstreamCall {
  /** Appended to the base address as it is, with its query: `?kjennemerke=…`, `/best?…`. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Nobody waits for the reply any more. */
  readonly signal?: AbortSignal;
  /** How long the call may take with all its tries; absent: as the limits of the upstream say. */
  readonly deadlineMs?: number;
}

export interface UpstreamReply {
  readonly status: number;
  /** Names in lower case; values of a repeated header joined by a comma. */
  readonly headers: Readonly<Record<string, string>>;
  /** Decompressed, and decoded by the charset that the reply names; UTF-8 when it names none. */
  readonly body: string;
}

/** How a service is doing, for health and metrics. */
export interface UpstreamState {
  /** `open`: calls are refused for a while; `half-open`: one call is tried. */
  readonly breaker: 'closed' | 'open' | 'half-open';
  /** Calls that have not ended yet, those that wait for their turn included. */
  readonly inFlight: number;
  /** The last time that it failed us; absent: never. Unix milliseconds. */
  readonly lastFailure?: { readonly atMs: number; readonly kind: FailureKind };
}

export interface UpstreamSettings {
  readonly name: string;
  /** What stands before every path; without a slash at its end. */
  readonly baseUrl: string;
  /** Sent with every call: the login, what is accepted. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly limits?: Partial<UpstreamLimits>;
  /**
   * Whether a reply says that the service is failing now: it is asked again, and it counts against
   * the service. Absent: every status from 500 on.
   */
  readonly isTransient?: (reply: UpstreamReply) => boolean;
  /** A clock that never goes back; absent: that of this process. */
  readonly nowMs?: () => number;
}

/** Opens the way to a foreign service; the first call connects. */
export function openUpstream(settings: UpstreamSettings): Upstream {
  const { name, isTransient = isServerError, nowMs = () => performance.now() } = settings;
  const limits = { ...DEFAULT_LIMITS, ...settings.limits };
  const sender = openSender({ ...settings, limits });
  const guard = openGuard({ limits, isTransient, nowMs });
  const calls = openEndedCalls();
  return {
    name,
    async get(call) {
      call.signal?.throwIfAborted();
      const end = calls.begin();
      try {
        const outcome = await guard.run((signal) => sender.send(call, signal), call);
        end(endOfOutcome(outcome, isTransient));
        if (outcome.kind === 'reply') return outcome.reply;
        throw faultOfFailure(name, outcome);
      } catch (error) {
        end(endOfError(error, call.signal));
        call.signal?.throwIfAborted();
        throw faultOfRefusal(name, error, guard.reopensInMs());
      }
    },
    state: guard.state,
    listen: calls.listen,
    close: sender.close,
  };
}

const isServerError = ({ status }: UpstreamReply) => status >= 500;
