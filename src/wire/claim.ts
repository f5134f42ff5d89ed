/** A journey as it is handed in: the claim of a driver, with what a Norwegian logbook must hold. */
import { Type } from 'typebox';
import type { Missing } from '../trip/quote.ts';
import type { AnswerStop } from './billing.ts';
import type { AnswerLine } from './expense.ts';
import * as t from './unit.ts';

const Claimant = t.part('Who claims, as the question says.', {
  name: t.maybe(t.text('Name of the driver.')),
  address: t.maybe(t.text('Address.')),
  employer: t.maybe(t.text('Who pays.')),
});

const Paid = (description: string) =>
  Type.Array(Type.Object({ name: t.text('As in `lines`.'), nok: t.nok('Amount.') }), {
    description,
  });

const sums = {
  tollNok: t.nok('Tolls.'),
  ferryNok: t.nok('Ferries.'),
  allowanceNok: t.nok('Kilometre allowance with its supplements; 0 where none is asked for.'),
  totalNok: t.nok('All three.'),
};

const kilometres = (description: string) => t.measure(`Kilometres ${description}`);

const ClaimEntry = t.object('ClaimEntry', 'A drive as a logbook has it.', {
  date: t.day('Norwegian day of departure.'),
  departure: t.clock('Of the drive.'),
  arrivalDate: t.day('Day of the arrival.'),
  arrival: t.clock('Of the drive.'),
  from: t.maybe(t.text('Start, by its name. Absent: it is told by its passages alone.')),
  to: t.maybe(t.text('Destination.')),
  via: t.list('Places on the way, by their names.', Type.String()),
  purpose: t.maybe(t.text('As the question says.')),
  note: t.maybe(t.text('As the question says.')),
  passengers: t.list('Names, as the question says.', Type.String()),
  km: t.maybe(kilometres('that are claimed: of the odometer, else driven by our roads.')),
  tolls: Paid('Stations that cost something, in travel order.'),
  ferries: Paid('Crossings that cost something.'),
  ...sums,
  estimated: t.bool(
    'An amount is not published for the day or vehicle, or a recording does not tell when a station was passed.',
  ),
  missing: t.list('What could not be priced and is in no sum, one sentence each.', Type.String()),
});

export const Claim = t.object(
  'Claim',
  'The journey as a claim: what a Norwegian logbook must hold. Present with `lines` or `allowance`.',
  {
    claimant: t.maybe(Claimant),
    plate: t.maybe(t.text('Registration number of the car, where the question names one.')),
    from: t.day('First day.'),
    to: t.day('Last day.'),
    entries: t.list('The drives in time order.', ClaimEntry, { minItems: 1 }),
    km: kilometres('of all entries.'),
    ...sums,
    rates: t.list('Sources of the rates of the allowance.', Type.String()),
  },
);

export type Claim = t.Shape<typeof Claim>;
type ClaimEntry = Claim['entries'][number];

/** A drive with what its claim says. */
export interface ClaimedDrive {
  readonly answer: {
    readonly startTime: string;
    readonly endTime: string;
    readonly stops: readonly AnswerStop[];
    readonly lines?: readonly AnswerLine[];
    readonly missing: readonly Missing[];
  };
  readonly said: {
    /** Names of start and destination in place of those of the stops. */
    readonly from?: string;
    readonly to?: string;
    readonly purpose?: string;
    readonly note?: string;
    readonly passengers?: readonly string[];
  };
  /** Metres that are claimed; `undefined`: not known. */
  readonly roadM: number | undefined;
}

/** @param drives in time order, at least one. */
export function formatClaim(
  drives: readonly ClaimedDrive[],
  who: Pick<Claim, 'claimant' | 'plate'>,
): Claim {
  const entries = drives.map(toEntry);
  const sumOf = (member: keyof typeof sums | 'km') =>
    addUp(entries.map((entry) => entry[member] ?? 0));
  const allowances = drives.flatMap(({ answer }) => (answer.lines ?? []).filter(isAllowance));
  return {
    ...who,
    from: entries[0]?.date ?? '',
    to: entries.at(-1)?.arrivalDate ?? '',
    entries,
    km: sumOf('km'),
    tollNok: sumOf('tollNok'),
    ferryNok: sumOf('ferryNok'),
    allowanceNok: sumOf('allowanceNok'),
    totalNok: sumOf('totalNok'),
    rates: [...new Set(allowances.map(({ proof }) => proof))],
  };
}

const addUp = (amounts: readonly number[]): number =>
  Math.round(amounts.reduce((sum, amount) => sum + amount, 0) * 100) / 100;

const isAllowance = ({ amountOf }: AnswerLine): boolean => amountOf === 'allowance';

function toEntry({ answer, said, roadM }: ClaimedDrive): ClaimEntry {
  const { startTime, endTime, stops, lines = [], missing } = answer;
  const { purpose, note, passengers = [] } = said;
  const paid = (kind: AnswerLine['kind']) =>
    lines.filter((line) => line.kind === kind).map(({ name, nok }) => ({ name, nok }));
  const sumOf = (some: readonly Pick<AnswerLine, 'nok'>[]) => addUp(some.map(({ nok }) => nok));
  const from = said.from ?? nameStop(stops[0]);
  const to = said.to ?? nameStop(stops.at(-1));
  const [tolls, ferries] = [paid('toll'), paid('ferry')];
  return {
    date: startTime.slice(0, 10),
    departure: startTime.slice(11, 16),
    arrivalDate: endTime.slice(0, 10),
    arrival: endTime.slice(11, 16),
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
    via: stops.slice(1, -1).flatMap((stop) => nameStop(stop) ?? []),
    ...(purpose !== undefined && { purpose }),
    ...(note !== undefined && { note }),
    passengers,
    ...(roadM !== undefined && { km: Math.round(roadM / 100) / 10 }),
    tolls,
    ferries,
    tollNok: sumOf(tolls),
    ferryNok: sumOf(ferries),
    allowanceNok: sumOf(lines.filter(isAllowance)),
    totalNok: sumOf(lines),
    estimated: lines.some(({ estimated }) => estimated),
    missing: [...missing.map(({ why }) => why), ...(roadM === undefined ? [NO_KM] : [])],
  };
}

const NO_KM =
  'The kilometres of the drive are not known: it is told by its passages, without an odometer.';

/** The name of a stop, or its coordinates to the metre where it has none; undefined: there is no stop. */
function nameStop(stop: AnswerStop | undefined): string | undefined {
  if (stop === undefined) return undefined;
  const { named, place, askedLat, askedLon } = stop;
  const [lat, lon] = [askedLat, askedLon].map((degrees) => Number(degrees.toFixed(5)));
  return named?.name ?? place ?? `${lat}, ${lon}`;
}
