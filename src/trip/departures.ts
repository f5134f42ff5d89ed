/** The use case "when to set out": one trip at many departures. */
import { Fault, refusedValue } from '../base/fault.ts';
import type { Ore } from '../base/nok.ts';
import { toOsloTime } from '../base/oslo-time.ts';
import type { LatLon } from '../base/point.ts';
import { openAskedPrices } from './asked-prices.ts';
import { leastOf } from './choose-ways.ts';
import { moneyOf } from './fares.ts';
import type { OwnPlanner, WorkTerms } from './ports.ts';
import type { Quote, QuotedRoute, QuoteRequest } from './quote.ts';
import { type QuoteParts, type QuoteTrip, quoteTrip } from './quote-trip.ts';
import type { Between, Surroundings } from './surroundings.ts';

/** The trip of the first departure, and the times of all departures. */
interface DeparturesRequest {
  /** Refined, and with no route beside the recommended one. */
  readonly trip: QuoteRequest;
  /** Unix milliseconds, ascending, at least one. */
  readonly startsMs: readonly number[];
}

/** The recommended route of one departure. */
export interface Departure {
  readonly startMs: number;
  readonly quoted: QuotedRoute;
  /** What the vehicle pays. Without a vehicle it is the toll of the size with a tag, and the ordinary fare. */
  readonly tollOre: Ore;
  readonly ferryOre: Ore;
  /** Tolls, ferries and kilometres. */
  readonly moneyOre: Ore;
  /** The money, plus what the time of the drive is worth; absent: no value of time is given. */
  readonly sumOre?: number;
  /** The search for it met its bound: there may be a better way. */
  readonly searchCut?: true;
}

export interface Departures
  extends Pick<Quote, 'source' | 'dataVersion' | 'computedAtMs' | 'stops'> {
  readonly departures: readonly Departure[];
  /**
   * The departure that costs the least. Like `best` and `rushOre`, it is chosen among the departures with a complete
   * price, where there are any.
   */
  readonly cheapest: Departure;
  readonly fastest: Departure;
  /** The departure with the least sum; absent: no value of time is given. */
  readonly best?: Departure;
  /**
   * How much more the dearest departure with a rush price costs than the cheapest without one. Departures whose search
   * was cut do not count. Absent: one of the two is missing.
   */
  readonly rushOre?: Ore;
}

/** The most steps that all searches of a window take together, some two seconds. */
const WINDOW_STEPS = 600_000;
/**
 * With fewer steps a long search finds nothing. Then only some departures are searched, and the others take the ways
 * that were found for these.
 */
const LEAST_SHARE = 30_000;

export type QuoteDepartures = (request: DeparturesRequest, work?: WorkTerms) => Promise<Departures>;

/**
 * Makes the function that quotes departures. Each departure is quoted as a trip by itself; all of them share the ways
 * that are found.
 *
 * It throws what the planner throws, and a Fault `upstream_down` where a departure could not be priced exactly.
 */
export function quoteDepartures(
  parts: QuoteParts & { readonly planner: Pick<OwnPlanner, 'shareWays'> },
): QuoteDepartures {
  return async ({ trip: asked, startsMs }, work = {}) => {
    const { capUse } = asked;
    // The use of caps is told for the month of the first departure. In the next month nothing is used.
    const month = toOsloTime(startsMs[0] ?? 0).day.slice(0, 7);
    const trip = { ...asked, ...(capUse && { capUse: { ...capUse, month } }) };
    const window = { earliestMs: startsMs[0] ?? 0, latestMs: startsMs.at(-1) ?? 0 };
    const planner = parts.planner.shareWays(window);
    const prices = openAskedPrices(parts, trip, window);
    const around = parts.surroundings && { surroundings: rememberDays(parts.surroundings) };
    const quote = quoteTrip({ ...parts, ...around, planner, prices });
    const { first, departures } = await quoteEach(quote, trip, startsMs, work);
    const [any] = departures;
    if (first === undefined || any === undefined) throw new Fault('route_not_possible');
    const { source, dataVersion, computedAtMs, stops } = first;
    const complete = departures.filter(({ quoted }) => quoted.missing.length === 0);
    // A sum that lacks a fare is too low: it is not compared with complete sums.
    const comparable = complete.length > 0 ? complete : departures;
    // A search that was cut does not tell the least price.
    const rushOre = rushOf(comparable.filter(({ searchCut }) => searchCut === undefined));
    return {
      ...{ source, dataVersion, computedAtMs, stops },
      departures,
      cheapest: leastOf(comparable, moneyOfOne, durationOf),
      fastest: leastOf(departures, durationOf, moneyOfOne),
      ...(any.sumOre !== undefined && {
        best: leastOf(comparable, sumOf, durationOf),
      }),
      ...(rushOre !== undefined && { rushOre }),
    };
  };
}

