import type { Batch, BatchResult } from '../batch/price-batch.ts';
import { readQuestion } from '../wire/question.ts';
import {
  type Command,
  flag,
  formatOptions,
  type Told,
  text,
  toJson,
  WrongUsage,
} from './command.ts';
import { formatTrip } from './format-quote.ts';
import {
  nameOption,
  parameterOptionsWithFile,
  type TripServices,
  writeExpense,
} from './trip-options.ts';

const TRIP = {
  ...parameterOptionsWithFile(),
  json: flag('print the answer of GET /api/route'),
};
const BATCH = {
  batch: text(
    'FILE',
    'trips to price: .csv with a header, or .ndjson with one object per line; - reads either from standard input. Columns are the parameters of GET /api/route: from, to, via (points separated by |), startTime, heavy ...; what a row leaves out is taken from the options, and other columns are handed through',
  ),
  out: text(
    'FILE',
    'where the rows go, in their order, .csv or .ndjson; default: standard output, in the form of the input (semicolons, decimal commas, the mark of UTF-8). A file that holds rows already is gone on with after the last whole one, and its rows with an error are tried again. A row that has no price says why in its column "error"; the exit code is 0 when every row was worked through',
  ),
};

const OPTIONS = { ...TRIP, ...BATCH };

/** Prices the rows of a file, and shows its progress by itself. */
type PriceBatch = (batch: Batch, onProgress: (step: string) => void) => Promise<BatchResult>;

/** `veipris quote`: one trip, priced, or every row of a file. */
export const quoteCommand = (
  services: TripServices,
  priceBatch: PriceBatch,
): Command<typeof OPTIONS> => ({
  name: 'quote',
  summary: 'price one trip, or every row of a file',
  usage: ['--from PLACE --to PLACE [options]', '--batch FILE [--out FILE] [options]'],
  about: 'Prices one trip and prints it as a table, or every row of a file.',
  options: OPTIONS,
  listed: `${formatOptions(TRIP)}

${formatOptions(BATCH)}`,
  more: 'veipris quote --from 59.9139,10.7522 --to 60.3913,5.3221',
  async run(told, { print, report }) {
    const batch = readBatch(told);
    if (batch !== undefined) return report(formatBatchResult(await priceBatch(batch, report)));
    const { json, lines: file, ...asked } = told;
    const question = await readQuestion(
      { ...asked, ...(file !== undefined && { lines: '1' }) },
      { ...(await services.terms()), nameOf: nameOption, needsExact: 'goes without --no-refine' },
    );
    const { answerRoute } = await services.openAnswers(report);
    const answer = await answerRoute(question);
    await writeExpense(services, answer, { file, report });
    print(json ? toJson(answer) : formatTrip(question, answer));
  },
});

/** The batch that the options ask for; `undefined`: they ask for a single trip. */
function readBatch({ json, batch, out, lines, ...defaults }: Told<typeof OPTIONS>) {
  if (batch === undefined) {
    if (out === undefined) return undefined;
    throw new WrongUsage('--out needs --batch');
  }
  const isGiven = (name: 'from' | 'to' | 'via') => defaults[name] !== undefined;
  const stray = (['from', 'to', 'via'] as const).find(isGiven) ?? (json ? 'json' : undefined);
  if (stray !== undefined) throw new WrongUsage(`--${stray} and --batch exclude each other`);
  if (batch === '' || out === '') throw new WrongUsage('a file must have a name');
  const ofOneTrip = lines !== undefined ? 'expense' : defaults.allowance && 'allowance';
  if (ofOneTrip) throw new WrongUsage(`--${ofOneTrip} goes with one trip, not with --batch`);
  return { inPath: batch, ...(out !== undefined && { outPath: out }), defaults };
}

/**
 * A line for standard error at the end of a batch: the rows that this run priced, and how many rows of the result have
 * an error.
 */
function formatBatchResult({ rows, before, errors, mended, unmended = 0 }: BatchResult): string {
  const done = `priced ${rows - errors} of ${rows} rows, ${errors} with an error`;
  if (before === 0) return done;
  const again =
    mended === undefined
      ? ''
      : `, ${mended + unmended} of them with an error until now, of which ${mended} have a price`;
  return `${done}; ${before} rows were there already${again}; of all ${rows + before} rows ${errors + unmended} have an error`;
}
