import { parseChecked } from '../base/parse-checked.ts';
import { formatClaimSheet } from '../batch/format-expense.ts';
import type { Claim } from '../wire/claim.ts';
import {
  type AnswerDrive,
  type AnswerSums,
  type JourneyAnswer,
  JourneyQuestion,
} from '../wire/journey.ts';
import { type ParsedJourney, readJourney } from '../wire/read-journey.ts';
import { type Command, file as fileOption, flag, operand, toJson } from './command.ts';
import {
  formatDayAndMinute,
  formatKm,
  formatNok,
  formatSource,
  formatTable,
  notesOf,
  right,
  tableOf,
} from './format-table.ts';
import type { TripServices } from './trip-options.ts';

const OPTIONS = {
  file: operand(
    'FILE',
    'name the file of the journey first',
    'the question of POST /api/journey, as JSON: drives and the vehicle',
  ),
  json: flag('print the answer'),
  claim: fileOption(
    'FILE',
    "write the claim of the driver, with the state's kilometre allowance: .csv for a spreadsheet, .json, or .pdf, one page to sign and hand in",
    'a file .csv, .json or .pdf',
    /\.(?:csv|json|pdf)$/,
  ),
};

/** `veipris journey`: several drives of one vehicle, priced together. */
export const journeyCommand = (services: TripServices): Command<typeof OPTIONS> => ({
  name: 'journey',
  summary: 'price several drives of one vehicle together',
  usage: 'FILE [options]',
  about:
    'Prices several drives of one vehicle together: the hour rule and the monthly caps go across them.',
  options: OPTIONS,
  more: `{"fuel": "electric", "drives": [
  {"from": "Lillestrøm", "to": "Drammen", "startTime": "2026-11-20T07:10:00+01:00",
   "via": [{"place": "Sandvika", "dwellMin": 40}], "return": true, "dwellMin": 120},
  {"passages": [{"stationId": "86574499", "at": "2026-11-21T12:00:00+01:00"}]}]}`,
  async run({ file, json, claim: claimFile }, { print, report }) {
    const question = await readJourneyFile(services, file);
    const { answerJourney } = await services.openAnswers(report);
    const journey = await answerJourney(claimFile ? { ...question, allowance: true } : question);
    const { claim, computedAt } = journey;
    if (claimFile !== undefined && claim !== undefined) {
      await services.writeFile(claimFile, await formatClaim(claim, computedAt, claimFile));
      report(`Claim written to ${claimFile}: ${formatNok(claim.totalNok)} NOK.`);
    }
    print(json ? toJson(journey) : formatJourney(journey));
  },
});

/**
 * A question of `POST /api/journey` in a file.
 *
 * @throws Fault `invalid_parameter`, or Error with one line, for a file without a valid journey.
 */
export async function readJourneyFile(
  { readFile, terms }: Pick<TripServices, 'readFile' | 'terms'>,
  file: string,
): Promise<ParsedJourney> {
  const written = new TextDecoder().decode(await readFile(file));
  return readJourney(parseChecked(written, JourneyQuestion, file), await terms());
}

/** @param at the moment at which the journey was priced, ISO 8601. */
async function formatClaim(claim: Claim, at: string, file: string): Promise<string | Uint8Array> {
  if (file.endsWith('.json')) return `${toJson(claim)}\n`;
  if (file.endsWith('.csv')) return formatClaimSheet(claim);
  const { formatClaimPdf } = await import('./claim-pdf.ts');
  return formatClaimPdf(claim, new Date(at));
}

/** The journey as a text for a person. */
function formatJourney(journey: JourneyAnswer): string {
  const { source = 'passages', dataVersion, attribution, drives } = journey;
  const warnings = drives.flatMap((drive) => drive.warnings);
  return [
    ...formatSums(journey),
    ...formatCaps(journey),
    ...notesOf('Note', [...new Set(warnings.map(({ message }) => message))]),
    formatSource({ source, dataVersion, attribution }),
  ].join('\n\n');
}

/** The sums by drive, by day and by month. */
function formatSums({ drives, days, months, total }: JourneyAnswer): string[] {
  const heads = ['km', 'toll with tag', 'without', 'large', 'ferries'];
  const amounts = [...heads, ...(total.vehicle ? ['vehicle'] : [])].map(right);
  const cells = ({ distance = 0, vehicle, ...of }: AnswerSums | AnswerDrive) => [
    distance === 0 ? '' : formatKm(distance),
    ...[of.tollSmall, of.tollSmallNoDiscount, of.tollLarge, of.ferryNok].map(formatNok),
    ...(vehicle ? [formatNok(vehicle.totalNok)] : []),
  ];
  return [
    formatTable(
      ['Drive', 'departure', ...amounts],
      drives.map((one) => [nameDrive(one), formatDayAndMinute(one.startTime), ...cells(one)]),
    ),
    formatTable(
      ['Day', ...amounts],
      days.map((one) => [one.date, ...cells(one)]),
    ),
    formatTable(
      ['Month', ...amounts],
      [...months.map((one) => [one.month, ...cells(one)]), ['All', ...cells(total)]],
    ),
  ];
}

function formatCaps({ months }: JourneyAnswer): string[] {
  const rows = months.flatMap(({ month, caps }) =>
    caps.map(({ name, perMonth, before, paid, free }) => [
      month,
      name,
      `${before + paid} of ${perMonth}`,
      String(free),
    ]),
  );
  return tableOf(['Monthly cap', '', right('paid'), right('free beyond')], rows);
}

function nameDrive({ drive, wayBack, stops }: AnswerDrive): string {
  const [first, last] = [stops[0], stops.at(-1)];
  const nameOf = (stop: typeof first) => stop?.named?.name ?? stop?.place ?? '?';
  const ends = first === undefined ? 'by passages' : `${nameOf(first)} - ${nameOf(last)}`;
  return `${drive + 1}${wayBack ? ' back' : ''}: ${ends}`;
}
