import { Type } from 'typebox';
import { toNok } from '../base/nok.ts';
import { formatClock, toOsloTime } from '../base/oslo-time.ts';
import type { ChargedPassage, TollLine } from '../pricing/toll/bill.ts';
import { amountOf } from '../pricing/toll/four-ways.ts';
import { amountFor } from '../pricing/toll/price-passage.ts';
import type { QuotedRoute, QuoteRequest } from '../trip/quote.ts';
import { nameProof } from './format-proof.ts';
import { choice, clock, day, nok, type Shape } from './unit.ts';

/** One line of an expense claim. */
export const ExpenseLine = Type.Object(
  {
    date: day('Norwegian day of the passage or crossing.'),
    time: Type.Optional(clock('Of the passage, or of boarding. Absent: not known.')),
    kind: choice(['toll', 'ferry'], { description: 'What is paid.' }),
    name: Type.String({ description: 'Station, or ferry connection.' }),
    operator: Type.Optional(
      Type.String({ description: 'Toll company. Absent: not known; operators of ferries change.' }),
    ),
    road: Type.Optional(
      Type.String({ description: 'Number of the road, such as `E39`. Absent: not known.' }),
    ),
    nok: nok('What is paid.'),
    vatNok: nok('VAT to be taken out of it: 0.'),
    amountOf: choice(['tollSmall', 'tollLarge', 'ferryNok', 'vehicle'], {
      description:
        'Which sum it is a part of: that of the vehicle where one was asked for, else of the size asked for with a tag, and of the ordinary ferry fare.',
    }),
    estimated: Type.Boolean({
      description:
        'The amount is not published for the day and what is asked for, or the answer is preliminary: see `warnings`.',
    }),
    proof: Type.String({ description: '`id` of its proof, which `explain=1` shows.' }),
  },
  { title: 'ExpenseLine', description: 'A passage or crossing that costs something.' },
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
export function formatLines(
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

/** What the lines add up to. */
export function sumOfLines(
  { toll, ferry }: Pick<QuotedRoute, 'toll' | 'ferry'>,
  request: Pick<QuoteRequest, 'size' | 'vehicle'>,
): number {
  if (request.vehicle !== undefined)
    return toNok((toll.vehicle?.ore ?? 0) + (ferry.vehicle?.ore ?? 0));
  const amount = amountOf({ size: request.size, tagged: true });
  return toNok(toll.total[amount] + ferry.ordinaryOre);
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
