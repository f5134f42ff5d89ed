import { SECOND_MS } from '../base/duration.ts';

export interface OverloadTerms {
  /** A clock that never goes back. */
  readonly nowMs: () => number;
  /** An overload is over when no call has waited for this long. */
  readonly calmMs: () => number;
}

/** The interval of CoDel: no queue is needed for longer. Source: RFC 8289, section 4.3, January 2018. */
export const INTERVAL_MS = 100;
/** A refused connection is tried again after 1 and 3 s: by then a burst is in. Source: RFC 6298, section 2, June 2011. */
const BURST_S = 4;
/** The connections of one caller. Each asks again only when it is answered, so their queue does not grow. */
const CONNECTIONS = 64;

/**
 * Tells a burst from overload.
 *
 * A long queue that becomes shorter is a burst. While it does not become shorter, the newest call is next. If this
 * lasts longer than a burst takes to arrive, it is overload. It is also overload if the queue is no shorter than it was
 * that long ago, once a burst would be in: its length varies from second to second. Overload ends when no call has
 * waited for an interval.
 *
 * Source: "Adaptive LIFO" and "Controlled Delay" in N. Maurer, "Fail at Scale", ACM Queue 13 (8), 2015.
 */
export function openOverload({ nowMs, calmMs }: OverloadTerms) {
  const intervals = openTrend(INTERVAL_MS);
  const seconds = openTrend(SECOND_MS);
  let isOverloaded = false;
  let waitedMs = 0;
  return {
    /**
     * Is it overload, and not a burst?
     *
     * @param waiting how many calls wait.
     */
    isOn(waiting: number): boolean {
      if (waiting === 0 && nowMs() - waitedMs >= calmMs()) isOverloaded = false;
      return isOverloaded;
    },
    /** Is the newest call next? With the oldest call first all would be answered late. */
    isNewestNext: (): boolean => isOverloaded || intervals.growing > 0 || seconds.growing > 0,
    /** Looks at the queue. @param refused calls so far. */
    look(waiting: number, refused: number): void {
      for (const trend of [intervals, seconds]) trend.note(waiting, refused, nowMs());
      if (seconds.growing >= BURST_S || seconds.isNoShorterThan(BURST_S)) isOverloaded = true;
    },
    /** A call had to wait until now. */
    noteWait(): void {
      waitedMs = nowMs();
    },
  };
}

/** The length of a long queue from period to period; a short queue does not count. */
function openTrend(periodMs: number) {
  let sinceMs = 0;
  /** Waiting calls and those refused so far, since the queue has been long. */
  let lengths: number[] = [];
  const trend = {
    /** How many periods in a row, up to the last, have not made it shorter. */
    growing: 0,
    note(waiting: number, refused: number, nowMs: number) {
      if (nowMs - sinceMs < periodMs) return;
      sinceMs = nowMs;
      const before = lengths.at(-1) ?? refused;
      const length = waiting + refused;
      trend.growing = waiting > CONNECTIONS && length >= before ? trend.growing + 1 : 0;
      lengths = waiting > CONNECTIONS ? [...lengths.slice(-MOST_LENGTHS), length] : [];
    },
    /** Has the queue been long for twice this many periods, and is it no shorter than it was this many periods ago? */
    isNoShorterThan: (periods: number) =>
      lengths.length > 2 * periods &&
      (lengths.at(-1) as number) >= (lengths.at(-1 - periods) as number),
  };
  return trend;
}

const MOST_LENGTHS = 2 * BURST_S;
