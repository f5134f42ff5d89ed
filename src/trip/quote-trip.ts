/** The use case "quote a trip": plan, match, price. */
import { refusedValue } from '../base/fault.ts';
import { inSteps } from '../base/steps.ts';
import type { PassageFinder, PlannedRoute } from '../passages/planned-route.ts';
import { type AskedPrices, signFares } from './asked-prices.ts';
import { quoteLeastToll, withAvoidanceWarning } from './avoid-tolls.ts';
import { chooseWays } from './choose-ways.ts';
import { openTripFares } from './fares.ts';
import type { Clock, MoneyRoutes, RoutePlanner, WorkTerms } from './ports.ts';
import type { Quote, QuotedRoute, QuoteRequest } from './quote.ts';
import {
  type BilledRoute,
  billRoute,
  type MatchedRoute,
  type RouteParts,
  tellRoute,
} from './quote-route.ts';
import { type PartOfTrip, quoteStops } from './quoted-stops.ts';
import type { Surroundings } from './surroundings.ts';

/** What a quote is made with. */
export interface QuoteParts extends RouteParts {
  readonly planner: RoutePlanner;
  /** What lies around stops; absent: nothing is known of it. */
  readonly surroundings?: Surroundings;
  readonly clock: Clock;
  /** Names the facts that the prices follow from. */
  readonly dataVersion: string;
  /** SHA-256 of these facts. */
  readonly dataHash: string;
  /** The prices of stations, for departures that share their ways; absent: there is one departure. */
  readonly prices?: AskedPrices;
}

const NO_BEARINGS =
  'bearing needs our own road networks: this server plans routes by another engine.';

/** The stages of a quote, in their order. */
export type QuoteStage = 'route' | 'match' | 'price';

interface QuoteTerms extends WorkTerms {
  /** Absent: the trip is a whole one. */
  readonly part?: PartOfTrip;
  /** Called as each stage begins, so that a caller can measure the stages. */
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
  { onStage, part, ...work }: QuoteTerms,
): Promise<Quote> {
  const { planner, passages: finder, clock, dataVersion, dataHash } = parts;
  onStage?.('route');
  const { routes, isCut, knowsCheapest } = await planRoutes(request, parts, work);
  work.signal?.throwIfAborted();
  const stops = quoteStops(request, routes[0]?.stops ?? [], parts.surroundings, part);
  onStage?.('match');
  const match = request.refine ? matchExactly : matchByGeometry;
  const { refined, routes: matched } = match(routes, finder);
  onStage?.('price');
  const terms = { ...parts, request, refined, stops };
  const billed: BilledRoute[] = [];
  for (const route of matched) {
    await work.pause?.();
    billed.push(billRoute(route, terms));
  }
  const ways = request.money ? chooseWays(billed, request.money, request, knowsCheapest) : billed;
  const quoted: QuotedRoute[] = [];
  for (const way of ways) {
    await work.pause?.();
    quoted.push(await inSteps(tellRoute(way, terms), work.pause));
  }
  return {
    source: planner.source,
    refined,
    refineFallback: request.refine && !refined,
    routes: quoted,
    ...(isCut && { searchCut: true as const }),
    ...{ stops, dataVersion, dataHash, computedAtMs: clock.now() },
  };
}

/** @throws Fault `invalid_parameter` where ways are wanted by money, and the planner cannot plan by it. */
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
      'valueOfTime, costPerKm and alternatives=pareto need our own road networks: this server plans routes by another engine.',
    );
  const { hourOre = 0, metreOre, isPareto } = money;
  const aim = { hourOre: isPareto ? ('pareto' as const) : hourOre, metreOre };
  const fares = openTripFares(parts, request, prices);
  const sign = prices && signFares(tolls, prices, request);
  return planner.planByMoney(request, aim, fares, { ...work, signFares: sign });
}

/**
 * Refuses passages of a group that does not exist.
 *
 * @throws Fault `invalid_parameter` with a sentence that lists the groups.
 */
export function checkCapGroups(
  { capUse }: Pick<QuoteRequest, 'capUse'>,
  groups: readonly string[],
): void {
  const unknown = Object.keys(capUse?.counts ?? {}).find((group) => !groups.includes(group));
  if (unknown === undefined) return;
  const known = groups.length === 0 ? 'there are none' : `the groups are ${groups.join(', ')}`;
  throw refusedValue(
    'passagesThisMonth',
    `passagesThisMonth names a group that does not exist: ${known}.`,
  );
}

/**
 * Makes the function that estimates trips: a quote over the passages in charged directions, with the rules between
 * them, by an engine that is not checked. So the quote is never called refined, and never a fallback. Tolls are not
 * avoided.
 *
 * It throws what the planner throws.
 */
export function estimateTrip(parts: QuoteParts): QuoteTrip {
  const quote = quoteTrip(parts);
  return async (request, terms) => {
    const { bounds: _, ...rest } = request;
    const asked = { ...rest, refine: true, avoidTolls: false };
    const quoted = await quote(asked, terms);
    return { ...quoted, refined: false, refineFallback: false };
  };
}

/** The routes of a trip whose stations are known, the recommended one first. */
interface MatchedTrip {
  /** Every route was matched exactly. */
  readonly refined: boolean;
  readonly routes: readonly MatchedRoute[];
}

/**
 * Finds the passages on the directed road. The routes of one answer must be comparable, so another route that cannot be
 * matched is left out. Where the recommended route cannot be matched, all routes are matched by geometry instead.
 */
function matchExactly(
  routes: readonly PlannedRoute[],
  finder: Pick<PassageFinder, 'findExact' | 'findByGeometry'>,
): MatchedTrip {
  const matched = routes.map((route) => ({ route, passages: finder.findExact(route) }));
  if (matched[0]?.passages === undefined) return matchByGeometry(routes, finder);
  return {
    refined: true,
    routes: matched.flatMap(({ route, passages }) => (passages ? [{ route, passages }] : [])),
  };
}

/** Takes the stations that the planner names on a route, or those beside the route where the planner names none. */
function matchByGeometry(
  routes: readonly PlannedRoute[],
  finder: Pick<PassageFinder, 'findByGeometry'>,
): MatchedTrip {
  const listPassages = (route: PlannedRoute) =>
    route.namedStations?.map(({ id, alongM, atS }) => ({ stationId: id, alongM, atS })) ??
    finder.findByGeometry(route);
  return {
    refined: false,
    routes: routes.map((route) => ({ route, passages: listPassages(route) })),
  };
}
