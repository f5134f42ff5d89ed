/** Prices the rows of a batch, in this thread or in a thread of its own. */
import { availableParallelism } from 'node:os';
import { Fault, type FaultCode } from '../base/fault.ts';
import type { Timer } from '../base/timer.ts';
import type { QuoteQuestion } from '../wire/parameters.ts';
import { type AskTerms, type ParsedQuestion, readQuestion } from '../wire/question.ts';
import type { RouteAnswer } from '../wire/route.ts';
import { formatOf, type PricedRow, type RowFormat } from './format-priced-row.ts';
import type { RowKind, TripRow } from './read-rows.ts';
import type { TableForm } from './table-form.ts';

/** A row in its written form. */
export interface WrittenRow extends Pick<TripRow, 'no'> {
  readonly text: string;
  readonly isError: boolean;
  /** The code of its fault; absent: the row was answered. */
  readonly code?: FaultCode | 'internal_error';
  /** The version of the data that it is priced with; absent: the row has no price. */
  readonly dataVersion?: string;
}

/** A row that got neither a price nor a fault of its own. Another run may price it. */
export interface GivenUpRow {
  readonly row: TripRow;
  readonly failure: Pick<Fault, 'code' | 'publicMessage'>;
}

export type EndedRow = WrittenRow | GivenUpRow;

/** How rows are asked and written. */
export interface RowTerms {
  readonly kind: RowKind;
  /** Columns of a CSV file, which the result repeats. */
  readonly columns: readonly string[];
  readonly form: TableForm;
  /** Default parameters, which the cells of a row replace. */
  readonly question: QuoteQuestion;
}

export interface RowPricer {
  /** The number of rows that keep the pricer busy. */
  readonly atOnce: number;
  /** Does not reject. */
  price(row: TripRow): Promise<EndedRow>;
  /** Called when no caller waits any more. */
  stop(): void;
}

/** The written answer to a row with a recording or a journey. */
export type OtherRow = Pick<WrittenRow, 'text'> & { readonly dataVersion: string };

/** @param tryAgain does work that may fail for a while only. */
export type AnswerOther = (
  tryAgain: <Result>(work: () => Promise<Result>) => Promise<Result>,
) => Promise<OtherRow>;

/** The parts that price rows. */
export interface RowParts {
  readonly terms: AskTerms;
  readonly answerRoute: (question: ParsedQuestion) => Promise<RouteAnswer>;
  /**
   * Times the pauses before a row is tried again; absent: no row is tried again, and a row that fails is given up at
   * once.
   */
  readonly retryTimer?: Timer;
  /** Answers a row with a recording or a journey. Absent, or gives `undefined`: the row is a planned trip. */
  readonly answerOther?: (row: TripRow) => AnswerOther | undefined;
  /** Called with a defect of ours; absent: only the row tells of it. */
  readonly onTrouble?: (error: unknown, row: Pick<TripRow, 'no'>) => void;
  /** The form of the rows; absent: the form of their kind. */
  readonly format?: RowFormat;
}

/** Rows under way for each core. There are several, so that a slow row holds few others up. */
const ROWS_PER_CORE = 4;

/** Prices rows in this thread. */
export function openRowPricer(
  { kind, columns, form, question }: RowTerms,
  parts: RowParts,
): RowPricer {
  const { terms, answerRoute, answerOther, retryTimer, onTrouble } = parts;
  const { format = formatOf(kind, columns, form) } = parts;
  const retries = openRetries(retryTimer);
  return {
    atOnce: availableParallelism() * ROWS_PER_CORE,
    stop: retries.stop,
    async price(row) {
      if (row.problem !== undefined) return writeRow({ ...row, error: row.problem }, format);
      try {
        const other = answerOther?.(row);
        if (other !== undefined)
          return { no: row.no, isError: false, ...(await other(retries.run)) };
        const cells = { ...question, ...readCommas(row.cells, form) };
        const asked = await retries.run(() => readQuestion(cells, terms));
        // Written rows do not have the line of the route.
        const answer = await retries.run(() => answerRoute({ ...asked, geometry: '0' }));
        return writeRow({ ...row, answer }, format);
      } catch (error) {
        if (isPassing(error)) return { row, failure: error };
        if (error instanceof Fault)
          return writeRow({ ...row, error: error.publicMessage }, format, error.code);
        onTrouble?.(error, row);
        const said = 'Something went wrong on our side.';
        return writeRow({ ...row, error: said }, format, 'internal_error');
      }
    },
  };
}

