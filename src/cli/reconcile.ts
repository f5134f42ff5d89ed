import { holdAgainst } from '../answer/answer-reconcile.ts';
import { parseChecked } from '../base/parse-checked.ts';
import { STATEMENT_COLUMNS } from '../statement/columns.ts';
import { formatReconciliation } from '../statement/format-reconciliation.ts';
import { readStatement } from '../statement/read-statement.ts';
import type { CheckedStatement } from '../statement/reconcile.ts';
import type { LeftOut } from '../statement/statement.ts';
import { JourneyVehicle } from '../wire/journey.ts';
import { readJourney } from '../wire/read-journey.ts';
import { type Command, flag, option, required, text, toJson, WrongUsage } from './command.ts';
import { formatDayAndMinute, formatNok, formatTable, right } from './format-table.ts';
import { readJourneyFile } from './journey.ts';
import type { TripServices } from './trip-options.ts';

const OPTIONS = {
  statement: required(
    text(
      'FILE',
      "the table of the operator, CSV as Excel or the operator's page writes it: a column for the moment, the station and the amount, found by its Norwegian or English name; a plate parts vehicles, VAT is looked at",
    ),
  ),
  columns: option(
    'NAMES',
    'what the columns are called: time=Tidspunkt,station=Sted,amount=Kr; also clock, plate, tag, vat and currency',
    { parse: parseColumns, wanted: `NAME=COLUMN entries of ${STATEMENT_COLUMNS.join(', ')}` },
  ),
  drives: text(
    'FILE',
    'the question of POST /api/journey as JSON: what was driven, by which vehicle, and passagesThisMonth for monthly caps. Without it the statement is held against itself, for a small vehicle with a tag',
  ),
  vehicle: text(
    'JSON',
    `without --drives: the vehicle, such as '{"fuel": "electric", "tag": true}'`,
  ),
  json: flag('print the findings as JSON'),
};

/** `veipris reconcile`: an operator's statement, checked. */
export const reconcileCommand = (services: TripServices): Command<typeof OPTIONS> => ({
  name: 'reconcile',
  summary: "check an operator's statement of passages",
  usage: '--statement FILE [--drives FILE] [options]',
  about:
    "Holds an operator's list of passages against the tariffs, and against the drives that were driven.",
  options: OPTIONS,
  more: 'Neither file is kept or sent anywhere.',
  async run({ statement, columns, drives, vehicle, json }, { print, report }) {
    if (drives !== undefined && vehicle !== undefined)
      throw new WrongUsage('--vehicle goes without --drives, which has the vehicle');
    const rows = readStatement(await services.readFile(statement), columns);
    const question = await (drives
      ? readJourneyFile(services, drives)
      : readVehicle(services, vehicle ?? '{}'));
    const { answerReconcile } = await services.openAnswers(report);
    const found = await answerReconcile(holdAgainst(rows, question));
    print(json ? toJson(formatReconciliation(found)) : formatFindings(found));
  },
});

/**
 * Reads `time=Tidspunkt,station=Sted` as headings by column; `undefined` if it names an unknown column. A heading may
 * have commas.
 */
function parseColumns(written: string): Readonly<Record<string, string>> | undefined {
  const entries = written.split(NEXT_COLUMN).filter((entry) => entry !== '');
  const named = entries.map((entry) => COLUMN.exec(entry)?.groups);
  if (named.includes(undefined)) return undefined;
  return Object.fromEntries(named.map((entry) => [entry?.name, entry?.heading]));
}

const ANY_COLUMN = STATEMENT_COLUMNS.join('|');
const NEXT_COLUMN = new RegExp(`,(?=(?:${ANY_COLUMN})=)`);
const COLUMN = new RegExp(`^(?<name>${ANY_COLUMN})=(?<heading>.+)$`);

/** Reads the vehicle of a statement, as a journey without drives. */
const readVehicle = async ({ terms }: Pick<TripServices, 'terms'>, json: string) =>
  readJourney({ ...parseVehicleJson(json), drives: [] }, await terms());

function parseVehicleJson(json: string) {
  try {
    return parseChecked(json, JourneyVehicle, '--vehicle');
  } catch (error) {
    throw new WrongUsage((error as Error).message.replace(/\.$/, ''));
  }
}

const COLUMNS = [right('Line'), 'at', 'station', right('billed'), right('expected'), 'finding'];

