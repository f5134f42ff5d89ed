import { readTrace } from '../../wire/read-trace.ts';
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
 * `POST /api/trace`: a recorded drive, priced. Its body is read as text whatever its type is called: of a file that
 * somebody drops nobody knows it. Nothing of it is logged or kept.
 */
export function trace(app: App, services: Services): void {
  app.register((scope: App, _, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser<string>('*', { parseAs: 'string' }, (_request, body, parsed) =>
      parsed(null, body),
    );
    scope.post(TRACE.path, TERMS, async (request, reply) => {
      const fixes = readTrace(typeof request.body === 'string' ? request.body : '');
      const question = parseTraceQuestion(request.query, fixes, askTerms(request, services));
      const call = callOf(request);
      await call.count?.(1);
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
    });
    done();
  });
}

const { access, workload, query, body } = TRACE;

const TERMS = {
  schema: {
    querystring: query,
    body: body.schema,
    response: { 200: AnswerPrices, '4xx': ErrorBody, '5xx': ErrorBody },
  },
  config: { access, workload },
  bodyLimit: body.mostBytes,
  attachValidation: true,
} as const;
