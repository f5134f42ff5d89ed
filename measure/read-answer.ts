import { createHash } from 'node:crypto';
import type { Dispatcher } from 'undici';

/** The answer of a server. */
export interface Reply {
  readonly status: number;
  /** Hash of the body without the parts that differ from call to call. */
  readonly hash: string;
  /** Seconds; absent: the header is missing, or not a whole number above 0. */
  readonly retryAfterS?: number;
}

/** The parts of a body that differ from call to call. */
const OF_THE_CALL = /"(?:requestId|computedAt)":"[^"]*"/g;

/**
 * Reads an answer to its end.
 *
 * @param leftOut the parts of the body that are not hashed; absent: the parts that differ from call to call.
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
