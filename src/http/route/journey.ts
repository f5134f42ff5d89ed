import { Type } from 'typebox';
import { type JourneyAnswer, JourneyBody } from '../../wire/journey.ts';
import { countDrives, readJourney } from '../../wire/read-journey.ts';
import { accountOf, callOf } from '../call.ts';
import type { App } from '../framework.ts';
import { postTermsOf } from '../openapi/endpoint.ts';
import { JOURNEY } from '../openapi/endpoints.ts';
import type { Services } from '../services.ts';
import { marksOf, servedTo } from '../test-calls.ts';

/** `POST /api/journey`: several drives of one vehicle, priced together. */
export function journey(app: App, services: Services): void {
  const answered = Type.Unsafe<JourneyAnswer>(JourneyBody);
  app.post(JOURNEY.path, postTermsOf(JOURNEY, answered), async (request, reply) => {
    const { clock, ferryBounds, gazetteer: places } = services;
    const terms = { nowMs: clock.now(), ferryBounds, places };
    const question = await readJourney(request.body, terms, request.signal);
    const call = callOf(request);
    await call.count?.(countDrives(question));
    call.watch.enter('route');
    const asked = [question, request.signal, accountOf(call)] as const;
    const answer = await servedTo(request, services).answerJourney(...asked);
    reply.header('cache-control', 'no-store');
    return { ...answer, ...marksOf(request) };
  });
}
