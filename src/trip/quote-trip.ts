/** The use case "quote a trip": plan, match, price. */
import type { Calendar } from '../base/calendar.ts';
import { refusedValue } from '../base/fault.ts';
import { toOsloTime } from '../base/oslo-time.ts';
import { inSteps, type Steps } from '../base/steps.ts';
import type { Warning } from '../base/warning.ts';
import type { PassageFinder, PlannedRoute } from '../passages/planned-route.ts';
import type { FerryBill } from '../pricing/ferry/bill.ts';
import { priceFerries } from '../pricing/ferry/bill.ts';
import { priceTolls, type TollBill } from '../pricing/toll/bill.ts';
import type { TollStation } from '../pricing/toll/law.ts';
import { type AskedPrices, signFares } from './asked-prices.ts';
import { quoteLeastToll, withAvoidanceWarning } from './avoid-tolls.ts';
import { boundQuote } from './bound-quote.ts';
import { listChargedThen } from './charged-direction.ts';
import { checkCapGroups } from './check-cap-groups.ts';
import { chooseWays } from './choose-ways.ts';
import { openTripFares } from './fares.ts';
import { listFerryWarnings } from './ferry-service.ts';
import { listCrossings, withUnplacedFerries } from './list-crossings.ts';
import { listMissing } from './list-missing.ts';
import { listDoubtedStations, listTollPassages } from './list-toll-passages.ts';
import type { ListUnseen } from './list-unseen-stations.ts';
import { type MatchedRoute, matchByGeometry, matchExactly } from './match-passages.ts';
import type {
  Clock,
  FerryCatalogue,
  MoneyRoutes,
  RoutePlanner,
  TollCatalogue,
  WorkTerms,
} from './ports.ts';
import type { Quote, QuotedRoute, QuoteRequest } from './quote.ts';
import { listMovedStops, type QuotedStop, quoteStops } from './quoted-stops.ts';
import { listRoadWarnings, type RoadSection } from './road-section.ts';
import { MOVED_WARN_M } from './settings.ts';
import type { Surroundings } from './surroundings.ts';
import { warnOfTime } from './time-range.ts';

/** What a quote is made with. */
export interface QuoteParts {
  readonly planner: RoutePlanner;
  /** Belongs to the planner: gates are points of its network. */
  readonly passages: PassageFinder;
  readonly tolls: TollCatalogue;
  readonly ferries: FerryCatalogue;
  /** Warns of stations that the planner's network has no place for; absent: it has one for all. */
  readonly listUnseen?: ListUnseen;
  /** By id: what routes over them must say; absent: the planner names none. */
  readonly sections?: ReadonlyMap<string, RoadSection>;
  /** What lies around stops; absent: nothing is known of it. */
  readonly surroundings?: Surroundings;
  readonly calendar: Calendar;
  readonly clock: Clock;
  /** Names the facts that the prices follow from. */
  readonly dataVersion: string;
  /** SHA-256 of them. */
  readonly dataHash: string;
  /** A stop that is moved farther is worth a warning, metres; absent: as on the bundled network. */
  readonly movedWarnM?: number;
  /** What stations ask, for departures that share their ways; absent: there is one. */
  readonly prices?: AskedPrices;
}

const NO_BEARINGS =
  'bearing needs our own road networks: this server plans routes by another engine.';

/** The stages of a quote, in their order. */
export type QuoteStage = 'route' | 'match' | 'price';

export interface QuoteTerms extends WorkTerms {
  /** Called as each stage begins: a caller that wants to know how long they take looks at a watch there. */
  readonly onStage?: ((stage: QuoteStage) => void) | undefined;
}

export type QuoteTrip = (request: QuoteRequest, terms?: QuoteTerms) => Promise<Quote>;

/**
 * Makes the function that quotes trips.
 *
 * It throws what the planner throws. Where exact matching is not possible the quote is preliminary, with `refineFallback`.
 */
export function quoteTrip(parts: QuoteParts): QuoteTrip {
  const { planner, tolls } = parts;
  return async (request, terms = {}) => {
    checkCapGroups(request, tolls.capGroups);
    if (request.bearings !== undefined && !planner.takesBearings)
      throw refusedValue('bearing', NO_BEARINGS);
    const quoteWay = (asked: QuoteRequest) => quoteOnce(asked, parts, terms);
    if (!request.avoidTolls) return quoteWay(request);
    const isCounted = planner.countsTolls && !request.money;
    const quoted = isCounted ? quoteLeastToll(quoteWay, request) : quoteWay(request);
    return withAvoidanceWarning(await quoted);
  };
}

