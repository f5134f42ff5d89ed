/**
 * Ways that are known while a set of ways of which none is both faster and cheaper is looked for: what lies behind a label
 * is worth a look only where it may come between them.
 */

/** How fast and how cheap a way is; or at least, whatever is driven. */
interface Weighed {
  readonly weightMs: number;
  readonly cost: number;
}

export interface KnownFront {
  add(way: Weighed): void;
  /** Until when a way may come that no known one beats; `-Infinity`: each is beaten. */
  deadlineMs(way: Weighed): number;
  /** What such a way may cost at most. */
  mostCost(weightMs: number): number;
}

/** @param boundMs no way takes longer. */
export function openKnownFront(boundMs: number): KnownFront {
  /** Those that none beats, the fastest first. */
  let front: Weighed[] = [];
  return {
    add(way) {
      const isBeaten = (one: Weighed, by: Weighed) =>
        by.weightMs <= one.weightMs && by.cost <= one.cost;
      if (front.some((one) => isBeaten(way, one))) return;
      front = [...front.filter((one) => !isBeaten(one, way)), way];
      front.sort((a, b) => a.weightMs - b.weightMs);
    },
    deadlineMs({ weightMs, cost }) {
      const untilMs = front.find((one) => one.cost <= cost)?.weightMs;
      if (untilMs === undefined) return boundMs;
      return untilMs > weightMs ? untilMs : Number.NEGATIVE_INFINITY;
    },
    mostCost: (weightMs) =>
      front.findLast((one) => one.weightMs <= weightMs)?.cost ?? Number.POSITIVE_INFINITY,
  };
}
