/** The records of a call to a foreign service: its settings and limits, the reply, and the outcome of a try. */

/** The limits for waiting for a foreign service, for the calls to it, and for the size of its replies. */
export interface UpstreamLimits {
  /** Time for the connection, including name look-up and check of the certificate. Milliseconds. */
  readonly connectMs: number;
  /** Time for one try, from sending to the last byte: a reply that comes slowly gets no more time. Milliseconds. */
  readonly attemptMs: number;
  /** Time for one call with all its tries and pauses. A call can ask for less. Milliseconds. */
  readonly deadlineMs: number;
  /** Tries after the first. */
  readonly retries: number;
  /** Scale of the pauses between tries. The pauses grow and are randomised. Milliseconds. */
  readonly retryPauseMs: number;
  /** No further try is started with less time left than this. Milliseconds. */
  readonly retryRoomMs: number;
  /** The largest body, after decompression. */
  readonly bodyBytes: number;
  /** Calls at the same time. */
  readonly inFlight: number;
  /** Calls that may wait for their turn. Further calls are refused. */
  readonly queued: number;
  /** Failed tries in a row after which calls are refused for a while. */
  readonly failuresToOpen: number;
  /** How long calls are refused before one is tried. Milliseconds. */
  readonly openMs: number;
  /** Time after which this trial call is repeated on a new connection while it waits. Milliseconds. */
  readonly probeMs: number;
}

/**
 * The limits of an upstream that sets none.
 *
 * - A caller of ours waits for at most 15 s. `deadlineMs` leaves 3 s of these for everything else.
 * - With `openMs`, `probeMs` and `attemptMs` for calls that already hang, calls succeed again within 5 s after an
 *   upstream has recovered, whether it refused calls or left them without a reply.
 */
export const DEFAULT_LIMITS: UpstreamLimits = {
  connectMs: 2000,
  attemptMs: 4500,
  deadlineMs: 12_000,
  retries: 2,
  retryPauseMs: 150,
  retryRoomMs: 1000,
  bodyBytes: 16 * 1024 * 1024,
  inFlight: 32,
  queued: 64,
  failuresToOpen: 5,
  openMs: 1000,
  probeMs: 1500,
};

export interface UpstreamCall {
  /** Appended unchanged to the base address, with its query: `?kjennemerke=…`, `/best?…`. */
  readonly path: string;
  /** Aborted: the caller no longer waits for the reply. */
  readonly signal?: AbortSignal | undefined;
  /** Time for the call with all its tries, milliseconds; absent: by the limits of the upstream. */
  readonly deadlineMs?: number;
}

export interface UpstreamReply {
  readonly status: number;
  /** Names in lower case; values of a repeated header joined by a comma. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body, decompressed, and decoded by the charset that the reply names, else as UTF-8. */
  readonly body: string;
}

/** The state of a service, for health and metrics. */
export interface UpstreamState {
  /** `open`: calls are refused for a while; `half-open`: one call is tried. */
  readonly breaker: 'closed' | 'open' | 'half-open';
  /** Calls that have not ended yet, including those that wait for their turn. */
  readonly inFlight: number;
  /** The last failure of the service; absent: never. Unix milliseconds. */
  readonly lastFailure?: { readonly atMs: number; readonly kind: FailureKind };
  /** The calls in a day that the service allows, and how many are left by our count; absent: there is no such limit. */
  readonly allowance?: { readonly perDay: number; readonly left: number };
}

export interface UpstreamSettings {
  readonly name: string;
  /** The address before every path, without a slash at its end. */
  readonly baseUrl: string;
  /** Headers of every call, such as the login and the accepted formats. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly limits?: Partial<UpstreamLimits> | undefined;
  /** Is called for every try that is sent. */
  readonly onSend?: () => void;
  /**
   * Does a reply say that the service is failing now? Then the service is asked again, and the reply counts as a
   * failure. Absent: every status from 500 on does.
   */
  readonly isTransient?: (reply: UpstreamReply) => boolean;
  /** A clock that never goes back; absent: the clock of this process. */
  readonly nowMs?: () => number;
}

/** The outcome of one try to ask a foreign service. */
export type Outcome = { readonly kind: 'reply'; readonly reply: UpstreamReply } | Failure;

/** There was no reply, or it can not be read. */
export interface Failure {
  readonly kind: 'unreachable' | 'time-out' | 'broken';
  /** For our log: a code or a few words. It has no address, and no text of the service. */
  readonly what: string;
}

/** How a service can fail; `status`: it answered that it is failing. */
export type FailureKind = Failure['kind'] | 'status';
