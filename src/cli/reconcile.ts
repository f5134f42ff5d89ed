import type { CheckedStatement } from '../trip/reconcile.ts';
import type { Statement } from '../trip/statement.ts';
import type { ParsedJourney } from '../wire/read-journey.ts';
import { formatReconciliation } from '../wire/statement.ts';
import { type Command, DONE } from './command.ts';
import { type Column, formatNok, formatTable } from './format-table.ts';
import { toWrongUsage } from './quote.ts';
import { readOptions, refuseUsage } from './read-options.ts';

const HELP = `veipris reconcile --statement FILE [--drives FILE] [options]

Holds an operator's list of passages against the tariffs, and against the drives that were driven.

  --statement FILE       the table of the operator, CSV as Excel or the operator's page writes it: a
                         column for the moment, the station and the amount, found by its Norwegian
                         or English name; a plate parts vehicles, VAT is looked at
  --columns NAMES        what the columns are called: time=Tidspunkt,station=Sted,amount=Kr; also
                         clock, plate and vat
  --drives FILE          the question of POST /api/journey as JSON: what was driven, by which vehicle,
                         and passagesThisMonth for monthly caps. Without it the statement is held
                         against itself, for a small vehicle with a tag
  --vehicle JSON         without --drives: the vehicle, such as '{"fuel": "electric", "tag": true}'
  --json                 print the findings as JSON

Neither file is kept or sent anywhere.`;

/** What the command needs; the answers may need a network first. */
export interface ReconcileDesk {
  /** @throws Fault `invalid_parameter` for a table that cannot be read. */
  readonly readStatement: (
    file: string,
    columns: Readonly<Record<string, string>>,
  ) => Promise<Statement>;
  /** @throws Fault `invalid_parameter` for a file that is no journey. */
  readonly readJourney: (file: string) => Promise<ParsedJourney>;
  /** The same of a vehicle without drives. */
  readonly readVehicle: (json: string) => Promise<ParsedJourney>;
  readonly openReconcile: (
    onProgress: (step: string) => void,
  ) => Promise<(statement: Statement, question: ParsedJourney) => Promise<CheckedStatement>>;
}

/** `veipris reconcile`: an operator's statement, checked. */
export function reconcileCommand(desk: ReconcileDesk): Command {
  return {
    name: 'reconcile',
    summary: "check an operator's statement of passages",
    help: HELP,
    async run(args, terminal) {
      const told = readArguments(args);
      if ('problem' in told) return told.problem;
      const { statement, drives, vehicle, columns, isJson } = told;
      try {
        const rows = await desk.readStatement(statement, columns);
        const question = await (drives ? desk.readJourney(drives) : desk.readVehicle(vehicle));
        const reconcile = await desk.openReconcile((step) => terminal.report(step));
        const found = await reconcile(rows, question);
        terminal.print(isJson ? formatJson(found) : formatFindings(found));
        return DONE;
      } catch (error) {
        return toWrongUsage(error);
      }
    },
  };
}

function readArguments(args: readonly string[]) {
  const kinds = {
    statement: 'once',
    drives: 'once',
    columns: 'once',
    vehicle: 'once',
    json: 'flag',
  } as const;
  const options = readOptions(args, kinds);
  if ('problem' in options) return options;
  const one = (name: keyof typeof kinds) => options.values.get(name)?.[0];
  const statement = one('statement');
  if (statement === undefined) return refuseUsage('--statement is missing');
  if (one('drives') !== undefined && one('vehicle') !== undefined)
    return refuseUsage('--vehicle goes without --drives, which has the vehicle');
  const columns = (one('columns') ?? '').split(',').filter((text) => text !== '');
  if (columns.some((text) => !/^(?:time|clock|station|amount|plate|vat)=./.test(text)))
    return refuseUsage(
      '--columns must be NAME=COLUMN entries of time, clock, station, amount, plate, vat',
    );
  return {
    statement,
    drives: one('drives'),
    vehicle: one('vehicle') ?? '{}',
    columns: Object.fromEntries(
      columns.map((text) => [text.slice(0, text.indexOf('=')), text.slice(text.indexOf('=') + 1)]),
    ),
    isJson: options.values.has('json'),
  };
}

const formatJson = (found: CheckedStatement) =>
  JSON.stringify(formatReconciliation(found), undefined, 2);

const COLUMNS: readonly Column[] = [
  { head: 'Line', align: 'right' },
  { head: 'at', align: 'left' },
  { head: 'station', align: 'left' },
  { head: 'billed', align: 'right' },
  { head: 'expected', align: 'right' },
  { head: 'finding', align: 'left' },
];

function formatFindings(found: CheckedStatement): string {
  const { findings, rows, unpriced, billedNok, expectedNok, differenceNok, leftOut, dayFirst } =
    formatReconciliation(found);
  const sum = `${rows} lines: billed ${formatNok(billedNok)} NOK, expected ${formatNok(expectedNok)} NOK, difference ${formatNok(differenceNok)} NOK.`;
  const without = [
    ...(unpriced === 0 ? [] : [`${unpriced} passages have no known tariff.`]),
    ...(leftOut.lines === 0
      ? []
      : [
          `${leftOut.lines} lines with an amount have no station or no moment and are left out: ${formatNok(leftOut.nok)} NOK.`,
        ]),
    ...(dayFirst ? ['Days such as 11/05/2026 are read as 11 May: none of them tells.'] : []),
  ];
  if (findings.length === 0) return [sum, ...without, 'Nothing to be said against it.'].join('\n');
  const table = formatTable(
    COLUMNS,
    findings.map((one) => [
      one.line === undefined ? '' : String(one.line),
      one.at.slice(0, 16).replace('T', ' '),
      one.station,
      formatNok(one.billedNok),
      one.expectedNok === undefined ? '?' : formatNok(one.expectedNok),
      one.kind + (one.estimated ? ' (estimate)' : ''),
    ]),
  );
  const reasons = findings.map(({ line, reason }) =>
    line === undefined ? `- ${reason}` : `- Line ${line}: ${reason}`,
  );
  return [[sum, ...without].join('\n'), table, ['To the operator', ...reasons].join('\n')].join(
    '\n\n',
  );
}
