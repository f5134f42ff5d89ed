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
import { kindOf, type RowKind, readTripRows } from './read-rows.ts';
import { type EarlierRow, type InputRow, type Output, withOutput } from './write-rows.ts';

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
  parts: BatchParts,
): Promise<BatchResult> {
  const { columns, rows: trips, form, ...read } = await readTripRows(inPath);
  const kind = outPath === undefined ? read.kind : kindOf(outPath);
  const terms: RowTerms = { kind, columns, form, question: { ...QUESTION_OF[kind], ...defaults } };
  const format = formatOf(kind, columns, form);
  const { onNote } = parts;
  const outputTerms = { ...terms, inPath, outPath, format, trips, defaults, onNote };
  return withOutput(outputTerms, async (output) => {
    const run = openRun(output, openJudge(format), terms, parts);
    await output.write(run.texts());
    return run.end();
  });
}

/** What becomes of a row: one that an earlier run has priced stays, one with an error is tried again. */
type Worked =
  | { readonly earlier: EarlierRow; readonly again?: EndedRow }
  | { readonly ended: EndedRow };

function openRun(
  output: Output,
  judge: (row: EndedRow) => WrittenRow,
  terms: RowTerms,
  { openPricer, onRow, onNote }: BatchParts,
) {
  const before = openEarlierRows(output.isVague, onNote);
  let [rows, errors] = [0, 0];
  return {
    async *texts() {
      const pricer = await openPricer(terms);
      try {
        for await (const worked of workInOrder(output.rows, workBy(pricer), pricer.atOnce)) {
          if ('earlier' in worked) {
            yield before.take(worked.earlier, worked.again);
            continue;
          }
          const row = judge(worked.ended);
          before.compare(row.dataVersion);
          await output.takeOver();
          yield row.text;
          rows += 1;
          errors += row.isError ? 1 : 0;
          onRow({ rows, errors, ...before.count() });
        }
      } finally {
        pricer.stop();
      }
    },
    end(): BatchResult {
      const counted = before.count();
      if (counted.before > 0) before.compare();
      return { rows, errors, ...counted };
    },
  };
}

const workBy =
  ({ price }: RowPricer) =>
  async ({ trip, earlier }: InputRow): Promise<Worked> => {
    if (earlier === undefined) return { ended: await price(trip) };
    return earlier.isError ? { earlier, again: await price(trip) } : { earlier };
  };

/** Counts the rows of earlier runs, and says once what they do not tell, or tell otherwise than those of this one. */
function openEarlierRows(isVague: boolean, onNote: (line: string) => void) {
  let [rows, failed, mended] = [0, 0, 0];
  const versions = new Set<string>();
  const newVersions = new Set<string>();
  const told = { options: !isVague, data: false };
  return {
    count: () => ({ before: rows, ...(failed > 0 && { mended, unmended: failed - mended }) }),
    /** @returns what is written in its place. */
    take({ text, version, isError }: EarlierRow, again?: EndedRow): string {
      rows += 1;
      if (version !== '') versions.add(version);
      if (isError) failed += 1;
      if (again === undefined || 'failure' in again) return text;
      if (!again.isError) mended += 1;
      if (again.dataVersion !== undefined) newVersions.add(again.dataVersion);
      return again.text;
    },
    /** @param dataVersion of a row of this run; absent: it does not tell. */
    compare(dataVersion?: string) {
      if (dataVersion !== undefined) newVersions.add(dataVersion);
      if (!told.options)
        onNote(
          `The ${rows} rows that are there do not tell with which options they were priced: these must be the same.`,
        );
      told.options = true;
      const other = [...newVersions].find((version) => !versions.has(version));
      if (told.data || versions.size === 0 || other === undefined) return;
      told.data = true;
      onNote(
        `The data is another than that of the ${rows} rows that are there: ${other} after ${[...versions].join(', ')}.`,
      );
    },
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
