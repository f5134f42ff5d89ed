import { randomUUID } from 'node:crypto';

/** Nothing that could break a line of a log, or that has the form of one of our keys. */
const SANE_ID = /^[A-Za-z0-9._-]{1,64}$/;
const KEY_LIKE = /veipris_(?:live|test)_/i;

/**
 * The name under which caller and operator talk about a request: the caller's own, when it is
 * sane. Callers may repeat themselves, so nothing but log and answer may go by it.
 *
 * @param sent the value of `X-Request-Id`; several of them come joined with a comma.
 */
export function requestIdOf(sent: string | string[] | undefined): string {
  return typeof sent === 'string' && SANE_ID.test(sent) && !KEY_LIKE.test(sent)
    ? sent
    : randomUUID();
}

/**
 * The same for bytes that are no request: of one `X-Request-Id` line, not of several.
 *
 * @param bytes the framework promises no type for them; what is no buffer has no id.
 */
export function requestIdOfBytes(bytes: unknown): string {
  const head = Buffer.isBuffer(bytes) ? bytes.toString('latin1') : '';
  const [sent, ...others] = head.matchAll(/^x-request-id:[ \t]*(.*?)[ \t]*\r?$/gim);
  return requestIdOf(others.length === 0 ? sent?.[1] : undefined);
}
