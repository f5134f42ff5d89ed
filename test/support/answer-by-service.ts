import type { Logger } from 'pino';
import { type AnswerTrip, answerTrip } from '../../src/answer/answers.ts';
import {
  creditWith,
  quoteByService,
  SERVICES,
  type ServiceParts,
} from '../../src/service/config.ts';
import type { RoutingService } from '../../src/upstream/descriptor.ts';
import { ANSWER_TERMS } from './trip-scene.ts';

/** Answers with the routes of a foreign service, with its credit line, as a snapshot does. */
export function answerByService(
  use: 'route' | 'estimate',
  service: RoutingService,
  parts: ServiceParts,
  log: Logger,
): AnswerTrip {
  const attribution = creditWith(SERVICES[use].attribution);
  return answerTrip(quoteByService(use, service, parts), { ...ANSWER_TERMS, attribution }, log);
}
