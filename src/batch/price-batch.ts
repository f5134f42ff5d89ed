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
import { kindOf, PLAIN_FORM, type RowKind, readTripRows } from './read-rows.ts';
import { type Output, openOutput } from './write-rows.ts';

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
  const question = { ...QUESTION_OF[outKind], ...defaults };
  const judgeRow = openJudge(format);
  let progress: BatchResult = { rows: 0, before, errors: 0 };
  let isFinished = false;
  let pricer: RowPricer | undefined;
  const instead = new Map<number, string>();
  try {
    pricer = await parts.openPricer({ kind: outKind, columns, form, question });
    const { price, atOnce } = pricer;
    for await (const row of workInOrder(output.kept.failed, price, atOnce))
      if (!('failure' in row) && !row.isError) {
        noteOnce(row);
        instead.set(row.no, row.text);
      }
    for await (const ended of workInOrder(rows, price, atOnce)) {
      const row = judgeRow(ended);
      noteOnce(row);
      if (!(await output.write(row.text))) break;
      const errors = progress.errors + (row.isError ? 1 : 0);
      progress = { before, rows: progress.rows + 1, errors };
      parts.onRow(progress);
    }
    isFinished = true;
  } finally {
    pricer?.stop();
    await output.end(isFinished, instead);
  }
  return { ...progress, ...(output.kept.failed.length > 0 && { mended: instead.size }) };
}

/** Says once what the earlier rows of a file do not tell, or tell otherwise than those of this run. */
function noteOfEarlierRows(
  { isVague, kept: { rows, versions } }: Pick<Output, 'isVague' | 'kept'>,
  onNote: (line: string) => void,
): (row: WrittenRow) => void {
  let isFirst = true;
  let isSameData = versions.size > 0;
  return ({ dataVersion }) => {
    if (isFirst && isVague)
      onNote(
        `The ${rows} rows that are there do not tell with which options they were priced: these must be the same.`,
      );
    isFirst = false;
    if (!isSameData || dataVersion === undefined) return;
    isSameData = versions.has(dataVersion);
    if (!isSameData)
      onNote(
        `The data is another than that of the ${rows} rows that are there: ${dataVersion} after ${[...versions].join(', ')}.`,
      );
  };
}

/**
 * A trip on which the engine fails again and again, and not on the next one, has an error of its own:
 * no run would get past it otherwise. Two that follow each other are the engine's.
 */
function openJudge(format: RowFormat): (row: EndedRow) => WrittenRow {
  let wasBroken = false;
  return (ended) => {
    if (!('failure' in ended)) {
      wasBroken = false;
      return ended;
    }
    if (wasBroken || ended.failure.code !== 'upstream_broken') throw givenUp(ended);
    wasBroken = true;
    return writeRow({ ...ended.row, error: ended.failure.publicMessage }, format);
  };
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
