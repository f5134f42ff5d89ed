import { STATUS_CODES } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Fault } from '../base/fault.ts';
import { callOf } from './call.ts';
import { COMMON_HEADERS, JSON_TYPE } from './headers.ts';
import { CALLER_GONE, hasHungUp } from './hung-up.ts';
import { loggable } from './loggable.ts';
import { BODY_REFUSALS, FAULT_REPLIES, REFUSALS } from './replies.ts';

/** Body of an answer to a request that no endpoint has seen or finished. */
export function formatRefusal(status: number, requestId: string) {
  const known = REFUSALS[status]?.message ?? BODY_REFUSALS[status];
  const message = known ?? STATUS_CODES[status] ?? 'Error';
  return { error: message, message, requestId };
}

/** Status and body for anything that was thrown. */
function formatFault(error: unknown, requestId: string) {
  if (!(error instanceof Fault)) {
    const status = refusedStatus(error);
    return { status, body: formatRefusal(status, requestId) };
  }
  const { code, publicMessage } = error;
  const reply = FAULT_REPLIES[code];
  const message = publicMessage === code ? reply.message : publicMessage;
  return {
    status: reply.status,
    body: { error: reply.error === 'code' ? code : message, message, requestId },
  };
}

/**
 * Answers a failed request, and logs it when it is not the caller's doing. The log names the
 * route's pattern instead of the address: coordinates stay out of it.
 */
export function replyFault(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  if (hasHungUp(reply)) return replyToNobody(error, request, reply);
  const { status, body } = formatFault(error, request.id);
  if (error instanceof Fault) callOf(request).fault = error.code;
  if (error instanceof Fault && error.retryAfterS !== undefined)
    reply.header('retry-after', String(error.retryAfterS));
  if (status === 401 && body.error !== 'signed_out') reply.header('www-authenticate', 'Bearer');
  // So many calls are refused so by design; each has its line among the answers.
  const isShed = error instanceof Fault && error.code === 'overloaded';
  if (status >= 500 && !isShed)
    request.log.error({ err: error, endpoint: request.routeOptions.url }, 'request failed');
  return reply
    .code(status)
    .headers({ ...COMMON_HEADERS, 'x-request-id': request.id, 'cache-control': 'no-store' })
    .type(JSON_TYPE)
    .send(body);
}

/** What fails when its caller has left did not fail: for the log, and for the count of calls. */
function replyToNobody(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const { url: endpoint } = request.routeOptions;
  request.log.info({ err: loggable(error), endpoint }, 'ended after the caller hung up');
  return reply.code(CALLER_GONE).send();
}

/** The framework's own status where it blames the caller or the deadline, 500 otherwise. */
function refusedStatus(error: unknown): number {
  const { statusCode = 500 } = (error ?? {}) as { statusCode?: number };
  return (statusCode >= 400 && statusCode < 500) || statusCode === 503 ? statusCode : 500;
}
