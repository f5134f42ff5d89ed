import { type IdentifyParts, identifyVehicle } from '../vehicle/identify-vehicle.ts';
import type { ParsedQuestion } from '../wire/question.ts';
import type { AnswerTrip } from './answer-trip.ts';

/** Answers questions about trips, and first finds out what the vehicle is where one is named. */
export function answerForVehicle(answer: AnswerTrip, parts: IdentifyParts): AnswerTrip {
  return async (question, signal, onStage, account) => {
    if (question.asked?.plate !== undefined) onStage?.('look-up');
    return answer(await withVehicle(question, parts, signal), signal, onStage, account);
  };
}

/**
 * Group, ferry class and length of the trip become those of the vehicle; a question without one stays
 * as it is.
 */
async function withVehicle(
  question: ParsedQuestion,
  parts: IdentifyParts,
  signal?: AbortSignal,
): Promise<ParsedQuestion> {
  if (question.asked === undefined) return question;
  const vehicle = await identifyVehicle(question.asked, parts, signal);
  const { toll, ferry } = vehicle;
  return {
    ...question,
    request: { ...question.request, size: toll.size, ferry, vehicle: toll },
    vehicle,
  };
}
