import {
  type Caller,
  NO_QUOTA,
  type QuotaFigures,
  remainingOf,
  secondsUntil,
} from '../../account/access.ts';

/** Media type of every body. */
export const JSON_TYPE = 'application/json; charset=utf-8';

/** On every answer: it is never sniffed, framed or named to other sites; and nothing keeps it, unless it says so. */
export const COMMON_HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
} as const;

/** On every answer: calls that the day allows, and calls that it has left. */
export function quotaHeaders(quota: QuotaFigures) {
  return {
    'x-api-quota-limit': String(quota.limit),
    'x-api-quota-remaining': String(remainingOf(quota)),
  };
}

/** Of an answer that is the same for all. */
export const NO_QUOTA_HEADERS = quotaHeaders(NO_QUOTA);

/**
 * The same for general clients, on counted endpoints. The window is called a day of 86 400 s; the
 * `t` seconds to its end are exact on days that are shorter or longer.
 *
 * Source: draft-ietf-httpapi-ratelimit-headers, text of September 2025.
 */
export function rateLimitHeaders({ quota, resetAtMs }: Caller, nowMs: number) {
  const t = secondsUntil(resetAtMs, nowMs);
  return {
    'ratelimit-policy': `"daily";q=${quota.limit};w=86400`,
    ratelimit: `"daily";r=${remainingOf(quota)};t=${t}`,
  };
}
