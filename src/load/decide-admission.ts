/** What a call that needs the engine meets: others that are worked on, and others that wait. */
export interface Load {
  readonly running: number;
  /** Those that were left behind do not count. */
  readonly waiting: number;
  /** Calls that came before it was known that more come than can be answered, and still wait. */
  readonly leftBehind: number;
  /** Calls that may be here while more come than can be answered: worked on and waiting. */
  readonly room: number;
  /** What a call takes once its turn has come, by the latest of them; 0: none has ended yet. */
  readonly workMs: number;
  /** Spans in a row, up to now, in which clearly more calls came, refused ones too, than ended. */
  readonly risingSpans: number;
  /** Spans in a row, up to now, in which hardly fewer came than ended. */
  readonly standingSpans: number;
  /** Spans in a row, up to now, in which more came, by a tenth at least. */
  readonly overfullSpans: number;
  /** Calls that came in the last whole span, refused ones too, and calls that ended in it. */
  readonly cameLast: number;
  readonly endedLast: number;
  /** Since when more come than can be answered; absent: it is not so. */
  readonly overrunSinceMs?: number;
  /** Calls that ended in the last whole span before that, when everybody was let in. */
  readonly endedOpen?: number;
  /** Since when more wait than a caller with many connections can have; absent: fewer do. */
  readonly crowdedSinceMs?: number;
  /** When a call was last refused as it came; absent: never. */
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
  readonly standingSpans: number;
  readonly crowdedMs: number;
  /** Of one that waits, once it is no longer borne. */
  readonly waitMs: number;
}
/**
 * A burst of 1 000 calls on a machine that is busy has arrived by then: connections beyond what the
 * system accepts at once are tried again after one and after three seconds.
 */
const WITH_A_BURST: Patience = {
  risingSpans: 4,
  standingSpans: 4,
  crowdedMs: 4000,
  waitMs: 8000,
};
/** It was no burst, or not the only one: every further queue would be nothing but latency. */
const AFTER_REFUSALS: Patience = {
  risingSpans: 2,
  standingSpans: 1,
  crowdedMs: 500,
  waitMs: 500,
};
/** A slight overload shows only when some calls have been refused for a whole span. */
const HOLD_MS = 2000;
/** So large a share of what was answered before is answered again. */
const SURELY = 0.95;
/** So long after the last refusal the next crowd may be a burst again. */
const FORGET_MS = 10_000;
/** After 15 s nobody waits for the answer. */
const LEFT_BEHIND_MS = 13_000;
/** A burst of 1 000 and as many again. Whoever waits for longer than a call may take is answered 503 then. */
const MOST_WAITING = 2000;

/**
 * Whether a call is worked on now, waits for its turn, or is refused because too many wait.
 *
 * A burst may wait: it is over soon. Callers that ask again when they are answered may wait: their
 * queue does not grow. When calls keep coming faster than they are answered, every queue is full for
 * good and its length is nothing but latency: then no more are let in than there is room for.
 *
 * Source: N. Maurer, "Fail at Scale", ACM Queue 13 (8), 2015, "Controlled Delay".
 *
 * @param mostRunning calls that are worked on at the same time.
 */
export function decideAdmission(load: Load, mostRunning: number, nowMs: number): Admission {
  const { running, waiting, leftBehind, room } = load;
  const isFull = isOverrun(load, nowMs) && running + waiting >= room;
  if (!isFull && running < mostRunning) return { kind: 'run' };
  if (!isFull && waiting + leftBehind < MOST_WAITING) return { kind: 'wait' };
  return { kind: 'refuse', retryAfterS: retryAfterS(load, mostRunning) };
}

/** More calls come than can be answered, and for so long that it is no burst. */
export function isOverrun(load: Load, nowMs: number): boolean {
  const { risingSpans, standingSpans, crowdedSinceMs, overrunSinceMs } = load;
  if (overrunSinceMs !== undefined) {
    if (nowMs - overrunSinceMs < HOLD_MS) return true;
    if (couldAllBeAnswered(load)) return false;
    if (load.overfullSpans > 0) return true;
  }
  const patience = patienceOf(load, nowMs);
  if (risingSpans >= patience.risingSpans) return true;
  // Of a long queue that becomes shorter everybody will be answered.
  if (crowdedSinceMs === undefined || standingSpans < patience.standingSpans) return false;
  return nowMs - crowdedSinceMs > patience.crowdedMs;
}

/**
 * With few let in less is answered than could be, so that what is answered now does not tell what
 * could be: what was answered before, with everybody let in, does.
 */
const couldAllBeAnswered = ({ cameLast, endedOpen = 0 }: Load): boolean =>
  endedOpen > 0 && cameLast <= SURELY * endedOpen;

/** How long a call that comes now may wait, in milliseconds. */
export const waitMsOf = (load: Load, nowMs: number): WaitMs => ({
  inOverrun: patienceOf(load, nowMs).waitMs,
  leftBehind: LEFT_BEHIND_MS,
});

export interface WaitMs {
  /** Left behind, while more come than can be answered. */
  readonly inOverrun: number;
  /** Left behind, whatever comes. */
  readonly leftBehind: number;
}

/** Whose turn is next; `in turns`: the oldest's and the newest's by turns. */
export type Order = 'oldest' | 'in turns';

/**
 * Most of a long queue would be answered late, and after a refusal most of any: every other turn goes
 * to the newest call, which is answered soon. The other turns keep everybody moving, as it may be a
 * burst, of which all are to be answered in time.
 *
 * Source: the same, "Adaptive LIFO".
 */
export function orderOf(load: Load, mostRunning: number, nowMs: number): Order {
  const borne = wasRefusedLately(load, nowMs) ? mostRunning : CROWD;
  return load.waiting > borne ? 'in turns' : 'oldest';
}

/** When those who wait their turn have been answered, and at least one second. */
export function retryAfterS({ waiting, workMs }: Load, mostRunning: number): number {
  return Math.max(1, Math.ceil(((waiting + 1) * workMs) / mostRunning / 1000));
}

const patienceOf = (load: Load, nowMs: number): Patience =>
  wasRefusedLately(load, nowMs) ? AFTER_REFUSALS : WITH_A_BURST;

const wasRefusedLately = ({ refusedAtMs }: Load, nowMs: number): boolean =>
  refusedAtMs !== undefined && nowMs - refusedAtMs < FORGET_MS;
