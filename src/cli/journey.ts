import type { Claim } from '../wire/claim.ts';
import type { AnswerDrive, AnswerSums, JourneyAnswer } from '../wire/journey.ts';
import type { ParsedJourney } from '../wire/read-journey.ts';
import { type Command, DONE, type Terminal } from './command.ts';
import { type Column, formatKm, formatNok, formatTable } from './format-table.ts';
import { toWrongUsage } from './quote.ts';
import { readFileOptions, refuseUsage } from './read-options.ts';

const HELP = `veipris journey FILE [options]

Prices several drives of one vehicle together: the hour rule and the monthly caps go across them.

  FILE                   the question of POST /api/journey, as JSON: drives and the vehicle
  --json                 print the answer
  --claim FILE           write the claim of the driver, with the state's kilometre allowance: .csv for
                         a spreadsheet, .json, or .pdf, one page to sign and hand in

{"fuel": "electric", "drives": [
  {"from": "Lillestrøm", "to": "Drammen", "startTime": "2026-11-20T07:10:00+01:00",
   "via": [{"place": "Sandvika", "dwellMin": 40}], "return": true, "dwellMin": 120},
  {"passages": [{"stationId": "86574499", "at": "2026-11-21T12:00:00+01:00"}]}]}`;

/** What the command needs; the answers may need a network first. */
export interface JourneyDesk {
  /** @throws Fault `invalid_parameter` for a file that is no journey. */
  readonly readJourney: (file: string) => Promise<ParsedJourney>;
  readonly openAnswers: (
    onProgress: (step: string) => void,
  ) => Promise<(question: ParsedJourney) => Promise<JourneyAnswer>>;
  /** @param at when the journey was worked out, ISO 8601. */
  readonly writeClaim: (claim: Claim, at: string, file: string) => Promise<void>;
}

const CLAIM_FILE = /\.(?:csv|json|pdf)$/;

/** `veipris journey`: several drives of one vehicle, priced together. */
export function journeyCommand(desk: JourneyDesk): Command {
  return {
    name: 'journey',
    summary: 'price several drives of one vehicle together',
    help: HELP,
    async run(args, terminal) {
      const told = readArguments(args);
      if ('problem' in told) return told.problem;
      const { file, claimFile, form } = told;
      try {
        const question = await desk.readJourney(file);
        const answer = await desk.openAnswers((step) => terminal.report(step));
        const journey = await answer(claimFile ? { ...question, allowance: true } : question);
        await writeClaim(desk, journey, { file: claimFile, terminal });
        terminal.print(form(journey));
        return DONE;
      } catch (error) {
        return toWrongUsage(error);
      }
    },
  };
}

function readArguments(args: readonly string[]) {
  const told = readFileOptions(args, 'journey', { json: 'flag', claim: 'once' });
  if ('problem' in told) return told;
  const [claimFile] = told.values.get('claim') ?? [];
  if (claimFile !== undefined && !CLAIM_FILE.test(claimFile))
    return refuseUsage('--claim must name a file .csv, .json or .pdf');
  const form = told.values.has('json') ? formatJson : formatJourney;
  return { file: told.file, claimFile, form };
}

const formatJson = (journey: JourneyAnswer): string => JSON.stringify(journey, undefined, 2);

/** Writes the claim, where a file for it is named. */
async function writeClaim(
  desk: JourneyDesk,
  { claim, computedAt }: JourneyAnswer,
  { file, terminal }: { readonly file: string | undefined; readonly terminal: Terminal },
): Promise<void> {
  if (file === undefined || claim === undefined) return;
  await desk.writeClaim(claim, computedAt, file);
  terminal.report(`Claim written to ${file}: ${formatNok(claim.totalNok)} NOK.`);
}

/** The journey as a text for a person. */
function formatJourney(journey: JourneyAnswer): string {
  const { source = 'passages', dataVersion, attribution } = journey;
  return [
    ...formatSums(journey),
    ...formatCaps(journey),
    ...formatNotes(journey),
    `Source: ${source}; data ${dataVersion}. ${attribution}`,
  ].join('\n\n');
}

const left = (head: string): Column => ({ head, align: 'left' });
const right = (head: string): Column => ({ head, align: 'right' });

/** By drive, by day and by month. */
function formatSums({ drives, days, months, total }: JourneyAnswer): string[] {
  const heads = ['km', 'toll with tag', 'without', 'large', 'ferries'];
  const amounts = [...heads, ...(total.vehicle ? ['vehicle'] : [])].map(right);
  const cells = ({ distance, vehicle, ...of }: AnswerSums) => [
    distance === 0 ? '' : formatKm(distance),
    ...[of.tollSmall, of.tollSmallNoDiscount, of.tollLarge, of.ferryNok].map(formatNok),
    ...(vehicle ? [formatNok(vehicle.totalNok)] : []),
  ];
  return [
    formatTable(
      [left('Drive'), left('departure'), ...amounts],
      drives.map((one) => [nameDrive(one), startOf(one), ...cells(asSums(one))]),
    ),
    formatTable(
      [left('Day'), ...amounts],
      days.map((one) => [one.date, ...cells(one)]),
    ),
    formatTable(
      [left('Month'), ...amounts],
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
  const heads = [left('Monthly cap'), left(''), right('paid'), right('free beyond')];
  return rows.length === 0 ? [] : [formatTable(heads, rows)];
}

function formatNotes({ drives }: JourneyAnswer): string[] {
  const notes = new Set(drives.flatMap(({ warnings }) => warnings.map(({ message }) => message)));
  return notes.size === 0 ? [] : [['Note', ...[...notes].map((one) => `- ${one}`)].join('\n')];
}

/** A drive as sums. */
const asSums = ({ vehicle, distance = 0, ...drive }: AnswerDrive): AnswerSums => ({
  ...drive,
  distance,
  ...(vehicle && { vehicle }),
});

const startOf = ({ startTime }: AnswerDrive) => startTime.slice(0, 16).replace('T', ' ');

function nameDrive({ drive, wayBack, stops }: AnswerDrive): string {
  const [first, last] = [stops[0], stops.at(-1)];
  const nameOf = (stop: typeof first) => stop?.named?.name ?? stop?.place ?? '?';
  const ends = first === undefined ? 'by passages' : `${nameOf(first)} - ${nameOf(last)}`;
  return `${drive + 1}${wayBack ? ' back' : ''}: ${ends}`;
}
