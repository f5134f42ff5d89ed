import type { FastifyRequest } from 'fastify';
import { refusedValue } from '../../base/fault.ts';
import { testMarks } from '../../wire/billing.ts';
import { readInstant } from '../../wire/read-parameter.ts';
import type { RouteAnswer } from '../../wire/route.ts';
import type { App } from '../framework.ts';
import type { Services } from '../services.ts';
import { type Call, callOf } from './call.ts';

/**
 * Calls with a test key: their answers say so, they are answered from fictitious vehicles, and their
 * clock stands where `X-Test-Now` says. The day that they are counted to is the real one.
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

/** What every answer to a test key has; nothing for any other caller. */
export const testHeaders = ({ caller }: Pick<Call, 'caller'>): Readonly<Record<string, string>> =>
  caller?.isTest ? { 'x-api-test': '1' } : {};

/** What a call is answered by: that of its kind of key. */
export const servedTo = (request: FastifyRequest, services: Services): Services['fictitious'] =>
  callOf(request).caller?.isTest ? services.fictitious : services;

/** The moment that a question without one is about: that of a test, or of the call that this one repeats. */
export function momentOf(request: FastifyRequest, { clock }: Pick<Services, 'clock'>): number {
  const { testNowMs, firstAtMs } = callOf(request);
  return testNowMs ?? firstAtMs ?? clock.now();
}

/** What an answer to a test key has beside; nothing for any other key. */
export function marksOf(request: FastifyRequest) {
  const { caller, testNowMs } = callOf(request);
  if (!caller?.isTest) return {};
  return testMarks(testNowMs);
}

/** The answer with what it has beside. */
export const markAnswer = <Answer extends Pick<RouteAnswer, '_billing'>>(
  answer: Answer,
  marks: ReturnType<typeof marksOf>,
): Answer => ({ ...answer, _billing: { ...answer._billing, ...marks } });
