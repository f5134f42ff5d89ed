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
