import type { Fix } from '../base/point.ts';
import type { CheckedStatement } from '../trip/reconcile.ts';
import type { Statement } from '../trip/statement.ts';
import type { DeparturesAnswer, ParsedDepartures } from '../wire/departures.ts';
import type { JourneyAnswer } from '../wire/journey.ts';
import type { ParsedQuestion } from '../wire/question.ts';
import type { ParsedJourney } from '../wire/read-journey.ts';
import type { TraceAnswer } from '../wire/trace.ts';
import type { AnswerMatrix } from './answer-matrix.ts';
import type { AnswerQuestion, Turn } from './answer-question.ts';

/** The answers to questions of all kinds. */
export interface Answers extends Record<'answerRoute' | 'answerEstimate', AnswerQuestion> {
  answerMatrix: AnswerMatrix;
  answerDepartures(question: ParsedDepartures, ...turn: Turn): Promise<DeparturesAnswer>;
  answerJourney(question: ParsedJourney, ...turn: Turn): Promise<JourneyAnswer>;
  /** @param question goes from the first fix to the last. */
  answerTrace(question: ParsedQuestion, fixes: readonly Fix[], ...turn: Turn): Promise<TraceAnswer>;
  answerReconcile(
    statement: Statement,
    question: ParsedJourney,
    ...turn: Turn
  ): Promise<CheckedStatement>;
}
