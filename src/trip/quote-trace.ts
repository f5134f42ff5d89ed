/** The use case "quote a recorded drive": match it, and price what it passed as that of a route. */
import type { Fix } from '../base/point.ts';
import { inSteps } from '../base/steps.ts';
import type { TraceMatch, TracePlanner, WorkTerms } from './ports.ts';
import type { Quote, QuoteRequest } from './quote.ts';
import { type QuoteParts, quoteTrip } from './quote-trip.ts';

/** A recorded drive with its price. */
export interface QuotedTrace {
  /** The question with the departure of the recording. */
  readonly request: QuoteRequest;
  /** Of one route. */
  readonly quote: Quote;
  readonly match: TraceMatch;
}

export type QuoteTrace = (
  request: QuoteRequest,
  fixes: readonly Fix[],
  work?: WorkTerms,
) => Promise<QuotedTrace>;

/** Makes the function that quotes recorded drives. What may stand beside the drive is told by the match alone. */
export function quoteTrace(
  planner: TracePlanner,
  { listUnseen: _, surroundings: __, ...parts }: QuoteParts,
): QuoteTrace {
  return async (asked, fixes, work = {}) => {
    const planning = planner.plan(fixes, asked.startMs);
    const { route, startMs, match } = await inSteps(planning, work.pause);
    const request = { ...asked, startMs };
    const planned = { source: planner.source, planTrip: async () => [route] };
    const quote = await quoteTrip({ ...parts, planner: planned })(request, work);
    return { request, quote, match };
  };
}
