import type { Fix } from '../base/point.ts';
import { inSteps, type Pause } from '../base/steps.ts';
import type { TracePlanner, WorkTerms } from '../trip/ports.ts';
import { priceDoubts } from '../trip/price-doubts.ts';
import { type QuoteParts, quoteTrip } from '../trip/quote-trip.ts';
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

/**
 * The drive's stations are priced as those of a route. What may stand beside the drive is told by the match alone.
 */
export function quoteTrace(
  planner: TracePlanner,
  { listUnseen: _, surroundings: __, ...parts }: QuoteParts,
  terms: Pick<AnswerTerms, 'attribution' | 'rates'>,
): TraceAnswers['quote'] {
  return async ({ request, ...options }, fixes, work = {}) => {
    const { pause } = work;
    const found = await inSteps(planner.plan(fixes, request.startMs), pause);
    const { route, startMs, match } = found;
    const driven = { ...request, startMs };
    const planned = { source: planner.source, planTrip: async () => [route] };
    const quoted = await quoteTrip({ ...parts, planner: planned })(driven, work);
    const [first] = quoted.routes;
    const doubts = first ? priceDoubts(match.doubts, first, { ...parts, request: driven }) : [];
    await pause?.();
    return {
      ...formatAnswer(quoted, driven, { ...options, ...terms }),
      match: formatMatch(match, doubts),
    };
  };
}