/** What lies around the stops of a trip is the same at each departure of a day. */
function rememberDays({ whyApart, worthM, ...look }: Surroundings): Surroundings {
  const betweens = new Map<string, readonly Between[]>();
  const places = new WeakMap<LatLon, { readonly name: string | undefined }>();
  return {
    whyApart,
    worthM,
    listBetween(stop, at, when) {
      const key = JSON.stringify([stop, at, when]);
      const between = betweens.get(key) ?? look.listBetween(stop, at, when);
      betweens.set(key, between);
      return between;
    },
    namePlace(at) {
      const place = places.get(at) ?? { name: look.namePlace(at) };
      places.set(at, place);
      return place.name;
    },
  };
}

/** For a server whose routes another engine plans: it would be asked for each departure. */
export const refuseDepartures: QuoteDepartures = async () => {
  throw refusedValue(
    'earliest',
    'Departures need our own road networks: this server plans routes by another engine.',
  );
};

/**
 * Quotes the departures one after the other. They share the bound of steps. Where it cuts a search, the departure may
 * take a way that was found for another one.
 */
async function quoteEach(
  quote: QuoteTrip,
  trip: QuoteRequest,
  startsMs: readonly number[],
  work: WorkTerms,
): Promise<{ readonly first: Quote | undefined; readonly departures: readonly Departure[] }> {
  const departures: Departure[] = [];
  let first: Quote | undefined;
  const shareOf = openShares(startsMs.length);
  for (const [i, startMs] of startsMs.entries()) {
    work.signal?.throwIfAborted();
    await work.pause?.();
    const { budget, close } = shareOf(i, work.isLate);
    const quoted = await quote({ ...trip, startMs }, { ...work, budget });
    if (!quoted.refined) throw new Fault('upstream_down');
    close();
    first ??= quoted;
    departures.push(...toDeparture(quoted, trip, startMs));
  }
  // An earlier departure did not know the ways that were found for later ones.
  for (const [i, before] of departures.entries()) {
    if (before.searchCut === undefined) continue;
    work.signal?.throwIfAborted();
    await work.pause?.();
    const { startMs } = before;
    const again = await quote({ ...trip, startMs }, { ...work, budget: { left: 0 } });
    const [other = before] = toDeparture(again, trip, startMs);
    departures[i] = leastOf([before, other], sumOf, durationOf);
  }
  return { first, departures };
}

/**
 * Shares the bound of steps of a window among its departures: each has an equal share of what is left. Where the last
 * search took more than one share, the shares of several departures go to one of them.
 */
function openShares(count: number) {
  let left = WINDOW_STEPS;
  let [lastTaken, searchedAt] = [0, 0];
  return (i: number, isLate: WorkTerms['isLate']) => {
    const share = Math.max(0, left) / (count - i);
    const isSearched = (i - searchedAt) * share >= lastTaken;
    const given = isSearched ? Math.min(left, Math.max(share, LEAST_SHARE)) : 0;
    const budget = { left: given, isLate };
    const close = () => {
      const taken = given - budget.left;
      left -= taken;
      if (taken > 0) [lastTaken, searchedAt] = [taken, i];
    };
    return { budget, close };
  };
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

const moneyOfOne = ({ moneyOre }: Departure): number => moneyOre;
const sumOf = ({ sumOre = 0 }: Departure): number => sumOre;
const durationOf = ({ quoted }: Departure): number => quoted.route.durationS;

function rushOf(departures: readonly Departure[]): Ore | undefined {
  const [inRush, quiet] = [true, false].map((rush) =>
    departures.flatMap(({ quoted, moneyOre }) => (quoted.toll.rush === rush ? [moneyOre] : [])),
  );
  if (!inRush?.length || !quiet?.length) return undefined;
  return Math.max(...inRush) - Math.min(...quiet);
}
