import type { Day } from '../base/day.ts';
import { type Ore, toNok } from '../base/nok.ts';
import { formatClock, toOsloTime } from '../base/oslo-time.ts';
import type { Warning } from '../base/warning.ts';
import {
  ALLOWANCE_KINDS,
  type AllowanceLine,
  type AllowanceRate,
  priceAllowance,
} from '../pricing/allowance.ts';
import type { ChargedPassage, TollLine } from '../pricing/toll/bill.ts';
import { amountOf } from '../pricing/toll/four-ways.ts';
import { amountFor } from '../pricing/toll/price-passage.ts';
import type { QuotedRoute, QuoteRequest } from '../trip/quote.ts';
import { nameProof } from './format-proof.ts';
import * as t from './unit.ts';

export const ExpenseLine = t.object(
  'ExpenseLine',
  'A passage, crossing or distance that is paid for.',
  {
    date: t.day('Norwegian day of the passage, the crossing, or of departure.'),
    time: t.maybe(t.clock('Of the passage, or of boarding. Absent: not known.')),
    kind: t.choice(['toll', 'ferry', ...ALLOWANCE_KINDS], {
      description:
        'What is paid; with `allowance=1` also `kilometres`, the allowance for the car, and its supplements.',
    }),
    name: t.text('Station, ferry connection, or what the allowance is for.'),
    operator: t.maybe(t.text('Toll company. Absent: not known; operators of ferries change.')),
    road: t.maybe(t.text('Number of the road, such as `E39`. Absent: not known.')),
    km: t.maybe(t.measure('Kilometres that an allowance is paid for.')),
    rateNok: t.maybe(t.nok('For each of the `km`.')),
    nok: t.nok('What is paid.'),
    vatNok: t.nok('VAT to be taken out of it: 0.'),
    amountOf: t.choice(['tollSmall', 'tollLarge', 'ferryNok', 'vehicle', 'allowance'], {
      description:
        'Which sum it is a part of: that of the vehicle where one was asked for, else of the size asked for with a tag, and of the ordinary ferry fare. `allowance`: `allowanceNok`.',
    }),
    estimated: t.bool(
      'The amount is not published for the day and what is asked for, the answer is preliminary, or a recording does not tell when a station was passed: see `warnings`.',
    ),
    proof: t.text(
      '`id` of its proof, which `explain=1` shows; of an allowance the source of its rate.',
    ),
  },
);

export type AnswerLine = t.Shape<typeof ExpenseLine>;

type Payer = Pick<QuoteRequest, 'size' | 'vehicle'>;

/** Source: no VAT on tolls, bypakkenedreglomma.no/faq/. */
function listTolls(
  { routeId, toll }: BilledDrive,
  request: Payer,
  { isEstimated }: ExpenseTerms,
): PaidLine[] {
  return toll.charged.flatMap((passage) => {
    const { station, atMs } = passage;
    const { ore, sumOf, isKnown } = tollOf(passage, toll.lines[passage.line], request);
    if (ore === 0) return [];
    const line: AnswerLine = {
      ...momentOf(atMs),
      kind: 'toll',
      name: station.name,
      ...(station.operator !== '' && { operator: station.operator }),
      ...(station.road !== undefined && { road: station.road }),
      nok: toNok(ore),
      vatNok: 0,
      amountOf: sumOf,
      estimated: isEstimated || !isKnown,
      proof: nameProof(routeId, 'toll', passage.line),
    };
    return [{ atMs, ore, line }];
  });
}

/** The VAT of a ferry fare is not taken out of it. */
function listFerries({ routeId, sailed }: BilledDrive, request: Payer): PaidLine[] {
  const own = request.vehicle !== undefined;
  const crossings = sailed.flatMap(({ ferry, startMs }) =>
    ferry.priced.map((priced) => ({ priced, startMs })),
  );
  return crossings.flatMap(({ priced, startMs }, i) => {
    const ore = own ? (priced.vehicle?.amount?.ore ?? 0) : priced.ordinary.ore;
    if (ore === 0) return [];
    const { boardedAtS } = priced.crossing;
    const atMs = startMs + Math.round((boardedAtS ?? 0) * 1000);
    const { date, time } = momentOf(atMs);
    const line: AnswerLine = {
      date,
      ...(boardedAtS !== undefined && { time }),
      kind: 'ferry',
      name: priced.name,
      nok: toNok(ore),
      vatNok: 0,
      amountOf: own ? 'vehicle' : 'ferryNok',
      estimated: own ? priced.vehicle?.estimated !== false : priced.ordinary.certainty !== 'known',
      proof: nameProof(routeId, 'ferry', i),
    };
    return [{ atMs, ore, line }];
  });
}

const ALLOWANCE_NAMES: Readonly<Record<AllowanceLine['kind'], string>> = {
  kilometres: 'Kilometre allowance',
  passengers: 'Supplement for passengers',
  'forest-road': 'Supplement for forest roads',
  trailer: 'Supplement for a trailer',
};

/** What the allowance of a drive depends on, besides its vehicle. */
export interface AllowedDrive {
  /** Departure, Unix milliseconds. */
  readonly startMs: number;
  /** Metres driven on roads; `undefined`: not known. */
  readonly roadM: number | undefined;
  /** Kilometres of these on forest roads. */
  readonly forestKm?: number | undefined;
  readonly passengers?: number | undefined;
  readonly hasTrailer?: boolean | undefined;
}

