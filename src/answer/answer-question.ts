import type { WorkTerms } from '../trip/ports.ts';
import { type IdentifyParts, identifyVehicle } from '../vehicle/identify-vehicle.ts';
import type { AskedVehicle, IdentifiedVehicle } from '../vehicle/vehicle.ts';
import type { ParsedQuestion } from '../wire/question.ts';
import type { RouteAnswer } from '../wire/route.ts';
import type { Admit, Caller } from './admission.ts';
import type { AdmissionQueue } from './admission-queue.ts';
import type { AnswerTrip } from './answer-trip.ts';

/** Takes in a question, and gives its answer. */
export type AnswerQuestion = (question: ParsedQuestion, caller?: Caller) => Promise<RouteAnswer>;

/** How trips are answered while one snapshot of the facts is in force. */
export interface TripAnswers {
  readonly admit: Admit;
  readonly quote: AnswerTrip;
}

/** The answers of the snapshot that is in force when it is asked, and what identifies vehicles there. */
export type InForce<Answers> = () => Answers & { readonly vehicle: IdentifyParts };

/**
 * The way of every question about a trip, in four stages:
 * 1. snapshot: facts, roads and engines that are in force when it comes answer it to its end;
 * 2. vehicle: its tariff group, ferry class and length, where the question names one;
 * 3. admission: identical questions of an account are worked out once, and work waits for its turn;
 * 4. quote: ways, stations, prices, and the answer as it is written.
 */
export function answerQuestion(inForce: InForce<TripAnswers>): AnswerQuestion {
  return async (question, caller = {}) => {
    const { vehicle, admit, quote } = inForce();
    if (question.asked?.plate !== undefined) caller.onStage?.('look-up');
    const identified = await withVehicle(question, vehicle, caller.signal);
    return admit(identified, quote, caller);
  };
}

/** How questions of another kind are answered while one snapshot of the facts is in force. */
export interface TurnAnswers<Question, Answer> {
  readonly queue: AdmissionQueue;
  readonly quote: (question: Question, work: WorkTerms) => Promise<Answer>;
}

/** The signal that ends a question, and the account in whose queue it waits; without one: that of all without an account. */
export type Turn = readonly [signal?: AbortSignal | undefined, account?: string | undefined];

/** The way of every other question: its stages are those of `answerQuestion`, and nothing is remembered. */
export function answerInTurn<Question extends VehicleQuestion, Answer>(
  inForce: InForce<TurnAnswers<Question, Answer>>,
) {
  return async (question: Question, ...[signal, account = '']: Turn): Promise<Answer> => {
    const { vehicle, queue, quote } = inForce();
    const identified = await withVehicle(question, vehicle, signal);
    return queue.run(account, (pause) => quote(identified, { signal, pause }), signal);
  };
}

/** A question that may be about one vehicle. */
interface VehicleQuestion {
  /** Absent: it names none of the parameters of a vehicle. */
  readonly asked?: AskedVehicle;
  readonly request: object;
}

/**
 * Group, ferry class and length of a question become those of its vehicle; a question without one stays
 * as it is.
 */
export async function withVehicle<Question extends VehicleQuestion>(
  question: Question,
  parts: IdentifyParts,
  signal?: AbortSignal,
): Promise<Question & { readonly vehicle?: IdentifiedVehicle }> {
  if (question.asked === undefined) return question;
  const vehicle = await identifyVehicle(question.asked, parts, signal);
  const { toll, ferry } = vehicle;
  const request = { ...question.request, size: toll.size, ferry, vehicle: toll };
  return { ...question, request, vehicle };
}
