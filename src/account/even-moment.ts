/**
 * Refusals of a key leave on a full multiple of this after the call arrived. A look into the
 * database takes well under it, so that the time does not tell whether there was one; and a
 * person who mistyped a key does not notice it.
 */
const STEP_MS = 50;

/**
 * The next moment at which a call that arrived then may be refused. All are milliseconds of one
 * clock that never goes back.
 *
 * @returns later than `nowMs`.
 */
export function nextEvenMomentMs(arrivedAtMs: number, nowMs: number): number {
  return arrivedAtMs + (Math.floor((nowMs - arrivedAtMs) / STEP_MS) + 1) * STEP_MS;
}
