import type { AnswerMatrix, OpenMatrix } from '../answer/answer-matrix.ts';
import { type AnswerPair, countPairs, type MatrixQuestion, readMatrix } from '../wire/matrix.ts';
import type { AskTerms } from '../wire/question.ts';
import { type Command, DONE } from './command.ts';
import { type Column, formatKm, formatNok, formatTable } from './format-table.ts';
import { toWrongUsage } from './quote.ts';
import { readFileOptions, refuseUsage } from './read-options.ts';

const HELP = `veipris matrix FILE [options]

Minutes, kilometres, toll and ferries from each of some places to each of others, as a table.

  FILE                   the question of POST /api/matrix, as JSON: origins, destinations, departure
                         and vehicle
  --json                 print the answer of POST /api/matrix
  --ndjson               print the same a record a line, as it is worked out
  --csv                  print a row for each pair, as it is worked out: the members of a pair, and
                         from and to as the question names them

{"origins": ["Oslo", "60.3913,5.3221"], "destinations": ["Gardermoen", "Trondheim"],
 "startTime": "2026-11-20T08:00:00+01:00", "fuel": "electric"}`;

/** What the command needs; the answers may need a network first. */
export interface MatrixDesk {
  readonly terms: () => Promise<AskTerms>;
  /** @throws Error for a file that has not the shape of the question. */
  readonly readQuestion: (file: string) => Promise<MatrixQuestion>;
  readonly openAnswers: (onProgress: (step: string) => void) => Promise<AnswerMatrix>;
}

/** Texts to print, as they come. */
type Form = (matrix: OpenMatrix, asked: MatrixQuestion) => AsyncIterable<string>;

const FORMS: Readonly<Record<string, Form>> = { json: asJson, ndjson: asRecords, csv: asRows };

/** `veipris matrix`: from each of some places to each of others. */
export function matrixCommand(desk: MatrixDesk): Command {
  return {
    name: 'matrix',
    summary: 'price the drives from each of some places to each of others',
    help: HELP,
    async run(args, terminal) {
      const told = readArguments(args);
      if ('problem' in told) return told.problem;
      try {
        const [asked, terms] = [await desk.readQuestion(told.file), await desk.terms()];
        const question = await readMatrix(asked, terms);
        terminal.report(formatCount(asked));
        const answer = await desk.openAnswers((step) => terminal.report(step));
        const matrix = await answer(question, terms.nowMs);
        for await (const text of told.form(matrix, asked)) terminal.print(text);
        return DONE;
      } catch (error) {
        return toWrongUsage(error);
      }
    },
  };
}

function readArguments(args: readonly string[]) {
  const told = readFileOptions(args, 'matrix', { json: 'flag', ndjson: 'flag', csv: 'flag' });
  if ('problem' in told) return told;
  const [form = 'table', other] = told.values.keys();
  if (other !== undefined) return refuseUsage(`--${form} and --${other} exclude each other`);
  return { file: told.file, form: FORMS[form] ?? asTable };
}

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
  yield JSON.stringify({ ...head, pairs: await listPairs(pairs) }, undefined, 2);
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

/** Comma and decimal point, as the rows of a batch; several texts of a cell are parted by ` | `. */
async function* asRows({ pairs }: OpenMatrix, asked: MatrixQuestion): AsyncGenerator<string> {
  const { stringify } = await import('csv-stringify/sync');
  yield COLUMNS.join();
  for await (const some of pairs) {
    const rows = some.map((pair) => {
      const cells: Readonly<Record<string, unknown>> = { ...pair, ...nameEnds(pair, asked) };
      return COLUMNS.map((name) => toCell(cells[name]));
    });
    yield stringify(rows, { escape_formulas: true }).trimEnd();
  }
}

const toCell = (value: unknown): string =>
  Array.isArray(value) ? value.join(' | ') : String(value ?? '');

/** The matrix as a text for a person. */
async function* asTable({ head, pairs }: OpenMatrix, asked: MatrixQuestion) {
  const all = await listPairs(pairs);
  const left = (title: string): Column => ({ head: title, align: 'left' });
  const right = (title: string): Column => ({ head: title, align: 'right' });
  const isPriced = all.some(({ tollNok }) => tollNok !== undefined);
  const sums = ['min', 'km', ...(isPriced ? ['toll', 'ferry', 'total'] : [])];
  const rows = all.map((pair) => {
    const { from, to } = nameEnds(pair, asked);
    const { durationMin, distance, tollNok, ferryNok, totalNok } = pair;
    const amounts = isPriced ? [tollNok, ferryNok, totalNok] : [];
    return [
      ...[from, to],
      ...[
        formatKnown(durationMin, (minutes) => minutes.toFixed()),
        formatKnown(distance, formatKm),
      ],
      ...amounts.map((nok) => formatKnown(nok, formatNok)),
      formatNote(pair),
    ];
  });
  const missing = new Set(all.flatMap((pair) => pair.missing ?? []));
  const { source, dataVersion, attribution } = head;
  yield [
    `Departure ${head.startTime.slice(0, 16).replace('T', ' ')}`,
    formatTable([left('From'), left('To'), ...sums.map(right), left('')], rows),
    ...(missing.size > 0 ? [['Missing', ...[...missing].map((why) => `- ${why}`)].join('\n')] : []),
    `Source: ${source}; data ${dataVersion}. ${attribution}`,
  ].join('\n\n');
}

function formatKnown(value: number | null | undefined, format: (value: number) => string): string {
  return typeof value === 'number' ? format(value) : '-';
}

/** What a reader of the sums has to know beside. */
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