interface ExpenseTerms {
  readonly isEstimated: boolean;
  /** Absent: lines are not asked for, or only with the allowance. */
  readonly lines?: true | undefined;
  /** Drives in their order; absent: no allowance is asked for. */
  readonly allowed?: readonly AllowedDrive[] | undefined;
  readonly rates?: readonly AllowanceRate[] | undefined;
}

interface Expenses {
  readonly lines?: AnswerLine[];
  readonly linesNok?: number;
  readonly allowanceNok?: number;
}

/**
 * The lines of an expense claim with their sum; `{}` where no lines are asked for. Every passage and crossing that
 * costs something stands in time order, and the lines of the allowance come last. Amounts are those of the vehicle if
 * one was asked for, else those of the size asked for with a tag and the ordinary ferry fares. The lines add up to the
 * sums of these amounts to the øre.
 */
export function formatExpenses(drive: BilledDrive, request: Payer, terms: ExpenseTerms): Expenses {
  const { allowed, rates = [] } = terms;
  if (terms.lines === undefined && allowed === undefined) return {};
  const paid = [...listTolls(drive, request, terms), ...listFerries(drive, request)].toSorted(
    (a, b) => a.atMs - b.atMs,
  );
  const ofDrives = allowed?.map((one) => listAllowance(one, request, rates));
  const allowance = ofDrives?.every((some) => some !== undefined) ? ofDrives.flat() : undefined;
  const all = [...paid, ...(allowance ?? [])];
  return {
    lines: all.map(({ line }) => line),
    linesNok: toNok(addUp(all)),
    ...(allowance && { allowanceNok: toNok(addUp(allowance)) }),
  };
}

const addUp = (lines: readonly PaidLine[]): Ore => lines.reduce((sum, { ore }) => sum + ore, 0);

/** Said where an allowance was asked for and has no lines. */
export const ALLOWANCE_NOT_KNOWN: Warning = {
  code: 'allowance_not_known',
  message:
    'The kilometre allowance is not known for the day, for this kind of vehicle or without kilometres: the lines have none.',
};

/** `undefined`: the rates, or the kilometres, are not known. */
function listAllowance(
  { startMs, roadM, forestKm = 0, passengers = 0, hasTrailer = false }: AllowedDrive,
  { vehicle }: Pick<QuoteRequest, 'vehicle'>,
  rates: readonly AllowanceRate[],
): PaidLine[] | undefined {
  // Rates of motorcycles depend on their engines, which are not known here.
  if (roadM === undefined || vehicle?.technicalCode?.startsWith('L')) return undefined;
  const { day } = toOsloTime(startMs);
  const drive = {
    day,
    km10: Math.round(roadM / 100),
    forestKm10: Math.round(forestKm * 10),
    passengers,
    hasTrailer,
    isElectric: vehicle?.fuel === 'electric',
  };
  return priceAllowance(drive, rates)?.map((line) => ({
    atMs: startMs,
    ore: line.ore,
    line: formatAllowance(line, day),
  }));
}

const formatAllowance = (
  { kind, km10, rateOre, ore, estimated, rate }: AllowanceLine,
  date: Day,
): AnswerLine => ({
  date,
  kind,
  name: ALLOWANCE_NAMES[kind],
  km: km10 / 10,
  rateNok: toNok(rateOre),
  nok: toNok(ore),
  vatNok: 0,
  amountOf: 'allowance',
  estimated,
  proof: rate.source,
});

/** A drive that lines are written for. */
interface BilledDrive {
  /** Names the proofs of the drive. */
  readonly routeId: string;
  readonly toll: QuotedRoute['toll'];
  /** The crossings, leg by leg, each with its departure. */
  readonly sailed: readonly {
    readonly ferry: QuotedRoute['ferry'];
    /** Departure, Unix milliseconds. */
    readonly startMs: number;
  }[];
}

interface PaidLine {
  readonly atMs: number;
  readonly ore: Ore;
  readonly line: AnswerLine;
}

/**
 * The amount of a passage, and the sum that includes it. The amount is known if a source covers the day and the
 * vehicle, and no rule is in doubt.
 */
function tollOf(
  passage: ChargedPassage,
  line: TollLine | undefined,
  { size, vehicle: asked }: Payer,
) {
  if (asked !== undefined) {
    const { vehicle } = passage;
    const isKnown = vehicle?.estimated === false;
    return { ore: vehicle?.charge.ore ?? 0, sumOf: 'vehicle' as const, isKnown };
  }
  const way = { size, tagged: true };
  const isKnown =
    line !== undefined &&
    line.isInDoubt !== true &&
    amountFor(line.price, way)?.certainty === 'known';
  return { ore: passage[amountOf(way)], sumOf: SUMS[size], isKnown };
}

const SUMS = { small: 'tollSmall', large: 'tollLarge' } as const;

function momentOf(atMs: number) {
  const { day, minuteOfDay } = toOsloTime(atMs);
  return { date: day, time: formatClock(minuteOfDay) };
}
