import { type QuoteParts, type QuoteTrip, quoteTrip } from './quote-trip.ts';

/**
 * Makes the function that estimates trips: a quote over the passages in charged directions, with
 * the rules between them, by an engine which is not checked. So it is never called refined, and
 * never a fallback; and tolls are not avoided.
 *
 * It throws what the planner throws.
 */
export function estimateTrip(parts: QuoteParts): QuoteTrip {
  const quote = quoteTrip(parts);
  return async (request, terms) => {
    const { bounds: _, ...rest } = request;
    const asked = { ...rest, refine: true, avoidTolls: false };
    const quoted = await quote(asked, terms);
    return { ...quoted, refined: false, refineFallback: false };
  };
}
