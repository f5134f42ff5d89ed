import { listCodes } from '../../src/http/reply/replies.ts';
import { holdToContract } from '../support/contract.ts';
import type { WireReply } from './send-bytes.ts';

/** The request that an answer belongs to. */
interface Asked {
  readonly method: string;
  readonly target: string;
}

/** An answer may not take longer, whatever was asked. */
const DEADLINE_MS = 15_000;

/**
 * Holds an answer to what every answer promises.
 *
 * @throws Error that says what it breaks.
 */
export function holdReply(reply: WireReply, { method, target }: Asked, durationMs: number): void {
  const { status, headers, body, rest } = reply;
  const problems = [
    status >= 500 && `status ${status}: ${body.slice(0, 200)}`,
    durationMs > DEADLINE_MS && `it took ${durationMs} ms`,
    rest !== '' && `there is something behind it: ${rest.slice(0, 100)}`,
    'x-injected' in headers && 'the caller wrote a header of it',
    headers['x-content-type-options'] !== 'nosniff' && 'it may be sniffed',
    headers['content-security-policy'] === undefined && 'it has no content policy',
    !/^[\w.-]{1,64}$/.test(headers['x-request-id'] ?? '') && 'it has no request id',
    ...['x-api-quota-limit', 'x-api-quota-remaining'].map(
      (name) => !/^\d+$/.test(headers[name] ?? '') && `it has no ${name}`,
    ),
    status >= 400 && method !== 'HEAD' && problemOfError(reply),
  ].filter((problem) => problem !== false);
  if (problems.length > 0) throw new Error(problems.join('; '));
  const url = target.replace(/^[^/]*/, '');
  const isPage = status === 404 && headers['content-type']?.startsWith('text/html');
  // To the reader of the contract an id of digits is a number.
  const named = { ...headers, 'x-request-id': 'id' };
  if (!isPage) holdToContract({ method, url, status, headers: named, body });
}

/** What is wrong with the body of a refusal; the portal has a page for what it does not know. */
function problemOfError({ status, headers, body }: WireReply): string | false {
  const type = headers['content-type'];
  if (headers['cache-control'] !== 'no-store') return 'an error may be stored';
  if (status === 404 && type === 'text/html; charset=utf-8') return false;
  if (type !== 'application/json; charset=utf-8') return `an error of the type ${type}`;
  const { error, message, requestId, code } = JSON.parse(body) as Record<string, unknown>;
  if (!listCodes().some((one) => one.status === status && one.code === code))
    return `an error ${status} ${code} that no document has`;
  if (typeof error !== 'string' || error === '' || typeof message !== 'string')
    return `an error without words: ${body}`;
  return requestId !== headers['x-request-id'] && 'an error of another request';
}

/** @throws Error unless every line is one JSON object. */
export function holdLog(lines: readonly string[]): void {
  for (const line of lines) {
    const isLine = line.endsWith('\n') && line.indexOf('\n') === line.length - 1;
    const content: unknown = isLine ? JSON.parse(line) : undefined;
    if (typeof content !== 'object' || content === null)
      throw new Error(`This is no line of the log: ${line}`);
    const { msg, reqId } = content as Record<string, unknown>;
    if (msg === 'forged' || /[^\w.-]/.test(String(reqId ?? '')))
      throw new Error(`A caller wrote into the log: ${line}`);
  }
}
