import {
  type Caller,
  NO_QUOTA,
  type QuotaFigures,
  remainingOf,
  secondsUntil,
} from '../../account/access.ts';

/** Media type of every body. */
export const JSON_TYPE = 'application/json; charset=utf-8';

/**
 * Headers of every answer. Browsers do not guess its type, show it in frames or name it to other sites. No cache keeps
 * it unless the endpoint says so.
 */
export const COMMON_HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
} as const;

/** Headers of every answer: the calls that the day allows, and the calls that are left. */
export function quotaHeaders(quota: QuotaFigures) {
  return {
    'x-api-quota-limit': String(quota.limit),
    'x-api-quota-remaining': String(remainingOf(quota)),
  };
}

/** The quota headers of an answer without a known caller. */
export const NO_QUOTA_HEADERS = quotaHeaders(NO_QUOTA);

/**
 * The same figures in a form for general clients, on counted endpoints. The window is called a day of 86 400 s; the `t`
 * seconds to its end are exact on days that are shorter or longer.
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
