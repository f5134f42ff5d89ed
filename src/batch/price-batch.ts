/** Prices the rows of a file, in their order and on all cores, and writes them as they come. */
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { QuoteQuestion } from '../wire/parameters.ts';
import { formatOf, type RowFormat } from './format-priced-row.ts';
import {
  type EndedRow,
  type GivenUpRow,
  type RowPricer,
  type RowTerms,
  type WrittenRow,
  writeRow,
} from './price-row.ts';
import { readLines } from './read-lines.ts';
import { kindOf, type RowKind, readTripRows, type TripRow } from './read-rows.ts';
import { type EarlierRows, type Output, withOutput } from './write-rows.ts';

/** Trips to price, one per row of a file. */
export interface Batch {
  readonly inPath: string;
  /** The file to write; absent: standard output. If the file has rows already, the batch goes on after them. */
  readonly outPath?: string;
  /** Default parameters, which the cells of a row replace. */
  readonly defaults: QuoteQuestion;
}

/** The outcome of the rows of a batch. */
export interface BatchResult {
  readonly rows: number;
  /** Rows that were in the file already. */
  readonly before: number;
  /** Rows of this run that say what is wrong instead of a price. */
  readonly errors: number;
  /** Earlier rows that had an error and have a price now; absent: no earlier row had an error. */
  readonly mended?: number;
  /** Earlier rows that still have an error; absent: no earlier row had an error. */
  readonly unmended?: number;
}

interface BatchParts {
  readonly openPricer: (terms: RowTerms) => RowPricer | Promise<RowPricer>;
  /** Gets a line about something that a reader of the rows must know. */
  readonly onNote: (line: string) => void;
  /** Called after each row. */
  readonly onRow: (progress: BatchResult) => void;
}

/**
 * Parameters that hold where neither row nor option says otherwise. A row of a table has the recommended route alone. A
 * row of JSON has the bills of all routes.
 */
const QUESTION_OF: Readonly<Record<RowKind, QuoteQuestion>> = {
  csv: { alternatives: '0' },
  ndjson: {},
};

/**
 * Prices a batch. If the file to write has rows, it goes on after the last whole row. The memory that it needs does not
 * depend on the number of rows.
 *
 * @throws Error with one line when a file can not be read or written, or was written by another batch, or when a row
 * still fails after all tries for a reason that passes. The rows before it are written then, and another run goes on
 * with it.
 */
export async function priceBatch(
  { inPath, outPath, defaults }: Batch,
  { openPricer, onNote, onRow }: BatchParts,
): Promise<BatchResult> {
  const { columns, rows: trips, form, ...read } = await readTripRows(inPath);
  const kind = outPath === undefined ? read.kind : kindOf(outPath);
  const terms: RowTerms = { kind, columns, form, question: { ...QUESTION_OF[kind], ...defaults } };
  const format = formatOf(kind, columns, form);
  return withOutput({ ...terms, inPath, outPath, format, defaults }, async (output) => {
    const pricer = await openPricer(terms);
    try {
      const before = output.earlier && (await writeAgain(output.earlier, trips, pricer, onNote));
      const ended = workInOrder(trips, pricer.price, pricer.atOnce);
      return await writeNew(output, judge(ended, format), before, onRow);
    } finally {
      pricer.stop();
      await trips.return(undefined);
    }
  });
}

/** The rows that earlier runs have written. */
interface Before {
  readonly counts: Omit<BatchResult, 'rows' | 'errors'>;
  /** Tells the first time that a row was priced with other data than the earlier rows. */
  compare(dataVersion: string): void;
}

async function writeNew(
  { write }: Output,
  ended: AsyncIterable<WrittenRow>,
  before: Before | undefined,
  onRow: BatchParts['onRow'],
): Promise<BatchResult> {
  let [rows, errors] = [0, 0];
  const result = () => ({ rows, errors, before: 0, ...before?.counts });
  async function* texts(): AsyncGenerator<string> {
    for await (const { text, isError, dataVersion } of ended) {
      if (dataVersion !== undefined) before?.compare(dataVersion);
      yield text;
      rows += 1;
      if (isError) errors += 1;
      onRow(result());
    }
  }
  await write(texts());
  return result();
}