/** Why lines are left out, in the words for one line and for several. */
const WHY_LEFT_OUT: Readonly<Record<LeftOut['reason'], readonly [one: string, several: string]>> = {
  header: ['repeats the headings', 'repeat the headings'],
  'no-station': ['has no station', 'have no station'],
  'no-moment': ['has no moment', 'have no moment'],
  'no-amount': ['has no amount', 'have no amount'],
  'other-currency': ['is not in NOK', 'are not in NOK'],
};

type Checked = ReturnType<typeof formatReconciliation>;

const formatLeftOut = ({
  reason,
  lines,
  firstLine,
  nok,
}: Checked['leftOut']['reasons'][number]): string => {
  const sum = nok === 0 ? '' : `: ${formatNok(nok)} NOK`;
  const [one, several] = WHY_LEFT_OUT[reason];
  return lines === 1
    ? `1 line ${one} and is left out (line ${firstLine})${sum}.`
    : `${lines} lines ${several} and are left out (the first is line ${firstLine})${sum}.`;
};

const countLines = (lines: number): string => (lines === 1 ? '1 line' : `${lines} lines`);

function formatFindings(found: CheckedStatement): string {
  const checked = formatReconciliation(found);
  const { findings, rows, billedNok, expectedNok, differenceNok } = checked;
  const sum = `${countLines(rows)}: billed ${formatNok(billedNok)} NOK, expected ${formatNok(expectedNok)} NOK, difference ${formatNok(differenceNok)} NOK.`;
  const head = [sum, ...listReservations(checked)];
  if (findings.length === 0) return [...head, 'Nothing to be said against it.'].join('\n');
  const table = formatTable(COLUMNS, findings.map(toCells));
  const isOwed = ({ owedNok }: Checked['findings'][number]) => owedNok !== undefined;
  const reasons = [
    ['To the operator', findings.filter(isOwed)],
    ['Nothing to ask back for', findings.filter((one) => !isOwed(one))],
  ] as const;
  const told = reasons.flatMap(([title, some]) =>
    some.length === 0 ? [] : [[title, ...some.map(toSentence)].join('\n')],
  );
  return [head.join('\n'), table, ...told].join('\n\n');
}

/** The lines that were not checked, and how the file was read where it does not tell. */
function listReservations(checked: Checked): string[] {
  const { columns, unpriced, leftOut, credits, otherPlates, vehicles, dayFirst, twiceShown } =
    checked;
  const { settled, earlier } = credits;
  const read = Object.entries(columns).map(([column, heading]) => `${column} from ${heading}`);
  const told: readonly (readonly [isSo: boolean, sentence: string])[] = [
    [true, `Read: ${read.join(', ')}.`],
    [unpriced > 0, `Passages without a known price for the vehicle: ${unpriced}.`],
    [
      settled.lines > 0,
      `Lines that pay back others of this statement, and are taken off them: ${settled.lines} (${formatNok(settled.nok)} NOK).`,
    ],
    [
      earlier.lines > 0,
      `Lines that pay back what an earlier statement has: ${earlier.lines} (${formatNok(earlier.nok)} NOK).`,
    ],
    ...leftOut.reasons.map((one) => [true, formatLeftOut(one)] as const),
    [
      otherPlates.lines > 0,
      `Lines of other plates, which are left out: ${otherPlates.lines} (${formatNok(otherPlates.nok)} NOK).`,
    ],
    [
      vehicles > 1,
      `The lines are of ${vehicles} vehicles: each is judged as the one that the question describes.`,
    ],
    [dayFirst, 'Days such as 11/05/2026 are read as 11 May: none of them tells.'],
    [
      twiceShown > 0,
      `Lines in the hour that autumn has twice, and nothing tells in which: ${twiceShown}. The hour rule is not held against them.`,
    ],
  ];
  return told.flatMap(([isSo, sentence]) => (isSo ? [sentence] : []));
}

const toCells = (one: Checked['findings'][number]) => [
  linesOf(one),
  formatDayAndMinute(one.at),
  one.station,
  formatNok(one.billedNok),
  one.expectedNok === undefined
    ? '?'
    : `${one.atMost ? 'at most ' : ''}${formatNok(one.expectedNok)}`,
  one.kind + (one.estimated ? ' (estimate)' : ''),
];

const linesOf = ({ line, andLines = [] }: Checked['findings'][number]): string =>
  line === undefined ? '' : [line, ...andLines].join(', ');

function toSentence(one: Checked['findings'][number]): string {
  const { line, andLines = [], reason } = one;
  if (line === undefined) return `- ${reason}`;
  return `- ${andLines.length === 0 ? 'Line' : 'Lines'} ${linesOf(one)}: ${reason}`;
}
