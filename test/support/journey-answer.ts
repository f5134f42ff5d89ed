/** Prices journeys over the drawn road. The ends of their drives are ignored. */
import type { Caller } from '../../src/answer/answer-question.ts';
import { answerJourney } from '../../src/answer/answers.ts';
import { loadAllowance } from '../../src/facts/load-country.ts';
import { DATA_DIR } from '../../src/service/machine.ts';
import { quoteTrip } from '../../src/trip/quote-trip.ts';
import type { ParsedJourney } from '../../src/wire/read-journey.ts';
import { partsOf, routeOf } from './trip-scene.ts';

const parts = partsOf([routeOf('a1b2cd3e')]);

const quote = answerJourney(
  { ...parts, quote: quoteTrip(parts) },
  {
    dataVersion: 'v',
    dataHash: '0'.repeat(64),
    attribution: 'Credit.',
    rates: loadAllowance(DATA_DIR),
  },
);

export const journeyAnswer = (question: ParsedJourney, { signal }: Caller = {}) =>
  quote(question, { signal });
