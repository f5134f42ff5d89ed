import { setImmediate as giveWay } from 'node:timers/promises';
import type { Fix } from '../base/point.ts';
import type { TracePlanner } from '../trip/ports.ts';
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
    signal?: AbortSignal,
  ) => Promise<TraceAnswer>;
}

/** The way of a question about a recorded drive: its stages are those of `answerQuestion`. */
export function answerTrace(inForce: InForce<TraceAnswers>): AnswerTrace {
  return async (question, fixes, signal, account = '') => {
    const { vehicle, queue, quote } = inForce();
    const identified = await withVehicle(question, vehicle, signal);
    return queue.run(account, () => quote(identified, fixes, signal), signal);
  };
}

/**
 * The drive is matched in slices, so that other calls come between them; its stations are priced as those of a
 * route. What may stand beside the drive is told by the match alone.
 */
export function quoteTrace(
  planner: TracePlanner,
  { listUnseen: _, surroundings: __, ...parts }: QuoteParts,
  terms: Pick<AnswerTerms, 'attribution' | 'rates'>,
): TraceAnswers['quote'] {
  return async ({ request, ...options }, fixes, signal) => {
    const work = planner.plan(fixes, request.startMs);
    let step = work.next();
    for (; step.done !== true; step = work.next()) {
      await giveWay();
      signal?.throwIfAborted();
    }
    const { route, startMs, match } = step.value;
    const driven = { ...request, startMs };
    const planned = { source: planner.source, planTrip: async () => [route] };
    const quoted = await quoteTrip({ ...parts, planner: planned })(driven, signal);
    const [first] = quoted.routes;
    const doubts = first ? priceDoubts(match.doubts, first, { ...parts, request: driven }) : [];
    await giveWay();
    return {
      ...formatAnswer(quoted, driven, { ...options, ...terms }),
      match: formatMatch(match, doubts),
    };
  };
}
