import type { Pause } from '../base/steps.ts';
import type { QuoteDepartures } from '../trip/departures.ts';
import type { ExplainNoRoute } from '../trip/explain-no-route.ts';
import {
  type DeparturesAnswer,
  formatDepartures,
  type ParsedDepartures,
} from '../wire/departures.ts';
import type { AdmissionQueue } from './admission-queue.ts';
import { type InForce, withVehicle } from './answer-question.ts';

/**
 * Takes in a question about departures of one trip, and gives its answer.
 *
 * @param account in whose queue the question waits; absent: that of all without an account.
 */
export type AnswerDepartures = (
  question: ParsedDepartures,
  signal?: AbortSignal,
  account?: string,
) => Promise<DeparturesAnswer>;

/** How departures are answered while one snapshot of the facts is in force. */
export interface DeparturesAnswers {
  readonly queue: AdmissionQueue;
  readonly quote: QuoteDepartures;
  /** Credit lines of the data and the roads behind the quotes. */
  readonly attribution: string;
  readonly explain: ExplainNoRoute;
}

/**
 * The way of a question about departures: its stages are those of `answerQuestion`, and nothing is remembered. Other
 * calls come between the departures.
 */
export function answerDepartures(inForce: InForce<DeparturesAnswers>): AnswerDepartures {
  return async ({ trip: asked, startsMs }, signal, account = '') => {
    const { vehicle, queue, quote, attribution, explain } = inForce();
    const trip = await withVehicle(asked, vehicle, signal);
    const { request } = trip;
    const work = async (pause: Pause) => {
      const found = await quote({ trip: request, startsMs }, { signal, pause });
      await pause();
      return formatDepartures(found, { trip, startsMs }, attribution);
    };
    return queue.run(account, work, signal).catch((error: unknown) => {
      throw explain(error, request);
    });
  };
}
