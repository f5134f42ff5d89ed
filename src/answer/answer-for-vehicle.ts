import { type IdentifyParts, identifyVehicle } from '../trip/identify-vehicle.ts';
import type { AnswerTrip } from './answer-trip.ts';

/** Answers questions about trips, and first finds out what the vehicle is where one is named. */
export function answerForVehicle(answer: AnswerTrip, parts: IdentifyParts): AnswerTrip {
  return async (question, signal, onStage, account) => {
    if (question.asked?.plate !== undefined) onStage?.('look-up');
    return answer(await identifyVehicle(question, parts, signal), signal, onStage, account);
  };
}
