/** The records of a call to a foreign service: its settings and limits, the reply, what became of a try. */

/** How long we wait for a foreign service, and how much we ask of it and take from it. */
export interface UpstreamLimits {
  /** Until the connection stands, its name found and its certificate checked. Milliseconds. */
  readonly connectMs: number;
  /** One try, from sending to the last byte: a reply that drips in does not buy time. */
  readonly attemptMs: number;
  /** One call with all its tries and pauses; a call can ask for less. */
  readonly deadlineMs: number;
  /** Tries after the first. */
  readonly retries: number;
  /** Scale of the pauses between tries, which grow and are scattered. Milliseconds. */
  readonly retryPauseMs: number;
  /** A try is not worth starting with less than this left. Milliseconds. */
  readonly retryRoomMs: number;
  /** The largest body, after decompression. */
  readonly bodyBytes: number;
  /** Calls at the same time. */
  readonly inFlight: number;
  /** Calls that wait for their turn; more are refused. */
  readonly queued: number;
  /** Failed tries in a row after which calls are refused for a while. */
  readonly failuresToOpen: number;
  /** How long calls are refused before one is tried. Milliseconds. */
  readonly openMs: number;
  /** How often that one asks again on a new connection while it waits. Milliseconds. */
  readonly probeMs: number;
}

/**
 * What an upstream gets that asks for nothing else.
 *
 * - `deadlineMs` leaves 3 of the 15 s that a caller of ours waits at most for all the rest.
 * - `openMs` and `probeMs`, and what `attemptMs` adds for calls that hang already, bring the service
 *   back within 5 s of the healing of an upstream, whether it refused calls or swallowed them.
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
  /** Appended to the base address as it is, with its query: `?kjennemerke=…`, `/best?…`. */
  readonly path: string;
  /** the reply is not waited for any more. */
  readonly signal?: AbortSignal | undefined;
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
  /** Calls of a day that the service allows, and those that are left by our count; absent: any number. */
  readonly allowance?: { readonly perDay: number; readonly left: number };
}

export interface UpstreamSettings {
  readonly name: string;
  /** What stands before every path; without a slash at its end. */
  readonly baseUrl: string;
  /** Sent with every call: the login, what is accepted. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly limits?: Partial<UpstreamLimits> | undefined;
  /** Hears of every try that is sent. */
  readonly onSend?: () => void;
  /**
   * Whether a reply says that the service is failing now: it is asked again, and it counts against
   * the service. Absent: every status from 500 on.
   */
  readonly isTransient?: (reply: UpstreamReply) => boolean;
  /** A clock that never goes back; absent: that of this process. */
  readonly nowMs?: () => number;
}

/** What became of one try to ask a foreign service. */
export type Outcome = { readonly kind: 'reply'; readonly reply: UpstreamReply } | Failure;

/** No reply, or none that can be read. */
export interface Failure {
  readonly kind: 'unreachable' | 'time-out' | 'broken';
  /** For our log: a code or a few words. No address, and nothing that the service wrote. */
  readonly what: string;
}

/** How a service can fail us; `status`: it answered that it is failing. */
export type FailureKind = Failure['kind'] | 'status';
