import { gunzipSync } from 'node:zlib';
import { decodeText } from '../base/decode-text.ts';
import { Fault } from '../base/fault.ts';
import { formatExpense } from '../batch/format-expense.ts';
import type { Batch, BatchResult } from '../batch/price-batch.ts';
import { demandSize, readTrace } from '../recording/read-trace.ts';
import { TRACE_LIMITS } from '../recording/written-point.ts';
import { readQuestion } from '../wire/question.ts';
import type { RouteAnswer } from '../wire/route.ts';
import { NOT_OF_TRACES, parseTraceQuestion, type TraceAnswer } from '../wire/trace.ts';
import {
  type Command,
  flag,
  formatOptions,
  operand,
  type Terminal,
  type Told,
  text,
  toJson,
  WrongUsage,
} from './command.ts';
import { formatTrip } from './format-quote.ts';
import { formatKm, formatNok, right, tableOf } from './format-table.ts';
import { nameOption, parameterOptions, type TripServices } from './trip-options.ts';

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

const TRACE = {
  file: operand('FILE', 'name the file of the trace first'),
  ...parameterOptionsWithFile(NOT_OF_TRACES, 'says nothing of a drive that was driven'),
  json: flag('print the answer of POST /api/trace'),
};

/** `veipris trace`: one recorded drive, priced. */
export const traceCommand = (services: TripServices): Command<typeof TRACE> => ({
  name: 'trace',
  summary: 'price a recorded drive',
  usage: 'FILE [options]',
  about: 'Prices a drive that was driven: GPX, GeoJSON, CSV or JSON, also packed with gzip.',
  options: TRACE,
  more: `Times are those of the file. Where it has none, --start-time is the departure and the pace is that of
the road network. The file is neither kept nor sent anywhere.

veipris trace drive.gpx --vehicle-type car --fuel electric`,
  async run({ file, json, lines: expense, ...told }, { print, report }) {
    const terms = { ...(await services.terms()), nameOf: nameOption };
    const bytes = inflate(await services.readFile(file));
    demandSize(bytes.length);
    const fixes = readTrace(decodeText(bytes));
    const asked = { ...told, ...(expense !== undefined && { lines: '1' }) };
    const question = parseTraceQuestion(asked, fixes, terms);
    const { answerTrace } = await services.openAnswers(report);
    const answer = await answerTrace(question);
    await writeExpense(services, answer, { file: expense, report });
    print(
      json ? toJson(answer) : [formatTrip(question, answer), ...formatMatch(answer)].join('\n\n'),
    );
  },
});

function formatMatch({ match }: TraceAnswer): string[] {
  const { points, pointsIgnored, share, drives, stretches, possibleStations } = match;
  const ignored = pointsIgnored === 0 ? '' : `, ${pointsIgnored} of them left out`;
  const several = drives.length === 1 ? '' : ` The trace holds ${drives.length} drives.`;
  const doubtful = stretches.filter(({ kind, confidence }) => kind !== 'road' || confidence < 0.8);
  return [
    `Matched: ${points} points${ignored}; ${Math.round(100 * share)} % on roads of the network.${several}`,
    ...tableOf(
      ['Doubtful part', right('from'), right('to')],
      doubtful.map(({ kind, fromKm, toKm }) => [
        kind,
        formatKm(1000 * fromKm),
        formatKm(1000 * toKm),
      ]),
    ),
    ...tableOf(
      ['Perhaps passed, in no sum', 'at', right('would add, with tag')],
      possibleStations.map(({ name, passedAt, smallNok, vehicleNok = smallNok }) => [
        name,
        passedAt.slice(11, 16),
        vehicleNok === undefined ? 'not known' : formatNok(vehicleNok),
      ]),
    ),
  ];
}

/**
 * Unpacks a file that is packed with gzip. Any other file stays as it is.
 *
 * @throws Fault `invalid_parameter` where the file is damaged, or larger than a trace may be. No more than that is
 * unpacked.
 */
function inflate(bytes: Uint8Array): Uint8Array {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  try {
    return gunzipSync(bytes, { maxOutputLength: TRACE_LIMITS.bytes });
  } catch (cause) {
    const isLarge = (cause as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
    const problem = isLarge ? `has more than ${TRACE_LIMITS.bytes / 1e6} MB` : 'is damaged gzip';
    throw new Fault('invalid_parameter', `The trace ${problem}.`, { cause });
  }
}

/** The parameters of a command that writes the lines of a claim itself. The value of `lines` is their file. */
function parameterOptionsWithFile(...leftOut: Parameters<typeof parameterOptions>) {
  const rows = parameterOptions(...leftOut);
  const lines = { ...rows.lines, read: (texts?: readonly string[]) => texts?.[0] };
  return { ...rows, lines };
}

/** Writes the lines of the recommended route, if a file for them is named. */
async function writeExpense(
  { writeFile }: Pick<TripServices, 'writeFile'>,
  { _billing: { routes } }: Pick<RouteAnswer, '_billing'>,
  { file, report }: { readonly file: string | undefined } & Pick<Terminal, 'report'>,
): Promise<void> {
  const [first] = routes;
  if (file === undefined || first === undefined) return;
  await writeFile(file, formatExpense(first));
  report(`Lines written to ${file}: ${first.lines?.length ?? 0}.`);
  const without = [...first.unpricedStations, ...(first.ferryUnpriced ?? [])];
  for (const { name } of without)
    report(`Not among them, because its price is not known: ${name}.`);
}