async function quoteOnce(
  request: QuoteRequest,
  parts: QuoteParts,
  { onStage, ...work }: QuoteTerms,
): Promise<Quote> {
  const { planner, passages: finder, clock, dataVersion, dataHash } = parts;
  onStage?.('route');
  const { routes, isCut, knowsCheapest } = await planRoutes(request, parts, work);
  work.signal?.throwIfAborted();
  const stops = quoteStops(request, routes[0]?.stops ?? [], parts.surroundings);
  onStage?.('match');
  const match = request.refine ? matchExactly : matchByGeometry;
  const { refined, routes: matched } = match(routes, finder);
  onStage?.('price');
  const quoted: QuotedRoute[] = [];
  for (const route of matched) {
    await work.pause?.();
    const pricing = quoteRoute(route, { ...parts, request, refined, stops });
    quoted.push(await inSteps(pricing, work.pause));
  }
  return {
    source: planner.source,
    refined,
    refineFallback: request.refine && !refined,
    routes: request.money ? chooseWays(quoted, request.money, request, knowsCheapest) : quoted,
    ...(isCut && { searchCut: true as const }),
    ...{ stops, dataVersion, dataHash, computedAtMs: clock.now() },
  };
}

/** @throws Fault `invalid_parameter` where ways are wanted by money, and the planner knows nothing of it. */
async function planRoutes(
  request: QuoteRequest,
  parts: QuoteParts,
  work: WorkTerms,
): Promise<MoneyRoutes> {
  const { planner, tolls, prices } = parts;
  const { money, refine } = request;
  if (money === undefined) {
    const routes = await planner.planTrip(request, { refine, ...work });
    return { routes, isCut: false, knowsCheapest: false };
  }
  if (planner.planByMoney === undefined)
    throw refusedValue(
      'valueOfTime',
      'valueOfTime, costPerKm and alternatives=pareto need the bundled road network: this server plans routes by another engine.',
    );
  const { hourOre = 0, metreOre, isPareto } = money;
  const aim = { hourOre: isPareto ? ('pareto' as const) : hourOre, metreOre };
  const fares = openTripFares(parts, request, prices);
  const sign = prices && signFares(tolls, prices, request);
  return planner.planByMoney(request, aim, fares, { ...work, signFares: sign });
}

interface RouteTerms extends QuoteParts {
  readonly request: QuoteRequest;
  readonly refined: boolean;
  readonly stops: readonly QuotedStop[];
}

/** Prices a route whose passages are known. */
export function* quoteRoute(
  { route, passages: matched }: MatchedRoute,
  terms: RouteTerms,
): Steps<QuotedRoute> {
  const { tolls, calendar, request, refined, stops, movedWarnM = MOVED_WARN_M } = terms;
  const { startMs, size } = request;
  const found = listChargedThen(matched, route, { tolls, startMs });
  const passages = found.filter(({ isDoubted }) => !isDoubted);
  const doubted = listDoubtedStations(found, { tolls, startMs });
  const listed = listTollPassages(route, passages, { tolls, startMs });
  const tollTerms = { ...request, rulesBetweenPassages: refined };
  const toll = priceTolls(listed.passages, tollTerms, calendar);
  yield;
  const ferry = priceSailing(route, terms);
  const timeTerms = { tolls, startMs, tollTerms, calendar };
  const times = yield* warnOfTime(route, passages, toll, timeTerms);
  const warnings = [
    ...toll.warnings,
    ...listed.warnings,
    ...doubted.map(warnOfDoubt),
    ...(route.tollsUnread ? [TOLLS_UNREAD] : []),
    ...ferry.warnings,
    ...times,
    ...listFerryWarnings(route.ferries),
    ...listRoadWarnings(route, terms.sections ?? new Map(), startMs),
    ...listMovedStops(stops, movedWarnM, namePassed(toll)),
    ...(terms.listUnseen?.({
      route,
      stops: stops.map(({ asked, movedM }) => ({ at: asked, movedM })),
      passages: listed.seen,
    }) ?? []),
  ];
  return {
    route,
    toll,
    ferry,
    ...(((request.bounds && !refined) || doubted.length > 0) && {
      bounds: boundQuote(route, request, terms),
    }),
    warnings,
    missing: listMissing({ toll, ferry }, warnings, size),
  };
}

const warnOfDoubt = ({ name }: TollStation): Warning => ({
  code: 'passage_in_doubt',
  message: `It is not known whether the route passes the toll station ${name} or runs beside it: the sums leave it out, and tollMin and tollMax of a route count with it.`,
  about: name,
});

const TOLLS_UNREAD: Warning = {
  code: 'tolls_not_read',
  message:
    'The route planner counts tolls on the route, and none of its stations could be read: those near the line are charged, and the sums may be wrong.',
  about: 'Toll stations of the route planner',
};

/** Stations that a bill lists, whatever they cost. */
const namePassed = ({ charged, free, unpriced }: TollBill): ReadonlySet<string> =>
  new Set([...charged, ...free, ...unpriced].map(({ station }) => station.name));

/** The ferry fares of the day of departure, as a driver asks for them before the trip. */
function priceSailing(route: PlannedRoute, { ferries, request }: RouteTerms): FerryBill {
  const crossings = listCrossings(route, request.via, ferries);
  const { day } = toOsloTime(request.startMs);
  const bill = priceFerries(crossings, request.ferry, day, ferries.tariffs);
  return withUnplacedFerries(bill, route);
}
