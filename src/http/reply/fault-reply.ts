import { STATUS_CODES } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Fault } from '../../base/fault.ts';
import { recognise } from '../call/authenticate.ts';
import { CALLER_GONE, callOf, hasHungUp } from '../call/call.ts';
import { type AfterAnswer, actOnce } from '../call/note-answer.ts';
import { testHeaders } from '../call/test-calls.ts';
import type { App } from '../framework.ts';
import type { Services } from '../services.ts';
import { COMMON_HEADERS, JSON_TYPE, NO_QUOTA_HEADERS, quotaHeaders } from './headers.ts';
import { docsOf, FAULT_REPLIES, REFUSALS } from './replies.ts';

/** The body of an answer to a request that no endpoint has seen or finished. */
export function formatRefusal(status: number, requestId: string) {
  const { code, message } = REFUSALS[status] ?? {
    code: 'bad_request',
    message: STATUS_CODES[status] ?? 'Error',
  };
  return { error: message, message, requestId, code, docs: docsOf(code) };
}

/** Status and body for anything that was thrown. */
export function formatFault(error: unknown, requestId: string) {
  if (!(error instanceof Fault)) {
    const status = refusedStatus(error);
    return { status, body: formatRefusal(status, requestId) };
  }
  const { code, publicMessage, problems } = error;
  const docs = docsOf(code);
  const reply = FAULT_REPLIES[code];
  const message = publicMessage === code ? reply.message : publicMessage;
  return {
    status: reply.status,
    body: {
      error: reply.error === 'sentence' ? message : code,
      message,
      requestId,
      code,
      ...(problems[0] && { parameter: problems[0].parameter }),
      docs,
      ...(problems.length > 0 && {
        errors: problems.map(({ entry, ...one }) => ({ code, ...one, docs })),
      }),
    },
  };
}

/**
 * Answers a failed request, and logs it when the caller did not cause the failure. The log has the route's pattern
 * instead of the address, so that it has no coordinates.
 */
export function replyFault(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  if (hasHungUp(reply)) return replyToNobody(error, request, reply);
  const { status, body } = formatFault(error, request.id);
  if (error instanceof Fault) callOf(request).fault = error.code;
  const retryAfterS = retryAfterOf(error, request, status);
  if (retryAfterS !== undefined) reply.header('retry-after', String(retryAfterS));
  if (status === 401 && body.error !== 'signed_out') reply.header('www-authenticate', 'Bearer');
  // Under load many calls are refused by design. Each has its line among the answers.
  const isShed = error instanceof Fault && error.code === 'overloaded';
  if (status >= 500 && !isShed)
    request.log.error({ err: error, endpoint: request.routeOptions.url }, 'request failed');
  return reply
    .code(status)
    .headers({ ...COMMON_HEADERS, 'x-request-id': request.id })
    .type(JSON_TYPE)
    .send(body);
}

/** A question that was worked on in vain may come again after as long a time: so it takes half of the work at most. */
function retryAfterOf(
  error: unknown,
  { routeOptions: { handlerTimeout } }: FastifyRequest,
  status: number,
): number | undefined {
  if (error instanceof Fault) return error.retryAfterS;
  return status === 503 ? Math.ceil(handlerTimeout / 1000) : undefined;
}

/** A request that fails after its caller has left is no failure for the log or for the count of calls. */
function replyToNobody(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const { url: endpoint } = request.routeOptions;
  request.log.info({ err: loggable(error), endpoint }, 'ended after the caller hung up');
  return reply.code(CALLER_GONE).send();
}

/** The framework's own status for an error of the caller or the deadline, 500 otherwise. */
function refusedStatus(error: unknown): number {
  const { statusCode = 500 } = (error ?? {}) as { statusCode?: number };
  return (statusCode >= 400 && statusCode < 500) || statusCode === 503 ? statusCode : 500;
}

/** Answers requests whose addresses cannot be read. None of our hooks has seen them. */
export function replyFrameworkError(services: Services, note: AfterAnswer) {
  return async (error: Error, request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    await recognise(services, request);
    const call = callOf(request);
    reply.headers(call.caller ? quotaHeaders(call.caller.quota) : NO_QUOTA_HEADERS);
    reply.headers(testHeaders(call));
    actOnce(request, reply, note);
    replyFault(error, request, reply);
  };
}

/**
 * An error in the form for the log. A call that is broken off gives a `DOMException`, whose prototype has some thirty
 * constants. The log would write all of them.
 */
const loggable = (error: unknown): unknown =>
  error instanceof DOMException ? String(error) : error;

/**
 * Drops the result that a handler gives after its deadline has been answered. The framework would log the late result
 * with the whole address, and so with coordinates and plates.
 */
export function dropLateResults(app: App): void {
  app.addHook('onRoute', (route) => {
    const { handler } = route;
    route.handler = function handleInTime(request, reply) {
      const result: unknown = handler.call(this, request, reply);
      if (!(result instanceof Promise)) return result;
      const { log } = request;
      return result.then(
        // A handler that returns the reply itself tells the framework that the answer is sent elsewhere.
        (body: unknown) => (callOf(request).isAnswered ? reply : body),
        (error: unknown) => {
          if (!callOf(request).isAnswered) throw error;
          log.warn({ err: loggable(error), endpoint: route.url }, 'failed after its deadline');
          return reply;
        },
      );
    };
  });
}
