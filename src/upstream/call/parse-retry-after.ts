/** No quota and no maintenance lasts longer; a Norwegian day can have 25 hours. */
const MOST_S = 25 * 3600;

const HTTP_DATE = /^\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT$/;

/**
 * The header `Retry-After`: whole seconds, or a date.
 *
 * Source: RFC 9110, section 10.2.3, June 2022.
 *
 * @param nowMs Unix time, milliseconds.
 * @returns whole seconds, at least 1; `undefined` when it is absent, unreadable, or beyond a day.
 */
export function parseRetryAfter(header: string | undefined, nowMs: number): number | undefined {
  const seconds = secondsOf(header?.trim() ?? '', nowMs);
  return seconds <= MOST_S ? Math.max(1, Math.ceil(seconds)) : undefined;
}

/** NaN for a text of another form. */
function secondsOf(text: string, nowMs: number): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  return HTTP_DATE.test(text) ? (Date.parse(text) - nowMs) / 1000 : Number.NaN;
}
