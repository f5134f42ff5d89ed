import type { Fix } from '../base/point.ts';
import { inSteps, type Pause } from '../base/steps.ts';
import type { WorkTerms } from '../trip/ports.ts';
import { openBillWith, priceDoubts } from '../trip/price-doubts.ts';
import type { QuoteTrace } from '../trip/quote-trace.ts';
import type { QuoteParts } from '../trip/quote-trip.ts';
import { formatAnswer } from '../wire/answer.ts';
import type { ParsedQuestion } from '../wire/question.ts';
import { formatMatch, type TraceAnswer } from '../wire/trace.ts';
import type { AdmissionQueue } from './admission-queue.ts';
import { type InForce, withVehicle } from './answer-question.ts';
import type { AnswerTerms } from './answer-trip.ts';

/**
 * Takes in a question about a recorded drive, and gives its answer. Nothing of it is remembered or logged.
 *
 * @param question its trip goes from the first fix to the last.
 * @param account in whose queue the question waits; absent: that of all without an account.
 */
export type AnswerTrace = (
  question: ParsedQuestion,
  fixes: readonly Fix[],
  signal?: AbortSignal,
  account?: string,
) => Promise<TraceAnswer>;

/** How recorded drives are answered while one snapshot of the facts is in force. */
export interface TraceAnswers {
  readonly queue: AdmissionQueue;
  readonly quote: (
    question: ParsedQuestion,
    fixes: readonly Fix[],
    work?: WorkTerms,
  ) => Promise<TraceAnswer>;
}

/** The way of a question about a recorded drive: its stages are those of `answerQuestion`. */
export function answerTrace(inForce: InForce<TraceAnswers>): AnswerTrace {
  return async (question, fixes, signal, account = '') => {
    const { vehicle, queue, quote } = inForce();
    const identified = await withVehicle(question, vehicle, signal);
    const work = (pause: Pause) => quote(identified, fixes, { signal, pause });
    return queue.run(account, work, signal);
  };
}

/** Prices recorded drives and writes their answers. */
export function answerQuotedTrace(
  quote: QuoteTrace,
  { tolls, calendar }: Pick<QuoteParts, 'tolls' | 'calendar'>,
  terms: Pick<AnswerTerms, 'attribution' | 'rates'>,
): TraceAnswers['quote'] {
  return async ({ request: asked, ...options }, fixes, work = {}) => {
    const { quote: quoted, request, match } = await quote(asked, fixes, work);
    const [first] = quoted.routes;
    const pricing =
      first && priceDoubts(match.doubts, openBillWith(first, request, calendar), tolls);
    const doubts = pricing ? await inSteps(pricing, work.pause) : [];
    await work.pause?.();
    return {
      ...formatAnswer(quoted, request, { ...options, ...terms }),
      match: formatMatch(match, doubts),
    };
  };
}
