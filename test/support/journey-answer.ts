/** Prices journeys over the drawn road, whatever ends their drives have. */
import { join } from 'node:path';
import { quoteJourney } from '../../src/answer/answer-journey.ts';
import { loadAllowance } from '../../src/facts/load-allowance.ts';
import { quoteTrip } from '../../src/trip/quote-trip.ts';
import { partsOf, routeOf } from './trip-scene.ts';

const parts = partsOf([routeOf('a1b2cd3e')]);

export const journeyAnswer = quoteJourney(
  { ...parts, quote: quoteTrip(parts) },
  {
    dataVersion: 'v',
    dataHash: '0'.repeat(64),
    attribution: 'Credit.',
    rates: loadAllowance(join(import.meta.dirname, '../../data')),
  },
);
