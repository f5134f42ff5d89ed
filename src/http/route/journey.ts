import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Fix } from '../../base/point.ts';
import type { Steps } from '../../base/steps.ts';
import { type JourneyAnswer, JourneyBody, type JourneyQuestion } from '../../wire/journey.ts';
import { countDrives, readJourney } from '../../wire/read-journey.ts';
import { accountOf, callOf } from '../call.ts';
import type { App } from '../framework.ts';
import { postTermsOf } from '../openapi/endpoint.ts';
import { JOURNEY } from '../openapi/endpoints.ts';
import type { Services } from '../services.ts';
import { marksOf, servedTo } from '../test-calls.ts';

/** The same for a session of the portal, or its demo. */
const PORTAL_PATH = '/portal/api/journey';

/** Recordings among the drives are read in the turn of the account. */
export function journeyTerms(
  request: FastifyRequest,
  { clock, ferryBounds, gazetteer: places, inTurn }: Services,
) {
  const account = accountOf(callOf(request));
  return {
    nowMs: clock.now(),
    ferryBounds,
    places,
    inTurn: (reading: Steps<Fix[]>) => inTurn(account, reading, request.signal),
  };
}

/** `POST /api/journey`: several drives of one vehicle, priced together. */
export function journey(app: App, services: Services): void {
  const terms = postTermsOf(JOURNEY, Type.Unsafe<JourneyAnswer>(JourneyBody));
  const answer = async (
    request: FastifyRequest<{ Body: JourneyQuestion }>,
    reply: FastifyReply,
  ) => {
    const call = callOf(request);
    const question = await readJourney(
      request.body,
      journeyTerms(request, services),
      request.signal,
    );
    await call.count?.(countDrives(question));
    call.watch.enter('route');
    const asked = [question, request.signal, accountOf(call)] as const;
    const answered = await servedTo(request, services).answerJourney(...asked);
    reply.header('cache-control', 'no-store');
    return { ...answered, ...marksOf(request) };
  };
  app.post(JOURNEY.path, terms, answer);
  const config = { ...terms.config, visitor: 'trip' } as const;
  app.post(PORTAL_PATH, { ...terms, config }, answer);
}
