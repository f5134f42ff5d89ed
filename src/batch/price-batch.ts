/** Prices the rows of a file, in their order and on all cores, and writes them as they come. */
import { availableParallelism } from 'node:os';
import { Fault } from '../base/fault.ts';
import type { Batch, BatchResult } from '../cli/quote-batch.ts';
import type { Timer } from '../trip/ports.ts';
import type { QuoteQuestion } from '../wire/parameters.ts';
import { type AskTerms, type ParsedQuestion, readQuestion } from '../wire/question.ts';
import type { RouteAnswer } from '../wire/route.ts';
import { isPassing, openRetries, type Retries } from './ask-again.ts';
import { formatOf, type PricedRow } from './format-priced-row.ts';
import { kindOf, PLAIN_FORM, type RowKind, readTripRows, type TripRow } from './read-rows.ts';
import { type Output, openOutput } from './write-rows.ts';

/** What rows are priced with. */
export interface BatchParts {
  readonly terms: AskTerms;
  readonly answerRoute: (question: ParsedQuestion) => Promise<RouteAnswer>;
  /** Pauses before a row is tried again. */
  readonly timer: Timer;
  /** Hears in a line what a reader of the rows must know. */
  readonly onNote: (line: string) => void;
  /** Hears after each row. */
  readonly onRow: (progress: BatchResult) => void;
}

/**
 * What a row is asked with where neither it nor an option says something else: a row of a table has
 * the recommended route alone, one of JSON has the bills of all.
 */
const QUESTION_OF: Readonly<Record<RowKind, QuoteQuestion>> = {
  csv: { alternatives: '0' },
  ndjson: {},
};

/** So many rows are under way for each core: one that takes long holds few others up. */
const ROWS_PER_CORE = 4;

/**
 * Goes on after the last whole row where the file to write holds some. The memory that it takes does
 * not depend on how many rows there are.
 *
 * @throws Error with one line when a file can not be read or written, or was written by another
 * batch, and when a row fails again and again for a reason that passes: the rows before it are
 * written then, and another run goes on with it.
 */
export async function priceBatch(
  { inPath, outPath, defaults }: Batch,
  parts: BatchParts,
): Promise<BatchResult> {
  const { kind, columns, rows, form: given } = await readTripRows(inPath);
  const outKind = outPath === undefined ? kind : kindOf(outPath);
  const form = kind === 'csv' ? given : PLAIN_FORM;
  const format = formatOf(outKind, columns, form);
  const terms = { inPath, outPath, kind: outKind, columns, format, form, trips: rows, defaults };
  const output = await openOutput(terms);
  const before = output.kept.rows;
  const noteOnce = noteOfEarlierRows(output, parts.onNote);
  const atOnce = availableParallelism() * ROWS_PER_CORE;
  const retries = openRetries(parts.timer);
  const question = { ...QUESTION_OF[outKind], ...defaults };
  const price = (row: TripRow) => priceRow(row, question, { ...parts, retries });
  const judgeRow = openJudge();
  let progress: BatchResult = { rows: 0, before, errors: 0 };
  let isFinished = false;
  const instead = new Map<number, string>();
  try {
    for await (const row of workInOrder(output.kept.failed, price, atOnce))
      if ('answer' in row) {
        noteOnce(row);
        instead.set(row.no, format.format(row));
      }
    for await (const ended of workInOrder(rows, price, atOnce)) {
      const row = judgeRow(ended);
      noteOnce(row);
      if (!(await output.write(format.format(row)))) break;
      const errors = progress.errors + ('error' in row ? 1 : 0);
      progress = { before, rows: progress.rows + 1, errors };
      parts.onRow(progress);
    }
    isFinished = true;
  } finally {
    retries.stop();
    await output.end(isFinished, instead);
  }
  return { ...progress, ...(output.kept.failed.length > 0 && { mended: instead.size }) };
}

/** Says once what the earlier rows of a file do not tell, or tell otherwise than those of this run. */
function noteOfEarlierRows(
  { isVague, kept: { rows, versions } }: Pick<Output, 'isVague' | 'kept'>,
  onNote: (line: string) => void,
): (row: PricedRow) => void {
  let isFirst = true;
  let isSameData = versions.size > 0;
  return (row) => {
    if (isFirst && isVague)
      onNote(
        `The ${rows} rows that are there do not tell with which options they were priced: these must be the same.`,
      );
    isFirst = false;
    if (!isSameData || !('answer' in row)) return;
    const { dataVersion } = row.answer._billing;
    isSameData = versions.has(dataVersion);
    if (!isSameData)
      onNote(
        `The data is another than that of the ${rows} rows that are there: ${dataVersion} after ${[...versions].join(', ')}.`,
      );
  };
}

/** A row that has neither a price nor a fault of its own: another run may price it. */
type GivenUpRow = TripRow & { readonly failure: Fault };

/**
 * A trip on which the engine fails again and again, and not on the next one, has an error of its own:
 * no run would get past it otherwise. Two that follow each other are the engine's.
 */
function openJudge(): (row: PricedRow | GivenUpRow) => PricedRow {
  let wasBroken = false;
  return (row) => {
    if (!('failure' in row)) {
      wasBroken = false;
      return row;
    }
    if (wasBroken || row.failure.code !== 'upstream_broken') throw givenUp(row);
    wasBroken = true;
    const { failure, ...own } = row;
    return { ...own, error: failure.publicMessage };
  };
}

const givenUp = ({ no, failure }: GivenUpRow) =>
  new Error(
    `Row ${no} could not be priced: ${failure.publicMessage} The rows before it are written; start again to go on with it.`,
  );

async function priceRow(
  row: TripRow,
  defaults: QuoteQuestion,
  { terms, answerRoute, retries }: BatchParts & { readonly retries: Retries },
): Promise<PricedRow | GivenUpRow> {
  if (row.problem !== undefined) return { ...row, error: row.problem };
  try {
    const cells = { ...defaults, ...row.cells };
    const question = await retries.run(() => readQuestion(cells, terms));
    return { ...row, answer: await retries.run(() => answerRoute(question)) };
  } catch (error) {
    if (isPassing(error)) return { ...row, failure: error };
    const isFault = error instanceof Fault;
    return { ...row, error: isFault ? error.publicMessage : 'Something went wrong on our side.' };
  }
}

/**
 * Works on so many items at once, and gives what comes of them in the order of the items. Another
 * one is begun as the oldest is taken, so that no more than these wait to be taken.
 *
 * @internal The tests hold it to that.
 * @param work does not reject.
 */
export async function* workInOrder<Item, Result>(
  items: AsyncIterable<Item> | Iterable<Item>,
  work: (item: Item) => Promise<Result>,
  atOnce: number,
): AsyncGenerator<Result> {
  const underWay: Promise<Result>[] = [];
  for await (const item of items) {
    underWay.push(work(item));
    if (underWay.length >= atOnce) yield* underWay.splice(0, 1);
  }
  yield* underWay;
}
