import type { OpenMatrix } from '../answer/answers.ts';
import { parseChecked } from '../base/parse-checked.ts';
import { formatSheetRows, PLAIN_FORM } from '../batch/table-form.ts';
import {
  type AnswerPair,
  countPairs,
  departBy,
  MatrixQuestion,
  readMatrix,
} from '../wire/matrix.ts';
import { type Command, flag, operand, toJson, WrongUsage } from './command.ts';
import {
  formatDayAndMinute,
  formatKm,
  formatNok,
  formatSource,
  formatTable,
  notesOf,
  right,
} from './format-table.ts';
import type { TripServices } from './trip-options.ts';

const OPTIONS = {
  file: operand(
    'FILE',
    'name the file of the matrix first',
    'the question of POST /api/matrix, as JSON: origins, destinations, departure and vehicle',
  ),
  json: flag('print the answer of POST /api/matrix'),
  ndjson: flag('print the same a record a line, as it is worked out'),
  csv: flag(
    'print a row for each pair, as it is worked out: the members of a pair, and from and to as the question names them',
  ),
};

/** Texts to print, as they come. */
type Form = (matrix: OpenMatrix, asked: MatrixQuestion) => AsyncIterable<string>;

const FORMS: Readonly<Record<string, Form>> = { json: asJson, ndjson: asRecords, csv: asRows };

/** `veipris matrix`: the trips from each origin to each destination. */
export const matrixCommand = (services: TripServices): Command<typeof OPTIONS> => ({
  name: 'matrix',
  summary: 'price the drives from each of some places to each of others',
  usage: 'FILE [options]',
  about:
    'Minutes, kilometres, toll and ferries from each of some places to each of others, as a table.',
  options: OPTIONS,
  more: `{"origins": ["Oslo", "60.3913,5.3221"], "destinations": ["Gardermoen", "Trondheim"],
 "startTime": "2026-11-20T08:00:00+01:00", "fuel": "electric"}`,
  async run({ file, ...forms }, { print, report }) {
    const [form, other] = Object.entries(forms).flatMap(([name, isOn]) => (isOn ? [name] : []));
    if (other !== undefined) throw new WrongUsage(`--${form} and --${other} exclude each other`);
    const written = new TextDecoder().decode(await services.readFile(file));
    const asked = parseChecked(written, MatrixQuestion, file);
    const terms = await services.terms();
    const question = await readMatrix(asked, terms);
    report(formatCount(asked));
    const { answerMatrix } = await services.openAnswers(report);
    const matrix = await answerMatrix(departBy(question, terms.nowMs));
    const write = FORMS[form ?? ''] ?? asTable;
    for await (const text of write(matrix, asked)) print(text);
  },
});

function formatCount(asked: MatrixQuestion): string {
  const pairs = asked.origins.length * asked.destinations.length;
  const calls = countPairs(asked);
  return `${pairs} ${pairs === 1 ? 'pair' : 'pairs'}; POST /api/matrix counts ${calls} ${calls === 1 ? 'call' : 'calls'} for this.`;
}

async function* asRecords({ head, pairs }: OpenMatrix): AsyncGenerator<string> {
  yield JSON.stringify(head);
  for await (const some of pairs) yield some.map((pair) => JSON.stringify(pair)).join('\n');
}

async function* asJson({ head, pairs }: OpenMatrix): AsyncGenerator<string> {
  yield toJson({ ...head, pairs: await listPairs(pairs) });
}

const COLUMNS = [
  'origin',
  'destination',
  'from',
  'to',
  'durationMin',
  'distance',
  'tollNok',
  'ferryNok',
  'totalNok',
  'complete',
  'estimated',
  'missing',
  'warnings',
  'reason',
];

/**
 * The pairs as CSV with comma and decimal point, like the rows of a batch. Several texts in a cell are separated by ` |
 * `.
 */
async function* asRows({ pairs }: OpenMatrix, asked: MatrixQuestion): AsyncGenerator<string> {
  const write = (rows: readonly (readonly string[])[]) =>
    // The command itself ends what it prints with a line break.
    formatSheetRows(rows, PLAIN_FORM).slice(0, -PLAIN_FORM.lineBreak.length);
  yield write([COLUMNS]);
  for await (const some of pairs) {
    const rows = some.map((pair) => {
      const cells: Readonly<Record<string, unknown>> = { ...pair, ...nameEnds(pair, asked) };
      return COLUMNS.map((name) => toCell(cells[name]));
    });
    yield write(rows);
  }
}

const toCell = (value: unknown): string =>
  Array.isArray(value) ? value.join(' | ') : String(value ?? '');

/** The matrix as a text for a person. */
async function* asTable({ head, pairs }: OpenMatrix, asked: MatrixQuestion) {
  const all = await listPairs(pairs);
  const isPriced = all.some(({ tollNok }) => tollNok !== undefined);
  const sums = ['min', 'km', ...(isPriced ? ['toll', 'ferry', 'total'] : [])];
  const rows = all.map((pair) => {
    const { from, to } = nameEnds(pair, asked);
    const { durationMin, distance, tollNok, ferryNok, totalNok } = pair;
    const amounts = isPriced ? [tollNok, ferryNok, totalNok] : [];
    return [
      from,
      to,
      formatKnown(durationMin, (minutes) => minutes.toFixed()),
      formatKnown(distance, formatKm),
      ...amounts.map((nok) => formatKnown(nok, formatNok)),
      formatNote(pair),
    ];
  });
  const missing = new Set(all.flatMap((pair) => pair.missing ?? []));
  yield [
    `Departure ${formatDayAndMinute(head.startTime)}`,
    formatTable(['From', 'To', ...sums.map(right), ''], rows),
    ...notesOf('Missing', [...missing]),
    formatSource(head),
  ].join('\n\n');
}

function formatKnown(value: number | null | undefined, format: (value: number) => string): string {
  return typeof value === 'number' ? format(value) : '-';
}

/** Reservations about a pair that a reader of the sums must know. */
const formatNote = ({ reason, missing, estimated, warnings = [] }: AnswerPair): string =>
  reason ??
  [
    ...(missing === undefined ? [] : ['incomplete']),
    ...(estimated === true ? ['estimated'] : []),
    ...warnings,
  ].join(', ');

const nameEnds = (
  { origin, destination }: Pick<AnswerPair, 'origin' | 'destination'>,
  { origins, destinations }: MatrixQuestion,
) => ({ from: origins[origin] ?? '', to: destinations[destination] ?? '' });

async function listPairs(pairs: OpenMatrix['pairs']): Promise<AnswerPair[]> {
  const all: AnswerPair[] = [];
  for await (const some of pairs) all.push(...some);
  return all;
}
