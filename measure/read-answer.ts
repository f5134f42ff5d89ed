import { createHash } from 'node:crypto';
import type { Dispatcher } from 'undici';

/** What a server has answered. */
export interface Reply {
  readonly status: number;
  /** Of the body; what differs from call to call is left out. */
  readonly hash: string;
  /** Seconds; absent: the header is not there or no whole number above 0. */
  readonly retryAfterS?: number;
}

/** What differs from call to call. */
const OF_THE_CALL = /"(?:requestId|computedAt)":"[^"]*"/g;

/**
 * Reads an answer to its end.
 *
 * @param leftOut what of its body is not hashed; absent: what differs from call to call.
 */
export async function readAnswer(
  { statusCode, headers, body }: Dispatcher.ResponseData,
  leftOut = OF_THE_CALL,
): Promise<Reply> {
  const text = await body.text();
  const told = String(headers['retry-after'] ?? '');
  return {
    status: statusCode,
    hash: createHash('sha256').update(text.replace(leftOut, '')).digest('base64url'),
    ...(/^[1-9]\d*$/.test(told) && { retryAfterS: Number(told) }),
  };
}
