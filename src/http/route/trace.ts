import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import { countTrace, stepTrace } from '../../wire/read-trace.ts';
import { AnswerPrices } from '../../wire/route.ts';
import { parseTraceQuestion } from '../../wire/trace.ts';
import { ErrorBody } from '../../wire/unit.ts';
import { accountOf, callOf } from '../call.ts';
import type { App } from '../framework.ts';
import { holdBody } from '../open-bytes.ts';
import { TRACE } from '../openapi/endpoints.ts';
import { keepDigest } from '../repeatable.ts';
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
    const answer = async (request: TraceRequest, reply: FastifyReply) => {
      const call = callOf(request);
      const reading = stepTrace(takeText(request));
      const fixes = await services.inTurn(accountOf(call), reading, request.signal);
      holdBody(request, fixes.length * FIX_BYTES);
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
      const text = await writeAnswer(markAnswer(answer, request), reply);
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
  keepDigest(request);
  return typeof text === 'string' ? text : '';
}

const { access, workload, deadlineMs, query, body } = TRACE;

/** Of one that has been read: three numbers, their object and its place in the list. */
const FIX_BYTES = 64;
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
