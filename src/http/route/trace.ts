import type { FastifyRequest } from 'fastify';
import { countTrace, stepTrace } from '../../wire/read-trace.ts';
import { parseTraceQuestion } from '../../wire/trace.ts';
import { accountOf, callOf } from '../call.ts';
import type { App } from '../framework.ts';
import { addEndpoint } from '../openapi/endpoint.ts';
import { TRACE } from '../openapi/endpoints.ts';
import { keepDigest } from '../repeatable.ts';
import type { Services } from '../services.ts';
import { markAnswer, marksOf, servedTo } from '../test-calls.ts';
import { askTerms, beginWork } from './questions.ts';
import { writeAnswer } from './write-answer.ts';

/** Of one that has been read: three numbers, their object and its place in the list. */
const FIX_BYTES = 64;

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
    addEndpoint(scope, TRACE, async (request, reply) => {
      const { query, signal } = request;
      const call = callOf(request);
      const reading = stepTrace(takeText(request));
      const fixes = await services.inTurn(accountOf(call), reading, signal);
      call.holdBody?.(fixes.length * FIX_BYTES);
      const caller = await beginWork(request, countTrace(fixes.length));
      const question = parseTraceQuestion(query, fixes, askTerms(request, services));
      const answers = servedTo(request, services);
      const { match, ...answer } = await answers.answerTrace(question, caller);
      const rest = `,"match":${JSON.stringify(match)}`;
      return writeAnswer(markAnswer(answer, marksOf(request)), reply, rest);
    });
    done();
  });
}

/** The body, which the request forgets: recordings that wait for their turn are kept without their text. */
function takeText(request: FastifyRequest): string {
  const { body: text } = request;
  keepDigest(request);
  return typeof text === 'string' ? text : '';
}
