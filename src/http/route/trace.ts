import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import { Fault } from '../../base/fault.ts';
import { countTrace, readTrace } from '../../wire/read-trace.ts';
import { AnswerPrices } from '../../wire/route.ts';
import { parseTraceQuestion } from '../../wire/trace.ts';
import { ErrorBody } from '../../wire/unit.ts';
import { accountOf, callOf } from '../call.ts';
import type { App } from '../framework.ts';
import { TRACE } from '../openapi/endpoints.ts';
import type { Services } from '../services.ts';
import { markAnswer, servedTo } from '../test-calls.ts';
import { askTerms, writeAnswer } from './route.ts';

/**
 * `POST /api/trace`: a recorded drive, priced. Its body is read as text whatever its type is called: browsers know
 * no type for files of drives. Nothing of it is logged or kept.
 */
export function trace(app: App, services: Services): void {
  app.register((scope: App, _, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser<string>('*', { parseAs: 'string' }, (_request, body, parsed) =>
      parsed(null, body),
    );
    const room = openRoom(MOST_OPEN_BYTES);
    scope.addHook('onRequest', async (request, reply) => room.take(request, reply));
    const answer = async (request: TraceRequest, reply: FastifyReply) => {
      const call = callOf(request);
      const fixes = readTrace(takeText(request));
      room.hold(request, fixes.length * FIX_BYTES);
      await call.count?.(countTrace(fixes.length));
      call.watch.enter('route');
      const question = parseTraceQuestion(request.query, fixes, askTerms(request, services));
      reply.header('cache-control', 'no-store');
      const answered = await servedTo(request, services).answerTrace(
        question,
        fixes,
        request.signal,
        accountOf(call),
      );
      const { match, ...answer } = answered;
      const text = writeAnswer(markAnswer(answer, request), reply);
      return `${text.slice(0, -1)},"match":${JSON.stringify(match)}}`;
    };
    scope.post(TRACE.path, TERMS, answer);
    const config = { ...TERMS.config, visitor: 'trip' } as const;
    scope.post(PORTAL_PATH, { ...TERMS, config }, answer);
    done();
  });
}

type TraceRequest = FastifyRequest<{ Querystring: Static<typeof TRACE.query> }>;

/** The same for a session of the portal, or its demo. */
const PORTAL_PATH = '/portal/api/trace';

/** The body, which the request forgets: recordings that wait for their turn are kept without their text. */
function takeText(request: FastifyRequest): string {
  const { body: text } = request;
  request.body = undefined;
  return typeof text === 'string' ? text : '';
}

const { access, workload, deadlineMs, query, body } = TRACE;

/** Of all recordings that are read or wait: less than a server takes under load (bench/README.md). */
const MOST_OPEN_BYTES = 256e6;
/** Of one that has been read: three numbers, their object and its place in the list. */
const FIX_BYTES = 64;
/** Seconds. A recording is read in less. */
const RETRY_AFTER_S = 2;

/**
 * Refuses a recording for which there is no room, before its body is read and before it is counted. Until it has
 * been read it is as large as it may become: a small packed body unfolds into a large one.
 */
function openRoom(mostBytes: number) {
  const held = new WeakMap<FastifyRequest, number>();
  let heldBytes = 0;
  const hold = (request: FastifyRequest, bytes: number): void => {
    heldBytes += bytes - (held.get(request) ?? 0);
    held.set(request, bytes);
  };
  return {
    hold,
    take(request: FastifyRequest, reply: FastifyReply): void {
      const bytes = largestOf(request);
      if (heldBytes + bytes > mostBytes)
        throw new Fault('overloaded', undefined, { retryAfterS: RETRY_AFTER_S });
      hold(request, bytes);
      reply.raw.once('close', () => hold(request, 0));
    },
  };
}

/** Bytes that a body may have: as announced, where it is not packed. */
function largestOf({ headers }: FastifyRequest): number {
  const announced = headers['content-encoding'] === undefined && headers['content-length'];
  return announced ? Math.min(Number(announced), body.mostBytes) : body.mostBytes;
}

const TERMS = {
  schema: {
    querystring: query,
    body: body.schema,
    response: { 200: AnswerPrices, '4xx': ErrorBody, '5xx': ErrorBody },
  },
  config: { access, workload },
  bodyLimit: body.mostBytes,
  // A large body may take most of it to arrive.
  handlerTimeout: deadlineMs,
  attachValidation: true,
} as const;
