import { STATUS_CODES } from 'node:http';
import type { FastifyReply, FastifyRequest, FastifySchemaValidationError } from 'fastify';
import { Fault, type ParameterProblem, refusedValues } from '../../base/fault.ts';
import { formatChoices } from '../../base/format-choices.ts';
import { recognise } from '../call/authenticate.ts';
import { callOf } from '../call/call.ts';
import { type AfterAnswer, actOnce } from '../call/note-answer.ts';
import { testHeaders } from '../call/test-calls.ts';
import { CALLER_GONE, hasHungUp } from '../connection/connections.ts';
import type { App } from '../framework.ts';
import type { Services } from '../services.ts';
import { COMMON_HEADERS, JSON_TYPE, NO_QUOTA_HEADERS, quotaHeaders } from './headers.ts';
import { docsOf, FAULT_REPLIES, REFUSALS } from './replies.ts';

/** Body of an answer to a request that no endpoint has seen or finished. */
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
      ...(problems.length > 0 && { errors: problems.map((one) => ({ code, ...one, docs })) }),
    },
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
    .headers({ ...COMMON_HEADERS, 'x-request-id': request.id })
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

/** Answers addresses that cannot be read: no hook of ours has seen these requests. */
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
 * An error as the log takes it. That a call was broken off is an exception of the web platform,
 * whose prototype has some thirty constants: the log would write down every one of them.
 */
const loggable = (error: unknown): unknown =>
  error instanceof DOMException ? String(error) : error;

/**
 * What the schema holds against a query or a body, a sentence for each value.
 *
 * @param part what of the request it is, in the words of the framework.
 */
export function faultOfSchema(
  errors: readonly FastifySchemaValidationError[],
  part: string,
): Fault {
  const found = new Map<string, string>();
  for (const error of errors.slice(0, MOST_TOLD)) {
    const name = nameOf(error);
    if (!found.has(name)) found.set(name, sentenceOf(error, part));
  }
  const [first, ...others] = [...found].map(([parameter, message]) => ({ parameter, message }));
  if (first?.parameter === '' || first === undefined)
    return new Fault('invalid_parameter', first?.message ?? `The ${part} is not valid.`);
  return refusedValues([first, ...others.filter(({ parameter }) => parameter !== '')]);
}

/** A body may be wrong in thousands of places: the next try shows the others. */
const MOST_TOLD = 50;

/** The value that the schema has something against; '': all of them together. */
function nameOf({ keyword, params, instancePath }: FastifySchemaValidationError): string {
  const at = memberAt(instancePath);
  if (keyword !== 'required') return at;
  return at === '' ? String(params.missingProperty) : `${at}.${params.missingProperty}`;
}

/** A place in a body as one writes it in a program: `drives[2].from`. */
const memberAt = (pointer: string): string =>
  pointer
    .slice(1)
    .replaceAll(/\/(\d+)/g, '[$1]')
    .replaceAll('/', '.');

/** What the schema held against a question that is read all the same, to tell all of it at once. */
export function problemsOf({ validationError }: FastifyRequest): readonly ParameterProblem[] {
  if (validationError === undefined) return [];
  if (validationError instanceof Fault && validationError.problems.length > 0)
    return validationError.problems;
  throw validationError;
}

/** Unknown names of members are not repeated; a parameter of a query is wrong when it is missing or given twice. */
function sentenceOf(error: FastifySchemaValidationError, part: string): string {
  const { keyword, params } = error;
  const name = nameOf(error);
  const subject = name === '' ? 'The body' : name;
  if (part !== 'body' && keyword !== 'required' && keyword !== 'enum')
    return `${name} must be given once.`;
  switch (keyword) {
    case 'required':
      return `${name} is missing.`;
    case 'additionalProperties':
      return `${subject} has a member that is unknown.`;
    case 'type':
      if (params.type === 'null') return 'This call takes no body.';
      return `${subject} must be ${formatChoices(listOf(params.type).map(nameOfType))}.`;
    case 'enum':
      return `${subject} must be ${formatChoices(listOf(params.allowedValues))}.`;
    case 'minItems':
      return `${subject} must have ${params.limit} or more entries.`;
    case 'maxItems':
      return `${subject} must have ${params.limit} entries at most.`;
    case 'minLength':
      return `${subject} must not be empty.`;
    case 'maxLength':
      return `${subject} must have ${params.limit} letters at most.`;
    default:
      return `${subject} is not as the reference describes it.`;
  }
}

const TYPES: Readonly<Record<string, string>> = {
  string: 'a text',
  array: 'a list',
  object: 'an object',
  boolean: 'true or false',
  number: 'a number',
  integer: 'a whole number',
};

const nameOfType = (type: string) => TYPES[type] ?? type;

const listOf = (values: unknown): string[] => [values].flat().map(String);

/**
 * Drops what a handler gives after its deadline has been answered. The framework would write it
 * to the log with the whole address, and so with coordinates and plates.
 */
export function dropLateResults(app: App): void {
  app.addHook('onRoute', (route) => {
    const { handler } = route;
    route.handler = function handleInTime(request, reply) {
      const result: unknown = handler.call(this, request, reply);
      if (!(result instanceof Promise)) return result;
      const { log } = request;
      return result.then(
        // To give the reply itself means: it is answered elsewhere.
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
