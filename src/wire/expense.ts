import { Type } from 'typebox';
import { type Ore, toNok } from '../base/nok.ts';
import { formatClock, toOsloTime } from '../base/oslo-time.ts';
import type { Warning } from '../base/warning.ts';
import {
  ALLOWANCE_KINDS,
  type AllowanceLine,
  type AllowanceRate,
  priceAllowance,
} from '../pricing/allowance.ts';
import type { FerryBill } from '../pricing/ferry/bill.ts';
import type { ChargedPassage, TollLine } from '../pricing/toll/bill.ts';
import { amountOf } from '../pricing/toll/four-ways.ts';
import { amountFor } from '../pricing/toll/price-passage.ts';
import type { QuotedRoute, QuoteRequest } from '../trip/quote.ts';
import { nameProof } from './format-proof.ts';
import { choice, clock, day, nok, type Shape } from './unit.ts';

/** One line of an expense claim. */
export const ExpenseLine = Type.Object(
  {
    date: day('Norwegian day of the passage, the crossing, or of departure.'),
    time: Type.Optional(clock('Of the passage, or of boarding. Absent: not known.')),
    kind: choice(['toll', 'ferry', ...ALLOWANCE_KINDS], {
      description:
        'What is paid; with `allowance=1` also `kilometres`, the allowance for the car, and its supplements.',
    }),
    name: Type.String({ description: 'Station, ferry connection, or what the allowance is for.' }),
    operator: Type.Optional(
      Type.String({ description: 'Toll company. Absent: not known; operators of ferries change.' }),
    ),
    road: Type.Optional(
      Type.String({ description: 'Number of the road, such as `E39`. Absent: not known.' }),
    ),
    km: Type.Optional(
      Type.Number({ description: 'Kilometres that an allowance is paid for.', minimum: 0 }),
    ),
    rateNok: Type.Optional(nok('For each of the `km`.')),
    nok: nok('What is paid.'),
    vatNok: nok('VAT to be taken out of it: 0.'),
    amountOf: choice(['tollSmall', 'tollLarge', 'ferryNok', 'vehicle', 'allowance'], {
      description:
        'Which sum it is a part of: that of the vehicle where one was asked for, else of the size asked for with a tag, and of the ordinary ferry fare. `allowance`: `allowanceNok`.',
    }),
    estimated: Type.Boolean({
      description:
        'The amount is not published for the day and what is asked for, or the answer is preliminary: see `warnings`.',
    }),
    proof: Type.String({
      description:
        '`id` of its proof, which `explain=1` shows; of an allowance the source of its rate.',
    }),
  },
  { title: 'ExpenseLine', description: 'A passage, crossing or distance that is paid for.' },
);

export type AnswerLine = Shape<typeof ExpenseLine>;

/**
 * The lines of an expense claim, in the order in which they are paid: every passage and crossing
 * that costs something. They are of one vehicle where one was asked for, else of the size asked
 * for with a tag, and of the ordinary ferry fare; they add up to those sums to the øre.
 *
 * @param sailed the crossings, leg by leg, each with its departure.
 * Source: no VAT on tolls, bypakkenedreglomma.no/faq/; that of a ferry fare is not taken out of it.
 */
function formatLines(
  { route, toll, sailed }: BilledDrive,
  request: Pick<QuoteRequest, 'size' | 'vehicle'>,
  { isPreliminary }: { readonly isPreliminary: boolean },
): AnswerLine[] {
  const tolls = toll.charged.flatMap((passage): TimedLine[] => {
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
      estimated: isPreliminary || !isKnown,
      proof: nameProof(route.id, 'toll', passage.line),
    };
    return [{ atMs, line }];
  });
  const crossings = sailed.flatMap(({ ferry, startMs }) =>
    ferry.priced.map((priced) => ({ priced, startMs })),
  );
  const ferries = crossings.flatMap(({ priced, startMs }, i): TimedLine[] => {
    const own = request.vehicle !== undefined;
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
      estimated: own ? priced.vehicle?.estimated !== false : priced.estimated,
      proof: nameProof(route.id, 'ferry', i),
    };
    return [{ atMs, line }];
  });
  return [...tolls, ...ferries].toSorted((a, b) => a.atMs - b.atMs).map(({ line }) => line);
}

const ALLOWANCE_NAMES: Readonly<Record<AllowanceLine['kind'], string>> = {
  kilometres: 'Kilometre allowance',
  passengers: 'Supplement for passengers',
  'forest-road': 'Supplement for forest roads',
  trailer: 'Supplement for a trailer',
};

