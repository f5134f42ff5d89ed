/** Calls that came and calls that ended, in spans of time. */
export interface CallPace {
  readonly sinceMs: number;
  /** Since then. */
  readonly came: number;
  readonly ended: number;
  /** Whole spans in a row before that in which clearly more came than ended. */
  readonly risingSpans: number;
  /** Whole spans in a row before that in which hardly fewer came than ended, or more. */
  readonly standingSpans: number;
  /** Whole spans in a row before that in which more came than ended, by a tenth at least. */
  readonly overfullSpans: number;
  /** Calls of the last whole span; 0: there was none. */
  readonly cameLast: number;
  readonly endedLast: number;
}

const SPAN_MS = 1000;
/** What lies below is chance. */
const CLEARLY = 1.25;
/** So many more are refused in an overload, however slight; by chance fewer are. */
const BY_A_TENTH = 1.1;
/** A queue from which so small a share more goes than comes takes for ever to be answered. */
const HARDLY_FEWER = 0.95;

export const paceFrom = (sinceMs: number): CallPace => ({
  sinceMs,
  came: 0,
  ended: 0,
  risingSpans: 0,
  standingSpans: 0,
  overfullSpans: 0,
  cameLast: 0,
  endedLast: 0,
});

/** The pace at the beginning of a new span where the last one is over; else the same. */
export function passTime(pace: CallPace, nowMs: number): CallPace {
  const { sinceMs, came, ended, risingSpans, standingSpans, overfullSpans } = pace;
  if (nowMs - sinceMs < SPAN_MS) return pace;
  // After a pause in which nobody asked nothing is known of the spans between.
  if (nowMs - sinceMs >= 2 * SPAN_MS) return paceFrom(nowMs);
  return {
    ...paceFrom(nowMs),
    risingSpans: came > CLEARLY * ended ? risingSpans + 1 : 0,
    standingSpans: came > HARDLY_FEWER * ended ? standingSpans + 1 : 0,
    overfullSpans: came > BY_A_TENTH * ended ? overfullSpans + 1 : 0,
    cameLast: came,
    endedLast: ended,
  };
}
