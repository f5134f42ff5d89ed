import { type IdentifyParts, identifyVehicle } from '../vehicle/identify-vehicle.ts';
import type { AskedVehicle, IdentifiedVehicle } from '../vehicle/vehicle.ts';
import type { ParsedQuestion } from '../wire/question.ts';
import type { RouteAnswer } from '../wire/route.ts';
import type { Admit, Caller } from './admission.ts';
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
