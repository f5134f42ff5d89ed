import type { CheckedStatement } from '../statement/reconcile.ts';
import type { DeparturesAnswer, ParsedDepartures } from '../wire/departures.ts';
import type { JourneyAnswer } from '../wire/journey.ts';
import type { DatedMatrix } from '../wire/matrix.ts';
import type { ParsedQuestion } from '../wire/question.ts';
import type { ParsedJourney } from '../wire/read-journey.ts';
import type { RouteAnswer } from '../wire/route.ts';
import type { ParsedTrace, TraceAnswer } from '../wire/trace.ts';
import type { OpenMatrix } from './answer-matrix.ts';
import type { Ask } from './answer-question.ts';
import type { StatementQuestion } from './answer-reconcile.ts';

/** The answers to questions of all kinds. */
export interface Answers {
  readonly answerRoute: Ask<ParsedQuestion, RouteAnswer>;
  /** By the second engine. */
  readonly answerEstimate: Ask<ParsedQuestion, RouteAnswer>;
  readonly answerMatrix: Ask<DatedMatrix, OpenMatrix>;
  readonly answerDepartures: Ask<ParsedDepartures, DeparturesAnswer>;
  readonly answerJourney: Ask<ParsedJourney, JourneyAnswer>;
  readonly answerTrace: Ask<ParsedTrace, TraceAnswer>;
  readonly answerReconcile: Ask<StatementQuestion, CheckedStatement>;
}
