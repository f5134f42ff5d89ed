/** Questions about trips that one object answers: routes, estimates, departures and journeys. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../../answer/answer-question.ts';
import type { Steps } from '../../base/steps.ts';
import { readDepartures } from '../../wire/departures.ts';
import type { QuoteQuestion } from '../../wire/parameters.ts';
import { readQuestion } from '../../wire/question.ts';
import { countDrives, readJourney } from '../../wire/read-journey.ts';
import { accountOf, callOf } from '../call.ts';
import { problemsOf } from '../fault-reply.ts';
import type { App } from '../framework.ts';
import { addEndpoint } from '../openapi/endpoint.ts';
import { DEPARTURES, JOURNEY, ROUTE, ROUTE_OSRM } from '../openapi/endpoints.ts';
import type { Services } from '../services.ts';
import { markAnswer, marksOf, momentOf, servedTo } from '../test-calls.ts';
import { writeAnswer } from './write-answer.ts';

export function questions(app: App, services: Services): void {
  const answerTrip = answerTripBy(services);
  addEndpoint(app, ROUTE, (request, reply) =>
    answerTrip('answerRoute', request.query, request, reply),
  );

  addEndpoint(app, ROUTE_OSRM, (request, reply) => {
    // Other parameters are ignored here, also these, whatever they say.
    const { valueOfTime: _, costPerKm: __, ...query }: QuoteQuestion = request.query;
    const asked = { ...query, refine: '', avoidTolls: '', bounds: '' };
    return answerTrip('answerEstimate', asked, request, reply);
  });

  addEndpoint(app, DEPARTURES, async (request) => {
    const { query, signal } = request;
    const question = await readDepartures(query, askTerms(request, services), signal);
    const caller = await beginWork(request, 1);
    const answers = servedTo(request, services);
    return { ...(await answers.answerDepartures(question, caller)), ...marksOf(request) };
  });

  addEndpoint(app, JOURNEY, async (request) => {
    const { body, signal } = request;
    const question = await readJourney(body, askTerms(request, services), signal);
    const caller = await beginWork(request, countDrives(question));
    const answers = servedTo(request, services);
    return { ...(await answers.answerJourney(question, caller)), ...marksOf(request) };
  });
}

/** How the question of a request is read: a recording in the turn of its account. */
export function askTerms(request: FastifyRequest, services: Services) {
  const account = accountOf(callOf(request));
  return {
    nowMs: momentOf(request, services),
    ferryBounds: services.ferryBounds,
    places: services.gazetteer,
    problems: problemsOf(request),
    inTurn: <Result>(reading: Steps<Result>) => services.inTurn(account, reading, request.signal),
  };
}

/** Counts a question that has been read. @returns its caller. */
export async function beginWork(request: FastifyRequest, units: number): Promise<Caller> {
  const call = callOf(request);
  await call.count?.(units);
  call.watch.enter('route');
  return { signal: request.signal, account: accountOf(call) };
}

/** Answers questions about the ways between two places, by either engine. */
const answerTripBy =
  (services: Services) =>
  async (
    engine: 'answerRoute' | 'answerEstimate',
    query: QuoteQuestion,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<Buffer> => {
    const { signal } = request;
    const question = await readQuestion(query, askTerms(request, services), signal);
    const call = callOf(request);
    const caller = { signal, onStage: call.watch.enter, account: accountOf(call) };
    const answer = await servedTo(request, services)[engine](question, caller);
    call.isFallback = answer._billing.refineFallback === true;
    call.isTollUnread = answer._billing.routes.some(({ warnings }) =>
      warnings.some(({ code }) => code === 'tolls_not_read'),
    );
    return writeAnswer(markAnswer(answer, marksOf(request)), reply);
  };
