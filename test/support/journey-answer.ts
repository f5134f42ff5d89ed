/** Prices journeys over the drawn road, whatever ends their drives have. */
import { join } from 'node:path';
import { type AnswerJourney, quoteJourney } from '../../src/answer/answer-journey.ts';
import { loadAllowance } from '../../src/facts/load-allowance.ts';
import { quoteTrip } from '../../src/trip/quote-trip.ts';
import { partsOf, routeOf } from './trip-scene.ts';

const parts = partsOf([routeOf('a1b2cd3e')]);

const quote = quoteJourney(
  { ...parts, quote: quoteTrip(parts) },
  {
    dataVersion: 'v',
    dataHash: '0'.repeat(64),
    attribution: 'Credit.',
    rates: loadAllowance(join(import.meta.dirname, '../../data')),
  },
);

export const journeyAnswer: AnswerJourney = (question, signal) => quote(question, { signal });
