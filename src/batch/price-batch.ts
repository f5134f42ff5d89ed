/** Prices the rows of a file, in their order and on all cores, and writes them as they come. */
import { availableParallelism } from 'node:os';
import { Fault } from '../base/fault.ts';
import type { Batch, BatchResult } from '../cli/quote-batch.ts';
import type { RouteAnswer } from '../trip/answer-types.ts';
import {
  type ParsedQuestion,
  parseQuoteRequest,
  type QuestionTerms,
  type QuoteQuestion,
} from '../trip/parse-quote-request.ts';
import { formatOf, type PricedRow } from './format-priced-row.ts';
import { openOutput } from './open-output.ts';
import { kindOf, readTripRows, type TripRow } from './read-trip-rows.ts';
import { workInOrder } from './work-in-order.ts';

/** What rows are priced with. */
export interface BatchParts {
  readonly terms: QuestionTerms;
  readonly answerRoute: (question: ParsedQuestion) => Promise<RouteAnswer>;
  /** Hears after each row. */
  readonly onRow: (progress: BatchResult) => void;
}

/** So many rows are under way for each core: one that takes long holds few others up. */
const ROWS_PER_CORE = 4;

/**
 * Goes on after the last whole row where the file to write holds some. The memory that it takes does
 * not depend on how many rows there are.
 *
 * @throws Error with one line when a file can not be read or written, or was written by another batch.
 */
export async function priceBatch(
  { inPath, outPath, defaults }: Batch,
  parts: BatchParts,
): Promise<BatchResult> {
  const { columns, rows } = await readTripRows(inPath);
  const { header, format } = formatOf(kindOf(outPath ?? inPath), columns);
  const { before, write, end } = await openOutput(outPath, header);
  const atOnce = availableParallelism() * ROWS_PER_CORE;
  const price = (row: TripRow) => priceRow(row, defaults, parts);
  let progress: BatchResult = { rows: 0, before, errors: 0 };
  for await (const row of workInOrder(rowsAfter(before, rows), price, atOnce)) {
    await write(format(row));
    const errors = progress.errors + ('error' in row ? 1 : 0);
    progress = { before, rows: progress.rows + 1, errors };
    parts.onRow(progress);
  }
  await end();
  return progress;
}

async function* rowsAfter(before: number, rows: AsyncIterable<TripRow>): AsyncGenerator<TripRow> {
  for await (const row of rows) if (row.no > before) yield row;
}

async function priceRow(
  row: TripRow,
  defaults: QuoteQuestion,
  { terms, answerRoute }: BatchParts,
): Promise<PricedRow> {
  if (row.problem !== undefined) return { ...row, error: row.problem };
  try {
    const question = parseQuoteRequest({ ...defaults, ...row.cells }, terms);
    return { ...row, answer: await answerRoute(question) };
  } catch (error) {
    const isFault = error instanceof Fault;
    return { ...row, error: isFault ? error.publicMessage : 'Something went wrong on our side.' };
  }
}
