/** How many calls a Norwegian day allows an account, and how many it has made. */
export interface QuotaFigures {
  /** Calls a day. */
  readonly limit: number;
  /** May exceed the limit after that was lowered. */
  readonly used: number;
}

/** Whoever is not known has nothing left of nothing. */
export const NO_QUOTA: QuotaFigures = { limit: 0, used: 0 };

/** Calls left today. */
export function remainingOf({ limit, used }: QuotaFigures): number {
  return Math.max(0, limit - used);
}

/**
 * Whole seconds that a caller must wait for a moment, rounded up so that it is not too early;
 * at least 1, also when the moment has passed meanwhile.
 */
export function secondsUntil(atMs: number, nowMs: number): number {
  return Math.max(1, Math.ceil((atMs - nowMs) / 1000));
}
