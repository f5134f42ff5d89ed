/** Prices the rows of a file, in their order and on all cores, and writes them as they come. */
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { availableParallelism } from 'node:os';
import { Fault } from '../base/fault.ts';
import type { Batch, BatchResult } from '../cli/quote-batch.ts';
import type { RouteAnswer } from '../trip/answer-types.ts';
import {
  type ParsedQuestion,
  parseQuoteRequest,
  type QuestionTerms,
} from '../trip/parse-quote-request.ts';
import { formatOf, type PricedRow } from './format-priced-row.ts';
import { keepWholeRows } from './keep-whole-rows.ts';
import { kindOf, readTripRows, type TripRow } from './read-trip-rows.ts';

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
  { terms, answerRoute, onRow }: BatchParts,
): Promise<BatchResult> {
  const { columns, rows } = await readTripRows(inPath);
  const { header, format } = formatOf(kindOf(outPath ?? inPath), columns);
  const written = outPath === undefined ? { rows: 0 } : await keepWholeRows(outPath);
  if (written.first !== undefined && header !== undefined && written.first !== header)
    throw new Error(`${outPath} has other columns than these rows give: name another file.`);
  const before = Math.max(0, written.rows - (header === undefined ? 0 : 1));

  const write = openWriter(outPath);
  if (written.rows === 0 && header !== undefined) await write(header);
  let progress: BatchResult = { rows: 0, before, errors: 0 };
  const finish = async (pending: Promise<PricedRow>) => {
    const row = await pending;
    await write(format(row));
    const { rows, errors } = progress;
    progress = { before, rows: rows + 1, errors: errors + ('error' in row ? 1 : 0) };
    onRow(progress);
  };

  const underWay: Promise<PricedRow>[] = [];
  for await (const row of rows) {
    if (row.no <= before) continue;
    underWay.push(price(row));
    if (underWay.length < availableParallelism() * ROWS_PER_CORE) continue;
    const [oldest] = underWay.splice(0, 1);
    if (oldest !== undefined) await finish(oldest);
  }
  for (const pending of underWay) await finish(pending);
  await write(undefined);
  return progress;

  async function price(row: TripRow): Promise<PricedRow> {
    if (row.problem !== undefined) return { ...row, error: row.problem };
    try {
      const question = parseQuoteRequest({ ...defaults, ...row.cells }, terms);
      return { ...row, answer: await answerRoute(question) };
    } catch (error) {
      const isFault = error instanceof Fault;
      return { ...row, error: isFault ? error.publicMessage : 'Something went wrong on our side.' };
    }
  }
}

/** Writes texts one after the other, as fast as they are taken; `undefined` ends it. */
function openWriter(path: string | undefined): (text: string | undefined) => Promise<void> {
  const stream = path === undefined ? process.stdout : createWriteStream(path, { flags: 'a' });
  let failure: Error | undefined;
  stream.on('error', (error) => {
    failure = error;
  });
  return async (text) => {
    if (failure !== undefined) throw failure;
    if (text !== undefined) {
      if (!stream.write(text)) await once(stream, 'drain');
    } else if (path !== undefined) {
      stream.end();
      await once(stream, 'finish');
    }
  };
}
