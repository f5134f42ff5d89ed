import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import { Type } from 'typebox';
import { type DeparturesAnswer, DeparturesBody, readDepartures } from '../../wire/departures.ts';
import { accountOf, callOf } from '../call.ts';
import type { App } from '../framework.ts';
import { termsOf } from '../openapi/endpoint.ts';
import { DEPARTURES } from '../openapi/endpoints.ts';
import type { Services } from '../services.ts';
import { marksOf, servedTo } from '../test-calls.ts';
import { askTerms } from './route.ts';

/** `GET /api/departures`: one trip at many departures. */
export function departures(app: App, services: Services): void {
  const terms = { ...DEPARTURES_TERMS, attachValidation: true };
  app.get(DEPARTURES.path, terms, answerDeparturesBy(services));
}

export const DEPARTURES_TERMS = termsOf(DEPARTURES, Type.Unsafe<DeparturesAnswer>(DeparturesBody));

/** Answers questions of `/api/departures`. */
export function answerDeparturesBy(services: Services) {
  return async (
    request: FastifyRequest<{ Querystring: Static<typeof DEPARTURES.query> }>,
    reply: FastifyReply,
  ) => {
    const question = await readDepartures(
      request.query,
      askTerms(request, services),
      request.signal,
    );
    reply.header('cache-control', 'no-store');
    const call = callOf(request);
    call.watch.enter('route');
    const { answerDepartures } = servedTo(request, services);
    const answer = await answerDepartures(question, request.signal, accountOf(call));
    return { ...answer, ...marksOf(request) };
  };
}
