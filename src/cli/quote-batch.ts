import type { QuoteQuestion } from '../wire/parameters.ts';
import type { Outcome } from './command.ts';
import type { OptionValues } from './read-options.ts';

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

/** Options of a single trip: in a batch the rows say this. */
const ROW_OPTIONS = ['from', 'to', 'via', 'json'];

/** The batch that the options ask for; `undefined`: they ask for a single trip. */
export function readBatch(
  values: OptionValues,
  defaults: QuoteQuestion,
): Batch | Outcome | undefined {
  const inPath = values.get('batch')?.[0];
  const outPath = values.get('out')?.[0];
  if (inPath === undefined) return outPath === undefined ? undefined : wrong('--out needs --batch');
  const stray = ROW_OPTIONS.find((name) => values.has(name));
  if (stray !== undefined) return wrong(`--${stray} and --batch exclude each other`);
  if (inPath === '' || outPath === '') return wrong('a file must have a name');
  return { inPath, ...(outPath !== undefined && { outPath }), defaults };
}

const wrong = (line: string): Outcome => ({ kind: 'wrong-usage', line });

/** The end of a batch in a line, for standard error. */
export function formatBatchResult({ rows, before, errors, mended }: BatchResult): string {
  const done = `priced ${rows - errors} of ${rows} rows, ${errors} with an error`;
  if (before === 0) return done;
  const again = mended === undefined ? '' : `, ${mended} of them with an error until now`;
  return `${done}; ${before} rows were there already${again}`;
}
