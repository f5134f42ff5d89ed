import { Fault, refusedValue } from '../base/fault.ts';
import { parseChecked } from '../base/parse-checked.ts';
import type { Steps } from '../base/steps.ts';
import type { RowFormat } from '../batch/format-priced-row.ts';
import type { AnswerOther, OtherRow } from '../batch/price-row.ts';
import type { RowKind, TripRow } from '../batch/read-rows.ts';
import { countTrace, stepTrace } from '../recording/read-trace.ts';
import { type JourneyAnswer, JourneyQuestion, JourneyTerms } from '../wire/journey.ts';
import type { QuoteQuestion } from '../wire/parameters.ts';
import type { AskTerms } from '../wire/question.ts';
import { type ParsedJourney, readJourney, stepWrittenUnits } from '../wire/read-journey.ts';
import { type ParsedTrace, parseTraceQuestion, type TraceAnswer } from '../wire/trace.ts';
import type { ResultForm } from './job.ts';

/** Takes the steps of reading a recording, which may be long, in the turn of the job's account. */
export type InTurn = <Result>(steps: Steps<Result>) => Promise<Result>;

/**
 * The units that a row counts: as many as the call that answers the same. A row that can not be read counts one. Only
 * lines of NDJSON can hold recordings and journeys, because a column of a table may have any name.
 */
export async function countUnits(
  { cells: { trace, journey } }: Pick<TripRow, 'cells'>,
  kind: RowKind,
  inTurn: InTurn,
): Promise<number> {
  const isOne = (trace === undefined) !== (journey === undefined);
  if (kind === 'csv' || !isOne) return 1;
  try {
    if (trace !== undefined) return countTrace((await inTurn(stepTrace(trace))).length);
    const written = parseChecked(journey ?? '', JourneyQuestion, 'journey');
    return Math.max(1, await inTurn(stepWrittenUnits(written)));
  } catch {
    // The row is refused when its turn comes.
    return 1;
  }
}

/** How rows with a recording or a journey are read, answered and written. */
export interface RecordTerms {
  readonly terms: AskTerms;
  readonly kind: RowKind;
  readonly inTurn: InTurn;
  readonly form: ResultForm;
  readonly format: RowFormat;
  readonly answers: {
    readonly answerTrace: (question: ParsedTrace) => Promise<TraceAnswer>;
    readonly answerJourney: (question: ParsedJourney) => Promise<JourneyAnswer>;
  };
}

/**
 * A line with `trace`, a recorded drive as `POST /api/trace` takes it, or with `journey`, a question of `POST
 * /api/journey`. A recording is read once, however often the row is tried.
 *
 * @returns `undefined`: the row is a planned trip.
 * @throws Fault `invalid_parameter` for a line with both.
 */
export function answerRecord(
  row: TripRow,
  question: QuoteQuestion,
  { terms, kind, form, format, answers, inTurn }: RecordTerms,
): AnswerOther | undefined {
  const { trace, journey, ...cells } = row.cells;
  if (kind === 'csv') return undefined;
  if (trace !== undefined && journey !== undefined)
    throw refusedValue('trace', 'A line has trace or journey, not both.');
  if (journey !== undefined) return (tryAgain) => answerJourneyRow(journey, tryAgain);
  if (trace === undefined) return undefined;
  return async (tryAgain) => {
    const fixes = await inTurn(stepTrace(trace));
    const asked = parseTraceQuestion({ ...question, ...cells }, fixes, terms);
    const answer = await tryAgain(() => answers.answerTrace({ ...asked, geometry: '0' }));
    const text = format.format({ ...row, answer });
    const { match } = answer;
    const isRecord = form === 'ndjson';
    return {
      text: isRecord ? `${text.trimEnd().slice(0, -1)},"match":${JSON.stringify(match)}}\n` : text,
      dataVersion: answer._billing.dataVersion,
    };
  };

  async function answerJourneyRow(
    written: string,
    tryAgain: Parameters<AnswerOther>[0],
  ): Promise<OtherRow> {
    if (form !== 'ndjson')
      throw refusedValue('journey', 'A journey has a row of its own form: ask with result=ndjson.');
    const body = { ...sharedOf({ ...question, ...cells }), ...readBody(written) };
    const asked = await tryAgain(() => readJourney(body, { ...terms, inTurn }));
    const answer = await tryAgain(() => answers.answerJourney(asked));
    const text = `${JSON.stringify({ row: row.no, asked: cells, journey: answer })}\n`;
    return { text, dataVersion: answer.dataVersion };
  }
}

/** Parameters that decide about a way. The drives of a journey have parameters of their own instead. */
const NOT_OF_JOURNEYS = [
  'from',
  'to',
  'via',
  'bearing',
  'startTime',
  'valueOfTime',
  'costPerKm',
] as const;

/** The terms for all drives of a journey, from the call and from the cells beside the journey. */
function sharedOf(asked: QuoteQuestion): JourneyTerms {
  const foreign = NOT_OF_JOURNEYS.find((name) => (asked[name] ?? '') !== '');
  if (foreign !== undefined)
    throw refusedValue(foreign, `${foreign} is no parameter of a journey.`);
  const shared = Object.keys(JourneyTerms.properties);
  return Object.fromEntries(
    Object.entries(asked).filter(([name, value]) => value !== '' && shared.includes(name)),
  );
}

function readBody(text: string) {
  try {
    return parseChecked(text, JourneyQuestion, 'journey');
  } catch (error) {
    if (error instanceof Fault || !(error instanceof Error)) throw error;
    throw refusedValue('journey', error.message);
  }
}
