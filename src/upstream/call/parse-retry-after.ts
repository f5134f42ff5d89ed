/**
 * The header `Retry-After`: whole seconds, or a date.
 *
 * @param nowMs Unix time, milliseconds.
 * @returns whole seconds, at least 1; `undefined` when it is absent, unreadable, or beyond a day.
 */
export function parseRetryAfter(header: string | undefined, nowMs: number): number | undefined {
  const text = header?.trim() ?? '';
  const seconds = /^\d{1,9}$/.test(text) ? Number(text) : (Date.parse(text) - nowMs) / 1000;
  if (Number.isNaN(seconds) || seconds > MOST_S) return undefined;
  return Math.max(1, Math.ceil(seconds));
}

/** No quota and no maintenance lasts longer; 25 hours, because a Norwegian day can have them. */
const MOST_S = 25 * 3600;