/** Columns in which a comma separates values: `60,10` is a point. */
const WITH_COMMAS: readonly string[] = ['from', 'to', 'via', 'bearing', 'passagesThisMonth'];

/**
 * Reads decimal commas of measures where semicolons separate the cells. A Norwegian spreadsheet saves numbers so, and
 * results have them there, too.
 */
function readCommas(cells: TripRow['cells'], { delimiter }: TableForm): TripRow['cells'] {
  if (delimiter !== ';') return cells;
  return Object.fromEntries(
    Object.entries(cells).map(([name, cell]) => {
      const isMeasure = !WITH_COMMAS.includes(name) && /^\d+,\d+$/.test(cell);
      return [name, isMeasure ? cell.replace(',', '.') : cell];
    }),
  );
}

/** @param code the code of its error. */
export const writeRow = (
  row: PricedRow,
  format: RowFormat,
  code: NonNullable<WrittenRow['code']> = 'invalid_parameter',
): WrittenRow => ({
  no: row.no,
  text: format.format(row),
  isError: 'error' in row,
  ...('error' in row && { code }),
  ...('answer' in row && { dataVersion: row.answer._billing.dataVersion }),
});

/** Codes of failures that are not caused by the trip: the engine has crashed, or a service is away. */
export const PASSING: readonly FaultCode[] = ['upstream_broken', 'upstream_down', 'overloaded'];

/** Pauses before each further try. A crashed engine is back after the first pause. Milliseconds. */
const PAUSES_MS = [500, 2_000, 8_000];

/**
 * The longest pause. If a service asks for a longer one, its rows are given up, and another run can be started later.
 */
const LONGEST_PAUSE_MS = 60_000;

/** Whether a failure passes after a while, and so says nothing about the row. */
function isPassing(error: unknown): error is Fault {
  return error instanceof Fault && PASSING.includes(error.code);
}

/**
 * Tries work again that has failed for reasons that pass. Each piece of work waits for its turn and is tried alone. A
 * trip that crashes the engine makes all trips fail that are under way at the same time, and together they would fail
 * every time.
 *
 * @param timer absent: nothing is tried again.
 * @internal Its tests ask for it.
 */
export function openRetries(timer?: Timer) {
  if (timer === undefined)
    return { run: <Result>(work: () => Promise<Result>) => work(), stop: () => undefined };
  let isStopped = false;
  let wake = () => {};
  let last: Promise<unknown> = Promise.resolve();

  const pause = (delayMs: number) =>
    new Promise<void>((resolve) => {
      const stopTimer = timer.start(delayMs, resolve);
      wake = () => {
        stopTimer();
        resolve();
      };
    });

  /** Tries once more after a pause, up to the last pause. */
  const tryAgain = async <Result>(
    work: () => Promise<Result>,
    failure: Fault,
    [pauseMs, ...others]: readonly number[],
  ): Promise<Result> => {
    const delayMs = Math.max(pauseMs ?? Infinity, (failure.retryAfterS ?? 0) * 1000);
    if (isStopped || delayMs > LONGEST_PAUSE_MS) throw failure;
    await pause(delayMs);
    if (isStopped) throw failure;
    try {
      return await work();
    } catch (error) {
      if (!isPassing(error)) throw error;
      return tryAgain(work, error, others);
    }
  };

  return {
    /** @throws what the work throws: at once, or after the last try where the failure passes. */
    async run<Result>(work: () => Promise<Result>): Promise<Result> {
      try {
        return await work();
      } catch (error) {
        if (!isPassing(error)) throw error;
        const turn = last.then(() => tryAgain(work, error, PAUSES_MS));
        last = turn.catch(() => undefined);
        return turn;
      }
    },
    /** From now on nothing is tried again, because no caller waits any more. */
    stop() {
      isStopped = true;
      wake();
    },
  };
}
