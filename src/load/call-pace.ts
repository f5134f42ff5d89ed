/** Calls that came and calls that ended, in spans of time. */
export interface CallPace {
  readonly sinceMs: number;
  /** Since then. */
  readonly came: number;
  readonly ended: number;
  /** Whole spans in a row before that in which clearly more came than ended. */
  readonly risingSpans: number;
}

const SPAN_MS = 1000;
/** What lies below is chance. */
const CLEARLY = 1.25;

/** The pace at the beginning of a new span where the last one is over; else the same. */
export function passTime(pace: CallPace, nowMs: number): CallPace {
  const { sinceMs, came, ended, risingSpans } = pace;
  if (nowMs - sinceMs < SPAN_MS) return pace;
  // After a pause in which nobody asked nothing is known of the spans between.
  const isLong = nowMs - sinceMs >= 2 * SPAN_MS;
  const isRising = !isLong && came > CLEARLY * ended;
  return { sinceMs: nowMs, came: 0, ended: 0, risingSpans: isRising ? risingSpans + 1 : 0 };
}
