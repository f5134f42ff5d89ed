import { STATUS_CODES } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Fault, type FaultCode } from '../base/fault.ts';
import { COMMON_HEADERS, JSON_TYPE } from './headers.ts';
import { CALLER_GONE, hasHungUp } from './hung-up.ts';

/** The status of each fault, and whether the caller reads its code or its sentence in `error`. */
const REPLIES: Record<FaultCode, { readonly status: number; readonly error: 'code' | 'sentence' }> =
  {
    invalid_parameter: { status: 400, error: 'sentence' },
    invalid_api_key: { status: 401, error: 'code' },
    subscription_inactive: { status: 403, error: 'code' },
    not_found: { status: 404, error: 'code' },
    route_not_possible: { status: 404, error: 'code' },
    method_not_allowed: { status: 405, error: 'code' },
    quota_exceeded: { status: 429, error: 'code' },
    rate_limited: { status: 429, error: 'code' },
    upstream_broken: { status: 502, error: 'sentence' },
    upstream_down: { status: 503, error: 'sentence' },
  };

/** What the framework itself refuses; its own texts never reach the caller. */
const REFUSALS: Record<number, string> = {
  400: 'The request is not valid HTTP.',
  408: 'The request took too long to arrive.',
  413: 'The request body is too large.',
  414: 'The address is too long.',
  415: 'The media type of the request body is not supported.',
  431: 'The request headers are too large.',
  500: 'Something went wrong on our side; try again later.',
  503: 'The answer took too long; try again later.',
};

/** Body of an answer to a request that no endpoint has seen or finished. */
export function formatRefusal(status: number, requestId: string) {
  return { error: REFUSALS[status] ?? STATUS_CODES[status] ?? 'Error', requestId };
}

/** Status and body for anything that was thrown. */
function formatFault(error: unknown, requestId: string) {
  if (!(error instanceof Fault)) {
    const status = refusedStatus(error);
    return { status, body: formatRefusal(status, requestId) };
  }
  const { status, error: form } = REPLIES[error.code];
  if (form === 'sentence') return { status, body: { error: error.publicMessage, requestId } };
  const message = error.publicMessage === error.code ? {} : { message: error.publicMessage };
  return { status, body: { error: error.code, ...message, requestId } };
}

/**
 * Answers a failed request, and logs it when it is not the caller's doing. The log names the
 * route's pattern instead of the address: coordinates stay out of it.
 */
export function replyFault(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  if (hasHungUp(reply)) return replyToNobody(error, request, reply);
  const { status, body } = formatFault(error, request.id);
  if (error instanceof Fault && error.retryAfterS !== undefined)
    reply.header('retry-after', String(error.retryAfterS));
  if (status === 401) reply.header('www-authenticate', 'Bearer');
  if (status >= 500)
    request.log.error({ err: error, route: request.routeOptions.url }, 'request failed');
  return reply
    .code(status)
    .headers({ ...COMMON_HEADERS, 'x-request-id': request.id, 'cache-control': 'no-store' })
    .type(JSON_TYPE)
    .send(body);
}

/** What fails when its caller has left did not fail: for the log, and for the count of calls. */
function replyToNobody(err: unknown, request: FastifyRequest, reply: FastifyReply) {
  request.log.info({ err, route: request.routeOptions.url }, 'ended after the caller hung up');
  return reply.code(CALLER_GONE).send();
}

/** The framework's own status where it blames the caller or the deadline, 500 otherwise. */
function refusedStatus(error: unknown): number {
  const { statusCode = 500 } = (error ?? {}) as { statusCode?: number };
  return (statusCode >= 400 && statusCode < 500) || statusCode === 503 ? statusCode : 500;
}
