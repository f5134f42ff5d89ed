import { Fault } from '../base/fault.ts';
import { formatOsloInstant } from '../base/oslo-time.ts';
import type { VehicleSize } from '../base/vehicle.ts';
import type { AnswerBillingRoute } from '../wire/billing.ts';
import type { Parameter } from '../wire/parameter.ts';
import { PARAMETERS, type ParameterName, type QuoteQuestion } from '../wire/parameters.ts';
import { type AskTerms, type ParsedQuestion, readQuestion } from '../wire/question.ts';
import type { RouteAnswer } from '../wire/route.ts';
import { type Command, DONE, type Outcome, type Terminal } from './command.ts';
import { formatQuote } from './format-quote.ts';
import { type Batch, type BatchResult, formatBatchResult, readBatch } from './quote-batch.ts';
import { type OptionKinds, type OptionValues, readOptions } from './read-options.ts';

/** `startTime` is `--start-time`. */
const toOption = (name: ParameterName): string =>
  name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** A parameter as the option that says it. */
export const nameOption = (name: ParameterName): string => `--${toOption(name)}`;

/** The options that say a parameter. */
const LISTED = Object.entries<Parameter<unknown>>(PARAMETERS).flatMap(([key, { option }]) => {
  const parameter = key as ParameterName;
  return option === undefined ? [] : [{ name: toOption(parameter), ...option, parameter }];
});

const COLUMN = 25;
const WIDTH = 100;

/** Each option with its help beside it, or below where it is too long. */
export const formatOptions = (leftOut: readonly ParameterName[] = []): string => {
  return LISTED.filter(({ parameter }) => !leftOut.includes(parameter))
    .map(({ name, value, help }) => {
      const head = `  --${name}${value === undefined ? '' : ` ${value}`}`;
      const start = head.length < COLUMN ? head.padEnd(COLUMN) : `${head}\n${' '.repeat(COLUMN)}`;
      return start + wrap(help).join(`\n${' '.repeat(COLUMN)}`);
    })
    .join('\n');
};

function wrap(text: string): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last === undefined || COLUMN + last.length + word.length + 1 > WIDTH) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}

const HELP = `veipris quote --from PLACE --to PLACE [options]
veipris quote --batch FILE [--out FILE] [options]

Prices one trip and prints it as a table, or every row of a file.

${formatOptions()}
  --json                 print the answer of GET /api/route

  --batch FILE           trips to price: .csv with a header, or .ndjson with one object per line;
                         - reads either from standard input. Columns are the parameters of
                         GET /api/route: from, to, via (points separated by |), startTime, heavy
                         ...; what a row leaves out is taken from the options, and other columns
                         are handed through
  --out FILE             where the rows go, in their order, .csv or .ndjson; default: standard
                         output, in the form of the input (semicolons, decimal commas, the mark
                         of UTF-8). A file that holds rows already is gone on with after the last
                         whole one, and its rows with an error are tried again. A row that has no price says why in
                         its column "error"; the exit code is 0 when every row was worked through

veipris quote --from 59.9139,10.7522 --to 60.3913,5.3221`;

/** The options that say a parameter. */
export const PARAMETER_OPTIONS: OptionKinds = Object.fromEntries(
  LISTED.map(({ name, value, between }) => [
    name,
    value === undefined ? 'flag' : between === undefined ? 'once' : 'many',
  ]),
);

const OPTIONS: OptionKinds = {
  ...PARAMETER_OPTIONS,
  json: 'flag',
  batch: 'once',
  out: 'once',
};

/** What the command needs; the terms are there at once, the answers may need a network first. */
export interface QuoteDesk {
  readonly terms: () => Promise<AskTerms>;
  readonly openAnswers: (
    onProgress: (step: string) => void,
  ) => Promise<(question: ParsedQuestion) => Promise<RouteAnswer>>;
  /** Writes the lines of the recommended route to a file. */
  readonly writeExpense: (route: AnswerBillingRoute, file: string) => Promise<void>;
  /** Prices the rows of a file; shows how far it is by itself. */
  readonly priceBatch: (batch: Batch, onProgress: (step: string) => void) => Promise<BatchResult>;
}

