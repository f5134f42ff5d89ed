/** Prices the rows of a batch: in this thread, or for one that reads and writes them. */
import { availableParallelism } from 'node:os';
import { Fault, type FaultCode } from '../base/fault.ts';
import type { Timer } from '../base/timer.ts';
import type { QuoteQuestion } from '../wire/parameters.ts';
import { type AskTerms, type ParsedQuestion, readQuestion } from '../wire/question.ts';
import type { RouteAnswer } from '../wire/route.ts';
import { formatOf, type PricedRow, type RowFormat } from './format-priced-row.ts';
import type { RowKind, TripRow } from './read-rows.ts';
import type { TableForm } from './read-table.ts';

/** A row as it is written. */
export interface WrittenRow extends Pick<TripRow, 'no'> {
  readonly text: string;
  readonly isError: boolean;
  /** Code of its fault; absent: it was answered. */
  readonly code?: FaultCode | 'internal_error';
  /** Names the data that it is priced with; absent: it has no price. */
  readonly dataVersion?: string;
}

/** A row that has neither a price nor a fault of its own: another run may price it. */
export interface GivenUpRow {
  readonly row: TripRow;
  readonly failure: Pick<Fault, 'code' | 'publicMessage'>;
}

export type EndedRow = WrittenRow | GivenUpRow;

/** How rows are asked and written. */
export interface RowTerms {
  readonly kind: RowKind;
  /** Columns that are handed through; of CSV only. */
  readonly columns: readonly string[];
  readonly form: TableForm;
  /** What a row is asked with where it says nothing itself. */
  readonly question: QuoteQuestion;
}

export interface RowPricer {
  /** So many rows keep it busy. */
  readonly atOnce: number;
  /** Does not reject. */
  price(row: TripRow): Promise<EndedRow>;
  /** No caller waits any more. */
  stop(): void;
}

/** The answer to a row that is no planned trip, as it is written. */
export type OtherRow = Pick<WrittenRow, 'text'> & { readonly dataVersion: string };

/** @param tryAgain does work that may fail for a while only. */
export type AnswerOther = (
  tryAgain: <Result>(work: () => Promise<Result>) => Promise<Result>,
) => Promise<OtherRow>;

/** What rows are priced with. */
export interface RowParts {
  readonly terms: AskTerms;
  readonly answerRoute: (question: ParsedQuestion) => Promise<RouteAnswer>;
  /** Pauses before a row is tried again; absent: none is, and what has failed is given up at once. */
  readonly retryTimer?: Timer;
  /** Answers a row that is no planned trip; absent, or gives `undefined`: it is one. */
  readonly answerOther?: (row: TripRow) => AnswerOther | undefined;
  /** Hears of a defect of ours; absent: the row alone tells of it. */
  readonly onTrouble?: (error: unknown, row: Pick<TripRow, 'no'>) => void;
  /** Absent: that of the kind of the rows. */
  readonly format?: RowFormat;
}

/** So many rows are under way for each core: one that takes long holds few others up. */
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
        // No row has the line of its route.
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

/** Columns of which a comma parts values: `60,10` is a point. */
const WITH_COMMAS: readonly string[] = ['from', 'to', 'via', 'bearing', 'passagesThisMonth'];

/** Behind semicolons a measure may have the decimal comma that results have there, as a Norwegian spreadsheet saves it. */
function readCommas(cells: TripRow['cells'], { delimiter }: TableForm): TripRow['cells'] {
  if (delimiter !== ';') return cells;
  return Object.fromEntries(
    Object.entries(cells).map(([name, cell]) => {
      const isMeasure = !WITH_COMMAS.includes(name) && /^\d+,\d+$/.test(cell);
      return [name, isMeasure ? cell.replace(',', '.') : cell];
    }),
  );
}

/** @param code of its error. */
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

/** Not the trip's fault: an engine that crashed, a service that is away. */
export const PASSING: readonly FaultCode[] = ['upstream_broken', 'upstream_down', 'overloaded'];

/** Before each further try, milliseconds: a crashed engine is there again after the first. */
const PAUSES_MS = [500, 2_000, 8_000];

/** A service that wants to be left alone for longer ends the run: it can be started again then. */
const LONGEST_PAUSE_MS = 60_000;

/** The failure is gone after a while, and says nothing of the row. */
function isPassing(error: unknown): error is Fault {
  return error instanceof Fault && PASSING.includes(error.code);
}

/**
 * Tries work again that has failed for reasons that pass. What is tried again waits for its turn
 * and goes alone: a trip that ends the engine takes those along that are under way beside it, and
 * together they would fail every time.
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

  /** Tries once more after a pause; after the last pause there is no other try. */
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
    /** @throws what the work throws: at once, or after the last try where that passes. */
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
    /** No caller waits any more: nothing is tried again. */
    stop() {
      isStopped = true;
      wake();
    },
  };
}
