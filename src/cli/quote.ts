import { Fault } from '../base/fault.ts';
import { formatOsloInstant } from '../base/oslo-time.ts';
import type { VehicleSize } from '../base/vehicle.ts';
import { VEHICLE_PARAMETERS } from '../wire/asked-vehicle.ts';
import type { AnswerBillingRoute } from '../wire/billing.ts';
import {
  type ParsedQuestion,
  parseQuoteRequest,
  type QuestionTerms,
} from '../wire/parse-quote-request.ts';
import type { QuestionName, QuoteQuestion } from '../wire/question-text.ts';
import type { RouteAnswer } from '../wire/route.ts';
import { type Command, DONE, type Outcome, type Terminal } from './command.ts';
import { formatQuote } from './format-quote.ts';
import { type Batch, type BatchResult, formatBatchResult, readBatch } from './quote-batch.ts';
import { type OptionKinds, type OptionValues, readOptions } from './read-options.ts';

const HELP = `veipris quote --from LAT,LON --to LAT,LON [options]
veipris quote --batch FILE [--out FILE] [options]

Prices one trip and prints it as a table, or every row of a file.

  --from LAT,LON         start, WGS84
  --to LAT,LON           destination
  --via LAT,LON          a point on the way; may be given up to 8 times
  --start-time T         departure, ISO 8601 with offset; default: now
  --heavy                tariff group 2, above 3 500 kg (tolls only)
  --avoid-tolls          prefer a toll-free route where one exists
  --ferry-class C        MC or AP1 to AP9; default: AP1
  --vehicle-length M     metres; gives the ferry class where none is named
  --plate PLATE          one vehicle, by the vehicle register
  --vehicle-type T       motorcycle, car, van, bus, truck or camper
  --fuel F               petrol, diesel, electric, hydrogen, plugin-hybrid or gas
  --euro-class N         1 to 6
  --weight KG            permitted total weight
  --tag 1|0              with a toll tag, or without; default: 1
  --ferry-agreement A    none, tag, private or business; default: none
  --trailer-length M     metres
  --no-refine            preliminary tolls: no direction, no hour rule
  --bounds               with --no-refine: between which tolls the refined one lies
  --explain              prove every amount
  --passages-this-month G:N,...
                         paid passages of the month by hour group, for monthly caps
  --alternatives N       0, 1 or 2: at most so many other routes; default: 2, and 0 for a batch
                         written as .csv, whose rows have the recommended route alone
  --expense FILE         write the lines of an expense claim, .csv for a spreadsheet
  --json                 print the answer of GET /api/route

  --batch FILE           trips to price: .csv with a header, or .ndjson with one object per line;
                         - reads either from standard input. Columns are the parameters of
                         GET /api/route: from, to, via (points separated by |), startTime, heavy
                         ...; what a row leaves out is taken from the options, and other columns
                         are handed through
  --out FILE             where the rows go, in their order, .csv or .ndjson; default: standard
                         output, in the form of the input. A file that holds rows already is gone
                         on with after the last whole one. A row that has no price says why in
                         its column "error"; the exit code is 0 when every row was worked through

veipris quote --from 59.9139,10.7522 --to 60.3913,5.3221`;

const OPTIONS: OptionKinds = {
  from: 'once',
  to: 'once',
  via: 'many',
  'start-time': 'once',
  heavy: 'flag',
  'avoid-tolls': 'flag',
  'ferry-class': 'once',
  'vehicle-length': 'once',
  plate: 'once',
  'vehicle-type': 'once',
  fuel: 'once',
  'euro-class': 'once',
  weight: 'once',
  tag: 'once',
  'ferry-agreement': 'once',
  'trailer-length': 'once',
  'no-refine': 'flag',
  bounds: 'flag',
  explain: 'flag',
  'passages-this-month': 'once',
  alternatives: 'once',
  expense: 'once',
  json: 'flag',
  batch: 'once',
  out: 'once',
};

/** What the command needs; the terms are there at once, the answers may need a network first. */
export interface QuoteDesk {
  readonly terms: () => Promise<QuestionTerms>;
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
      const question = readQuestion(options.values, await desk.terms());
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
    terminal.report(`Not among them, because nobody knows its price: ${name}.`);
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

function toText(question: ParsedQuestion, answer: RouteAnswer, isJson: boolean): string {
  if (isJson) return JSON.stringify(answer, undefined, 2);
  const startTime = formatOsloInstant(question.request.startMs);
  return formatQuote(answer, { startTime, size: sizeOf(question, answer) });
}

/** The tariff group that the answer is about: that of the vehicle, where one was asked for. */
function sizeOf({ request }: ParsedQuestion, { _billing: { vehicle } }: RouteAnswer): VehicleSize {
  if (vehicle === undefined) return request.size;
  return vehicle.tariffGroup.value === 1 ? 'small' : 'large';
}

function readQuestion(values: OptionValues, terms: QuestionTerms): ParsedQuestion | Outcome {
  try {
    return parseQuoteRequest(toQuestion(values), { ...terms, nameOf: optionOf });
  } catch (error) {
    return toWrongUsage(error);
  }
}

/** A parameter that is refused, also one that only the facts can refuse; everything else is thrown on. */
function toWrongUsage(error: unknown): Outcome {
  if (error instanceof Fault && error.code === 'invalid_parameter')
    return { kind: 'wrong-usage', line: error.publicMessage };
  throw error;
}

/** The option of a parameter: `startTime` is `--start-time`. */
function optionOf(name: QuestionName): string {
  return `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

function toQuestion(values: OptionValues): QuoteQuestion {
  const once = <Name extends QuestionName>(name: Name) => {
    const text = values.get(optionOf(name).slice(2))?.[0];
    return text === undefined ? {} : { [name]: text };
  };
  const flag = (name: 'bounds' | 'explain') => (values.has(name) ? { [name]: '1' } : {});
  const via = values.get('via');
  return {
    ...once('from'),
    ...once('to'),
    ...once('startTime'),
    ...once('ferryClass'),
    ...once('vehicleLength'),
    ...once('passagesThisMonth'),
    ...once('alternatives'),
    ...flag('bounds'),
    ...flag('explain'),
    ...(values.has('expense') && { lines: '1' }),
    ...Object.assign({}, ...VEHICLE_PARAMETERS.map(once)),
    ...(via && { via: via.join('|') }),
    refine: values.has('no-refine') ? '0' : '1',
    heavy: values.has('heavy') ? '1' : '0',
    avoidTolls: values.has('avoid-tolls') ? '1' : '0',
  };
}
