import type { Logger } from 'pino';
import { Fault } from '../base/fault.ts';
import type { ExplainNoRoute } from '../trip/explain-no-route.ts';
import type { WorkTerms } from '../trip/ports.ts';
import type { QuoteStage, QuoteTrip } from '../trip/quote-trip.ts';
import { type AnswerOptions, formatAnswer } from '../wire/answer.ts';
import type { ParsedQuestion } from '../wire/question.ts';
import type { RouteAnswer } from '../wire/route.ts';

/** Answers questions about trips. */
export type AnswerTrip = (
  question: ParsedQuestion,
  terms?: WorkTerms & { readonly onStage?: OnStage | undefined },
) => Promise<RouteAnswer>;

/** Hears of the look at the vehicle register, the stages of a quote, and its writing. */
export type OnStage = (stage: 'look-up' | QuoteStage | 'serialise') => void;

export interface AnswerTerms {
  /** Credit lines of the data and the roads behind the quotes. */
  readonly attribution: string;
  /** Of the kilometre allowance, oldest first; absent: none is known. */
  readonly rates?: NonNullable<AnswerOptions['rates']>;
  readonly explain: ExplainNoRoute;
}

/** Writes quotes as answers, and what went wrong to the log. */
export function answerTrip(
  quote: QuoteTrip,
  { explain, ...terms }: AnswerTerms,
  log: Logger,
): AnswerTrip {
  return async ({ request, ...options }, work = {}) => {
    const quoted = await quote(request, work).catch((error: unknown) => {
      // The reason names distances and limits, never coordinates.
      if (error instanceof Fault)
        log.debug({ code: error.code, reason: error.message }, 'no quote');
      throw explain(error, request);
    });
    if (quoted.refineFallback)
      log.warn({ err: quoted.fallbackFault }, 'a refined quote fell back to preliminary tolls');
    await work.pause?.();
    work.onStage?.('serialise');
    return formatAnswer(quoted, request, { ...options, ...terms });
  };
}