/** What the allowance of a drive goes by, beside its vehicle. */
export interface AllowedDrive {
  /** Departure, Unix milliseconds. */
  readonly startMs: number;
  /** What was driven on roads; `undefined`: not known. Metres. */
  readonly roadM: number | undefined;
  /** Of it on forest roads. */
  readonly forestKm?: number | undefined;
  readonly passengers?: number | undefined;
  readonly hasTrailer?: boolean | undefined;
}

/**
 * The lines of an expense claim with their sum, those of the allowance last.
 *
 * @param allowed absent: no allowance is asked for.
 */
export function formatExpenses(
  drive: BilledDrive & { readonly ferry: FerryBill },
  request: Pick<QuoteRequest, 'size' | 'vehicle'>,
  terms: {
    readonly isPreliminary: boolean;
    readonly allowed?: AllowedDrive | undefined;
    readonly rates?: readonly AllowanceRate[] | undefined;
  },
) {
  const { allowed, rates = [] } = terms;
  const paid = formatLines(drive, request, terms);
  const paidOre = sumOfLines(drive, request);
  if (allowed === undefined) return { lines: paid, linesNok: toNok(paidOre) };
  const lines = listAllowance(allowed, request, rates);
  const allowanceOre = (lines ?? []).reduce((sum, { ore }) => sum + ore, 0);
  return {
    lines: [...paid, ...(lines ?? []).map((line) => formatAllowance(line, allowed.startMs))],
    linesNok: toNok(paidOre + allowanceOre),
    ...(lines && { allowanceNok: toNok(allowanceOre) }),
  };
}

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
): AllowanceLine[] | undefined {
  // Motorcycles have rates by their engines, which are told by nothing here.
  if (roadM === undefined || vehicle?.technicalCode?.startsWith('L')) return undefined;
  const drive = {
    day: toOsloTime(startMs).day,
    km10: Math.round(roadM / 100),
    forestKm10: Math.round(forestKm * 10),
    passengers,
    hasTrailer,
    isElectric: vehicle?.fuel === 'electric',
  };
  return priceAllowance(drive, rates);
}

const formatAllowance = (
  { kind, km10, rateOre, ore, estimated, rate }: AllowanceLine,
  startMs: number,
): AnswerLine => ({
  date: toOsloTime(startMs).day,
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

/** A drive that lines are written of. */
interface BilledDrive {
  readonly route: Pick<QuotedRoute['route'], 'id'>;
  readonly toll: QuotedRoute['toll'];
  readonly sailed: readonly {
    readonly ferry: QuotedRoute['ferry'];
    /** Departure, Unix milliseconds. */
    readonly startMs: number;
  }[];
}

interface TimedLine {
  readonly atMs: number;
  readonly line: AnswerLine;
}

/** What tolls and ferries add up to. */
function sumOfLines(
  { toll, ferry }: Pick<QuotedRoute, 'toll' | 'ferry'>,
  request: Pick<QuoteRequest, 'size' | 'vehicle'>,
): Ore {
  if (request.vehicle !== undefined) return (toll.vehicle?.ore ?? 0) + (ferry.vehicle?.ore ?? 0);
  const amount = amountOf({ size: request.size, tagged: true });
  return toll.total[amount] + ferry.ordinaryOre;
}

interface TollAmount {
  readonly ore: number;
  readonly sumOf: AnswerLine['amountOf'];
  /** A source covers the day and what is asked for. */
  readonly isKnown: boolean;
}

function tollOf(
  passage: ChargedPassage,
  line: TollLine | undefined,
  { size, vehicle: asked }: Pick<QuoteRequest, 'size' | 'vehicle'>,
): TollAmount {
  if (asked !== undefined) {
    const { vehicle } = passage;
    const isKnown = vehicle?.estimated === false;
    return { ore: vehicle?.charge.ore ?? 0, sumOf: 'vehicle', isKnown };
  }
  const way = { size, tagged: true };
  const isKnown = line !== undefined && amountFor(line.price, way)?.certainty === 'known';
  return { ore: passage[amountOf(way)], sumOf: SUMS[size], isKnown };
}

const SUMS = { small: 'tollSmall', large: 'tollLarge' } as const;

function momentOf(atMs: number) {
  const { day, minuteOfDay } = toOsloTime(atMs);
  return { date: day, time: formatClock(minuteOfDay) };
}
