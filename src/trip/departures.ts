/** The use case "when to set out": one trip at many departures. */
import { Fault, refusedValue } from '../base/fault.ts';
import type { Ore } from '../base/nok.ts';
import { toOsloTime } from '../base/oslo-time.ts';
import { moneyOf, openFareSigns } from './fares.ts';
import { atOnce, type InTurn } from './ports.ts';
import type { Quote, QuotedRoute, QuoteRequest } from './quote.ts';
import { type QuoteParts, type QuoteTrip, quoteTrip } from './quote-trip.ts';

/** The trip of the first departure, and when the others are. */
export interface DeparturesRequest {
  /** Refined, and with no route beside the recommended one. */
  readonly trip: QuoteRequest;
  /** Unix milliseconds, ascending, at least one. */
  readonly startsMs: readonly number[];
}

/** The recommended route of one departure. */
export interface Departure {
  readonly startMs: number;
  readonly quoted: QuotedRoute;
  /** What the vehicle pays; without one its size with a tag, and the ordinary fare. */
  readonly tollOre: Ore;
  readonly ferryOre: Ore;
  /** Tolls, ferries and kilometres. */
  readonly moneyOre: Ore;
  /** The same, and what the time of the drive is worth; absent: time has no value given. */
  readonly sumOre?: number;
  /** The search for it met its bound: there may be a better way. */
  readonly searchCut?: true;
}

export interface Departures
  extends Pick<Quote, 'source' | 'dataVersion' | 'computedAtMs' | 'stops'> {
  readonly departures: readonly Departure[];
  readonly cheapest: Departure;
  readonly fastest: Departure;
  /** Of the least sum; absent: time has no value given. */
  readonly best?: Departure;
  /** What the dearest departure with a rush price costs more than the cheapest without one; absent: there are not both. */
  readonly rushOre?: Ore;
}

/**
 * @param signal ends the work early: the answer is not waited for any more.
 * @param inTurn for each departure; absent: at once.
 */
export type QuoteDepartures = (
  request: DeparturesRequest,
  signal?: AbortSignal,
  inTurn?: InTurn,
) => Promise<Departures>;

/**
 * Makes the function that quotes departures. Each is quoted as a trip by itself; they share the ways that are found.
 *
 * It throws what the planner throws, and a Fault `upstream_down` where a departure could not be priced exactly.
 */
export function quoteDepartures(parts: QuoteParts): QuoteDepartures {
  if (parts.planner.shareWays === undefined) return refuseDepartures;
  return async ({ trip, startsMs }, signal, inTurn = atOnce) => {
    const planner = parts.planner.shareWays?.() ?? parts.planner;
    const window = { earliestMs: startsMs[0] ?? 0, latestMs: startsMs.at(-1) ?? 0 };
    const quote = quoteTrip({ ...parts, planner, signFares: openFareSigns(parts, trip, window) });
    const departures: Departure[] = [];
    let first: Quote | undefined;
    for (const startMs of startsMs) {
      signal?.throwIfAborted();
      const quoted = await inTurn(() => quoteAt(quote, trip, startMs, signal));
      first ??= quoted;
      departures.push(...toDeparture(quoted, trip, startMs));
    }
    const [any] = departures;
    if (first === undefined || any === undefined) throw new Fault('route_not_possible');
    const { source, dataVersion, computedAtMs, stops } = first;
    const least = (...by: readonly ((one: Departure) => number)[]) => leastBy(departures, any, by);
    const rushOre = rushOf(departures);
    return {
      ...{ source, dataVersion, computedAtMs, stops },
      departures,
      cheapest: least(({ moneyOre }) => moneyOre, durationOf),
      fastest: least(durationOf, ({ moneyOre }) => moneyOre),
      ...(any.sumOre !== undefined && { best: least(({ sumOre = 0 }) => sumOre, durationOf) }),
      ...(rushOre !== undefined && { rushOre }),
    };
  };
}

/** Where another engine plans the routes, which would be asked for each departure. */
export const refuseDepartures: QuoteDepartures = async () => {
  throw refusedValue(
    'earliest',
    'Departures need the bundled road network: this server plans routes by another engine.',
  );
};

async function quoteAt(
  quote: QuoteTrip,
  trip: QuoteRequest,
  startMs: number,
  signal: AbortSignal | undefined,
): Promise<Quote> {
  const { capUse } = trip;
  const month = toOsloTime(startMs).day.slice(0, 7);
  const quoted = await quote(
    { ...trip, startMs, ...(capUse && { capUse: { ...capUse, month } }) },
    signal,
  );
  if (!quoted.refined) throw new Fault('upstream_down');
  return quoted;
}

function toDeparture(
  { routes: [quoted], searchCut }: Quote,
  { size, money }: QuoteRequest,
  startMs: number,
): Departure[] {
  if (quoted === undefined) return [];
  const { toll, ferry, route } = quoted;
  const ferryOre = ferry.vehicle?.ore ?? ferry.ordinaryOre;
  const paidOre = moneyOf({ toll, ferry }, { size });
  const moneyOre = paidOre + Math.round(route.lengthM * (money?.metreOre ?? 0));
  const { hourOre } = money ?? {};
  return [
    {
      startMs,
      quoted,
      tollOre: paidOre - ferryOre,
      ferryOre,
      moneyOre,
      ...(hourOre !== undefined && { sumOre: moneyOre + (hourOre * route.durationS) / 3600 }),
      ...(searchCut && { searchCut }),
    },
  ];
}

const durationOf = ({ quoted }: Departure): number => quoted.route.durationS;

/** The one with the least by the first measure, and where it is equal by the next; else the earliest. */
function leastBy(
  departures: readonly Departure[],
  any: Departure,
  measures: readonly ((one: Departure) => number)[],
): Departure {
  const isLess = (one: Departure, other: Departure): boolean => {
    const differing = measures.find((measure) => measure(one) !== measure(other));
    return differing !== undefined && differing(one) < differing(other);
  };
  return departures.reduce((least, one) => (isLess(one, least) ? one : least), any);
}

function rushOf(departures: readonly Departure[]): Ore | undefined {
  const [inRush, quiet] = [true, false].map((rush) =>
    departures.flatMap(({ quoted, moneyOre }) => (quoted.toll.rush === rush ? [moneyOre] : [])),
  );
  if (!inRush?.length || !quiet?.length) return undefined;
  return Math.max(...inRush) - Math.min(...quiet);
}
