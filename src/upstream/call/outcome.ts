import { errors } from 'undici';
import type { UpstreamReply } from './upstream.ts';

/** What became of one try to ask a foreign service. */
export type Outcome = { readonly kind: 'reply'; readonly reply: UpstreamReply } | Failure;

/** No reply, or none that can be read. */
export interface Failure {
  readonly kind: 'unreachable' | 'time-out' | 'broken';
  /** For our log: a code or a few words. No address, and nothing that the service wrote. */
  readonly what: string;
}

/** How a service can fail us; `status`: it answered that it is failing. */
export type FailureKind = Failure['kind'] | 'status';

/** Errors that tell of a reply nobody can read; all others with a code tell of the connection. */
const BROKEN =
  /^(?:Z_|ERR__ERROR|ERR_ENCODING|UND_ERR_(?:HEADERS_OVERFLOW|INVALID_ARG|NOT_SUPPORTED|RES_))/;
const LATE = /^UND_ERR_(?:HEADERS|BODY)_TIMEOUT$/;

/**
 * What an error of the HTTP client, of decompression or of decoding tells.
 *
 * @returns `undefined` for an error that is not one of these: a defect, or an ended call.
 */
export function toFailure(error: unknown): Failure | undefined {
  if (error instanceof errors.HTTPParserError) return { kind: 'broken', what: 'not HTTP' };
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (typeof code !== 'string') return undefined;
  if (LATE.test(code)) return { kind: 'time-out', what: code };
  return { kind: BROKEN.test(code) ? 'broken' : 'unreachable', what: code };
}
