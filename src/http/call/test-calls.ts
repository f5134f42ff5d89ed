import type { FastifyRequest } from 'fastify';
import { refusedValue } from '../../base/fault.ts';
import { testMarks } from '../../wire/billing.ts';
import { readInstant } from '../../wire/read-parameter.ts';
import type { RouteAnswer } from '../../wire/route.ts';
import type { App } from '../framework.ts';
import type { Services } from '../services.ts';
import { type Call, callOf } from './call.ts';

/**
 * Sets the clock of calls with a test key to `X-Test-Now`, and marks their answers as tests. Such calls are answered
 * from fictitious vehicles. They are counted to the real day.
 */
export function markTests(app: App): void {
  app.addHook('preHandler', async (request) => {
    const written = request.headers['x-test-now'];
    if (written === undefined) return;
    const call = callOf(request);
    if (call.caller?.isTest !== true)
      throw refusedValue('X-Test-Now', 'X-Test-Now is for test keys alone.');
    call.testNowMs = readInstant(String(written), (problem) => {
      throw refusedValue('X-Test-Now', `X-Test-Now ${problem}.`);
    });
  });
  app.addHook('onSend', (request, reply, _payload, done) => {
    reply.headers(testHeaders(callOf(request)));
    done();
  });
}

/** The headers of every answer to a test key; none for any other caller. */
export const testHeaders = ({ caller }: Pick<Call, 'caller'>): Readonly<Record<string, string>> =>
  caller?.isTest ? { 'x-api-test': '1' } : {};

/** The services that answer the call: the fictitious ones for a test key. */
export const servedTo = (request: FastifyRequest, services: Services): Services['fictitious'] =>
  callOf(request).caller?.isTest ? services.fictitious : services;

/**
 * The moment that is meant by a question that tells none: the clock of a test, the moment of the call that this one
 * repeats, or now.
 */
export function momentOf(request: FastifyRequest, { clock }: Pick<Services, 'clock'>): number {
  const { testNowMs, firstAtMs } = callOf(request);
  return testNowMs ?? firstAtMs ?? clock.now();
}

/** The members that an answer to a test key has in addition; none for any other key. */
export function marksOf(request: FastifyRequest) {
  const { caller, testNowMs } = callOf(request);
  if (!caller?.isTest) return {};
  return testMarks(testNowMs);
}

/** The answer with these members in its `_billing`. */
export const markAnswer = <Answer extends Pick<RouteAnswer, '_billing'>>(
  answer: Answer,
  marks: ReturnType<typeof marksOf>,
): Answer => ({ ...answer, _billing: { ...answer._billing, ...marks } });