/** Writes the rows of earlier runs again. Rows that had an error are tried again with their current input. */
async function writeAgain(
  { isVague, pairWith, rewrite }: EarlierRows,
  trips: AsyncIterator<TripRow>,
  { price, atOnce }: RowPricer,
  onNote: (line: string) => void,
): Promise<Before> {
  let [before, failed, mended] = [0, 0, 0];
  const [versions, newVersions] = [new Set<string>(), new Set<string>()];
  async function* texts(): AsyncGenerator<string> {
    const tried = workInOrder(
      pairWith(trips),
      async ({ earlier, trip }) => {
        const again = earlier.isError ? await price(trip) : undefined;
        return { earlier, ...(again && 'text' in again && { again }) };
      },
      atOnce,
    );
    for await (const { earlier, again } of tried) {
      before += 1;
      if (earlier.isError) failed += 1;
      if (again?.isError === false) mended += 1;
      versions.add(earlier.version);
      newVersions.add(again?.dataVersion ?? '');
      yield (again ?? earlier).text;
    }
  }
  await rewrite(texts());
  if (isVague)
    onNote(
      `The ${before} rows that are there do not tell with which options they were priced: these must be the same.`,
    );
  const known = [...versions].filter((version) => version !== '');
  let isTold = known.length === 0;
  const compare = (dataVersion: string) => {
    if (isTold || known.includes(dataVersion)) return;
    isTold = true;
    onNote(
      `The data is another than that of the ${before} rows that are there: ${dataVersion} after ${known.join(', ')}.`,
    );
  };
  for (const version of newVersions) if (version !== '') compare(version);
  return { counts: { before, ...(failed > 0 && { mended, unmended: failed - mended }) }, compare };
}

/**
 * Decides about rows on which the engine failed in every try. If the engine does not fail on the next row, the row is
 * written with an error: otherwise no run would get past it. Two such rows one after the other mean that the engine is
 * broken, and end the run.
 */
async function* judge(
  rows: AsyncIterable<EndedRow>,
  format: RowFormat,
): AsyncGenerator<WrittenRow> {
  let wasBroken = false;
  for await (const ended of rows) {
    const isBroken = 'failure' in ended;
    if (isBroken && (wasBroken || ended.failure.code !== 'upstream_broken')) throw givenUp(ended);
    wasBroken = isBroken;
    yield isBroken ? writeRow({ ...ended.row, error: ended.failure.publicMessage }, format) : ended;
  }
}

const givenUp = ({ row: { no }, failure }: GivenUpRow) =>
  new Error(
    `Row ${no} could not be priced: ${failure.publicMessage} The rows before it are written; start again to go on with it.`,
  );

/**
 * Works on `atOnce` items at a time, and gives the results in the order of the items. The next item is begun when the
 * oldest result is taken. So no more than `atOnce` results wait.
 *
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

/** The stream that the line is written to, and the clock in milliseconds; absent: those of the process. */
interface ProgressParts {
  readonly stream?: Pick<NodeJS.WriteStream, 'isTTY' | 'write'>;
  readonly nowMs?: () => number;
  /** Rows of the whole file; absent: not known. */
  readonly rowCount?: number | undefined;
}

/** How often the line changes. Milliseconds. */
const SHOW_MS = 200;

/**
 * Shows how far a batch is, in a line on standard error. Nothing is shown where that is no terminal. Rows of earlier
 * runs count as done, but not for the pace.
 */
export function showProgress({
  stream = process.stderr,
  nowMs = () => performance.now(),
  rowCount,
}: ProgressParts) {
  const startMs = nowMs();
  let shownMs: number | undefined;
  return {
    /** Called after each row. */
    onRow({ rows, before, errors, unmended = 0 }: BatchResult): void {
      const atMs = nowMs();
      if (!stream.isTTY || atMs - (shownMs ?? startMs) < SHOW_MS) return;
      shownMs = atMs;
      const perS = ((rows * 1000) / (atMs - startMs)).toFixed(0);
      const done = before + rows;
      const share =
        rowCount === undefined ? '' : ` (${Math.min(100, Math.floor((done * 100) / rowCount))} %)`;
      stream.write(
        `\r${done} rows done${share}, ${perS} a second, ${errors + unmended} with an error `,
      );
    },
    /** Ends the line of progress. */
    end(): void {
      if (shownMs !== undefined) stream.write('\n');
      shownMs = undefined;
    },
  };
}

/**
 * The number of lines of a file after the header, which is about the number of its rows. `undefined` for a pipe, which
 * can be read only once.
 */
export async function countRows(path: string, kind: RowKind): Promise<number | undefined> {
  if (!(await stat(path).catch(() => undefined))?.isFile()) return undefined;
  let lines = 0;
  for await (const { text } of readLines(createReadStream(path), '\n'))
    if (text.trim() !== '') lines += 1;
  return Math.max(1, kind === 'csv' ? lines - 1 : lines);
}
