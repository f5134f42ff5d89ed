/** What a call that needs the engine meets: others that are worked on, and others that wait. */
export interface Load {
  readonly running: number;
  readonly waiting: number;
  /** What a call takes once its turn has come, by the latest of them; 0: none has ended yet. */
  readonly workMs: number;
  /** Spans in a row, up to now, in which clearly more calls came, refused ones too, than ended. */
  readonly risingSpans: number;
  /** Since when more wait than a caller with many connections can have; absent: fewer do. */
  readonly crowdedSinceMs?: number;
  /** When a call was last refused; absent: never. */
  readonly refusedAtMs?: number;
}

export type Admission =
  | { readonly kind: 'run' | 'wait' }
  | { readonly kind: 'refuse'; readonly retryAfterS: number };

/** So many may wait for as long as they like: whoever asks again when it is answered makes no more. */
export const CROWD = 64;
/** How long it is borne that more come than end. */
interface Patience {
  readonly risingSpans: number;
  readonly crowdedMs: number;
}
/**
 * A burst of 1 000 calls on a machine that is busy has arrived by then: connections beyond what the
 * system accepts at once are tried again after one and after three seconds.
 */
const WITH_A_BURST: Patience = { risingSpans: 4, crowdedMs: 4000 };
/** It was no burst, or not the only one: every further queue would be nothing but latency. */
const AFTER_REFUSALS: Patience = { risingSpans: 2, crowdedMs: 500 };
/** So long after the last refusal the next crowd may be a burst again. */
const FORGET_MS = 10_000;
/** A burst of 1 000 and as many again. Whoever waits for longer than a call may take is answered 503 then. */
const MOST_WAITING = 2000;

/**
 * Whether a call is worked on now, waits for its turn, or is refused because too many wait.
 *
 * A burst may wait: it is over soon. Callers that ask again when they are answered may wait: their
 * queue does not grow. When calls keep coming faster than they are answered, every queue is full for
 * good and its length is nothing but latency: then no more may wait than are worked on, so that a
 * call waits about as long as its work takes.
 *
 * Source: N. Maurer, "Fail at Scale", ACM Queue 13 (8), 2015, "Controlled Delay".
 *
 * @param mostRunning calls that are worked on at the same time.
 */
export function decideAdmission(load: Load, mostRunning: number, nowMs: number): Admission {
  const { running, waiting, workMs } = load;
  if (running < mostRunning) return { kind: 'run' };
  const hasRoom = isOverrun(load, nowMs) ? waiting < mostRunning : waiting < MOST_WAITING;
  if (hasRoom) return { kind: 'wait' };
  const waitMs = ((waiting + 1) * workMs) / mostRunning;
  return { kind: 'refuse', retryAfterS: Math.max(1, Math.ceil(waitMs / 1000)) };
}

function isOverrun(load: Load, nowMs: number): boolean {
  const { risingSpans, crowdedSinceMs, refusedAtMs } = load;
  const wasRefused = refusedAtMs !== undefined && nowMs - refusedAtMs < FORGET_MS;
  const patience = wasRefused ? AFTER_REFUSALS : WITH_A_BURST;
  if (risingSpans >= patience.risingSpans) return true;
  return crowdedSinceMs !== undefined && nowMs - crowdedSinceMs > patience.crowdedMs;
}