/** `veipris quote`: one trip, priced. */
export function quoteCommand(desk: QuoteDesk): Command {
  return {
    name: 'quote',
    summary: 'price one trip, or every row of a file',
    help: HELP,
    async run(args, terminal) {
      const options = readOptions(args, OPTIONS);
      if ('problem' in options) return options.problem;
      const batch = readBatch(options.values, toQuestion(options.values));
      if (batch !== undefined && options.values.has('expense'))
        return { kind: 'wrong-usage', line: '--expense goes with one trip, not with --batch' };
      if (batch !== undefined) return runBatch(desk, batch, terminal);
      const question = await askedBy(options.values, await desk.terms());
      if ('kind' in question) return question;
      const answerRoute = await desk.openAnswers((step) => terminal.report(step));
      const answer = await answerRoute(question).catch(toWrongUsage);
      if ('kind' in answer) return answer;
      await writeExpense(desk, answer, { file: options.values.get('expense')?.[0], terminal });
      const isJson = options.values.has('json');
      terminal.print(toText(question, answer, isJson));
      return DONE;
    },
  };
}

/** Writes the lines of the recommended route, where a file for them is named. */
async function writeExpense(
  desk: QuoteDesk,
  { _billing: { routes } }: RouteAnswer,
  { file, terminal }: { readonly file: string | undefined; readonly terminal: Terminal },
): Promise<void> {
  const [first] = routes;
  if (file === undefined || first === undefined) return;
  await desk.writeExpense(first, file);
  terminal.report(`Lines written to ${file}: ${first.lines?.length ?? 0}.`);
  const without = [...first.unpricedStations, ...(first.ferryUnpriced ?? [])];
  for (const { name } of without)
    terminal.report(`Not among them, because its price is not known: ${name}.`);
}

async function runBatch(
  desk: QuoteDesk,
  batch: Batch | Outcome,
  terminal: Terminal,
): Promise<Outcome> {
  if ('kind' in batch) return batch;
  const result = await desk.priceBatch(batch, (step) => terminal.report(step));
  terminal.report(formatBatchResult(result));
  return DONE;
}

const toText = (question: ParsedQuestion, answer: RouteAnswer, isJson: boolean): string =>
  isJson ? JSON.stringify(answer, undefined, 2) : formatTrip(question, answer);

/** A priced trip as a table for a person. */
export function formatTrip(question: ParsedQuestion, answer: RouteAnswer): string {
  const startTime = formatOsloInstant(question.request.startMs);
  return formatQuote(answer, { startTime, size: sizeOf(question, answer) });
}

/** The tariff group that the answer is about: that of the vehicle, where one was asked for. */
function sizeOf({ request }: ParsedQuestion, { _billing: { vehicle } }: RouteAnswer): VehicleSize {
  if (vehicle === undefined) return request.size;
  return vehicle.tariffGroup.value === 1 ? 'small' : 'large';
}

async function askedBy(values: OptionValues, terms: AskTerms): Promise<ParsedQuestion | Outcome> {
  try {
    return await readQuestion(toQuestion(values), {
      ...terms,
      nameOf: nameOption,
    });
  } catch (error) {
    return toWrongUsage(error);
  }
}

/** A parameter that is refused, also one that only the facts can refuse; everything else is thrown on. */
export function toWrongUsage(error: unknown): Outcome {
  if (error instanceof Fault && error.code === 'invalid_parameter')
    return { kind: 'wrong-usage', line: error.publicMessage };
  throw error;
}

export function toQuestion(values: OptionValues): QuoteQuestion {
  const written = LISTED.flatMap(({ parameter, name, value, between = '', given, absent }) => {
    const texts = values.get(name);
    const text = texts === undefined ? absent : (given ?? (value ? texts.join(between) : '1'));
    return text === undefined ? [] : [[parameter, text]];
  });
  return Object.fromEntries(written);
}
