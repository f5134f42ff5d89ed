import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import { inSteps } from '../../base/steps.ts';
import { writeGeometry, writeLines } from '../../wire/features.ts';
import type { QuoteQuestion } from '../../wire/parameters.ts';
import { readQuestion } from '../../wire/question.ts';
import type { RouteAnswer } from '../../wire/route.ts';
import { AnswerPrices } from '../../wire/route.ts';
import { accountOf, callOf } from '../call.ts';
import { problemsOf } from '../fault-reply.ts';
import type { App } from '../framework.ts';
import { JSON_TYPE } from '../headers.ts';
import { termsOf } from '../openapi/endpoint.ts';
import { ROUTE, ROUTE_OSRM } from '../openapi/endpoints.ts';
import type { Services } from '../services.ts';
import { markAnswer, momentOf, servedTo } from '../test-calls.ts';

/** `GET /api/route`: routes between two points, every toll station and ferry priced. */
export function route(app: App, services: Services): void {
  app.get(
    ROUTE.path,
    { ...termsOf(ROUTE, AnswerPrices), attachValidation: true },
    answerRouteBy(services),
  );
}

/** What a question is read with. */
export const askTerms = (request: FastifyRequest, services: Services) => ({
  nowMs: momentOf(request, services),
  ferryBounds: services.ferryBounds,
  places: services.gazetteer,
  problems: problemsOf(request),
});

/** What is read of a request for routes. */
type RouteRequest = FastifyRequest<{ Querystring: Static<typeof ROUTE.query> }>;

/** Answers questions of `/api/route`. */
export function answerRouteBy(services: Services) {
  return async (request: RouteRequest, reply: FastifyReply) => {
    const question = await readQuestion(request.query, askTerms(request, services), request.signal);
    reply.header('cache-control', 'no-store');
    const call = callOf(request);
    const answer = await servedTo(request, services).answerRoute(question, {
      signal: request.signal,
      onStage: call.watch.enter,
      account: accountOf(call),
    });
    call.isFallback = answer._billing.refineFallback === true;
    call.isTollUnread = answer._billing.routes.some(({ warnings }) =>
      warnings.some(({ code }) => code === 'tolls_not_read'),
    );
    return writeAnswer(markAnswer(answer, request), reply);
  };
}

/** `GET /api/route-osrm`: the trip by a second engine, with estimated tolls. */
export function routeOsrm(app: App, services: Services): void {
  const terms = { ...termsOf(ROUTE_OSRM, AnswerPrices), attachValidation: true };
  app.get(ROUTE_OSRM.path, terms, async (request, reply) => {
    // Other parameters are ignored here, also these, whatever they say.
    const { valueOfTime: _, costPerKm: __, ...query }: QuoteQuestion = request.query;
    const written = { ...query, refine: '', avoidTolls: '', bounds: '' };
    const question = await readQuestion(written, askTerms(request, services), request.signal);
    reply.header('cache-control', 'no-store');
    const call = callOf(request);
    const answer = await servedTo(request, services).answerEstimate(question, {
      signal: request.signal,
      onStage: call.watch.enter,
      account: accountOf(call),
    });
    return writeAnswer(markAnswer(answer, request), reply);
  });
}

/**
 * Writes an answer about routes as JSON: the prices by their schema, which is that of the endpoint's
 * 200, and the routes with all members that they have. Most of it is coordinates, which are written
 * already. Other calls come between long lines.
 */
export async function writeAnswer(
  { routes, _billing }: RouteAnswer,
  reply: FastifyReply,
): Promise<string> {
  reply.header('content-type', JSON_TYPE);
  await inSteps(writeLines(routes), nextTurn);
  const prices = reply.serializeInput({ ..._billing }, '200');
  return `{"routes":[${routes.map(writeRoute).join(',')}],"_billing":${prices}}`;
}

/** Writes the value of a member; undefined for one that is left out. */
type WriteValue = (value: unknown) => string | undefined;

const writeValue: WriteValue = (value) => JSON.stringify(value);

/** Writes an object whose members are written by themselves, some of them in a way of their own. */
const writeObject =
  (own: Readonly<Record<string, WriteValue>>): WriteValue =>
  (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      return writeValue(value);
    const members: string[] = [];
    for (const [name, member] of Object.entries(value)) {
      const text = (Object.hasOwn(own, name) ? own[name] : writeValue)?.(member);
      if (text !== undefined) members.push(`${JSON.stringify(name)}:${text}`);
    }
    return `{${members.join(',')}}`;
  };

const writeFeature = writeObject({
  geometry: (geometry) =>
    (typeof geometry === 'object' && geometry !== null ? writeGeometry(geometry) : undefined) ??
    writeValue(geometry),
});

const writeFeatures: WriteValue = (features) =>
  Array.isArray(features)
    ? `[${features.map((feature) => writeFeature(feature) ?? 'null').join(',')}]`
    : writeValue(features);

const writeRoute = writeObject({ features: writeFeatures });
