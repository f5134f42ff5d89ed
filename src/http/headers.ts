/** Media type of every body. */
export const JSON_TYPE = 'application/json; charset=utf-8';

/** On every answer: it is never sniffed, framed or named to other sites. */
export const COMMON_HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
} as const;
