/** Prices the rows of a file, in their order and on all cores, and writes them as they come. */
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
import { kindOf, type RowKind, readTripRows, type TripRow } from './read-rows.ts';
import { type EarlierRows, type Output, withOutput } from './write-rows.ts';

/** Trips to price, one per row of a file. */
export interface Batch {
  readonly inPath: string;
  /** Absent: standard output. A file that holds rows already is gone on with. */
  readonly outPath?: string;
  /** What a row is asked with where it says nothing itself. */
  readonly defaults: QuoteQuestion;
}

/** What became of the rows of a batch. */
export interface BatchResult {
  readonly rows: number;
  /** Rows that were in the file already. */
  readonly before: number;
  /** Rows of this run that say what is wrong instead of a price. */
  readonly errors: number;
  /** Earlier rows that had an error and have a price now; absent: none had one. */
  readonly mended?: number;
  /** Earlier rows that have an error still; absent: none had one. */
  readonly unmended?: number;
}

export interface BatchParts {
  readonly openPricer: (terms: RowTerms) => RowPricer | Promise<RowPricer>;
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
  { openPricer, onNote, onRow }: BatchParts,
): Promise<BatchResult> {
  const { columns, rows: trips, form, ...read } = await readTripRows(inPath);
  const kind = outPath === undefined ? read.kind : kindOf(outPath);
  const terms: RowTerms = { kind, columns, form, question: { ...QUESTION_OF[kind], ...defaults } };
  const format = formatOf(kind, columns, form);
  return withOutput({ ...terms, inPath, outPath, format, defaults, onNote }, async (output) => {
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
  /** Says once that a row was priced with other data than these. */
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

/** Writes the rows of earlier runs again: those that had an error are tried again, as they stand in the input now. */
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
 * A trip on which the engine fails again and again, and not on the next one, has an error of its own:
 * no run would get past it otherwise. Two that follow each other are the engine's.
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
 * Works on so many items at once, and gives what comes of them in the order of the items. Another
 * one is begun as the oldest is taken, so that no more than these wait to be taken.
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
