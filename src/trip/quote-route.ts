/** What a route costs whose passages are known, and what must be said of it. */
import { toOsloTime } from '../base/oslo-time.ts';
import type { Steps } from '../base/steps.ts';
import type { Warning } from '../base/warning.ts';
import type { PlannedRoute, StationPassage } from '../passages/planned-route.ts';
import { type FerryBill, priceFerries } from '../pricing/ferry/bill.ts';
import { priceTolls, type TollBill } from '../pricing/toll/bill.ts';
import type { TollStation } from '../pricing/toll/law.ts';
import { type BoundParts, boundQuote } from './bound-quote.ts';
import { listChargedThen } from './charged-direction.ts';
import { listFerryWarnings } from './ferry-service.ts';
import { listCrossings, withUnplacedFerries } from './list-crossings.ts';
import { listMissing } from './list-missing.ts';
import {
  type ListedPassages,
  listDoubtedStations,
  listTollPassages,
} from './list-toll-passages.ts';
import type { ListUnseen } from './list-unseen-stations.ts';
import type { MatchedRoute } from './match-passages.ts';
import type { FerryCatalogue } from './ports.ts';
import type { QuotedRoute, QuoteRequest } from './quote.ts';
import { listMovedStops, type QuotedStop } from './quoted-stops.ts';
import { listRoadWarnings, type RoadSection } from './road-section.ts';
import { MOVED_WARN_M } from './settings.ts';
import { warnOfTime } from './time-range.ts';

/** What a route is priced with. */
export interface RouteParts extends BoundParts {
  readonly ferries: FerryCatalogue;
  /** Warns of stations that the planner's network has no place for; absent: it has one for all. */
  readonly listUnseen?: ListUnseen;
  /** By id: what routes over them must say; absent: the planner names none. */
  readonly sections?: ReadonlyMap<string, RoadSection>;
  /** A stop that is moved farther is worth a warning, metres; absent: as on the bundled network. */
  readonly movedWarnM?: number;
}

export interface RouteTerms extends RouteParts {
  readonly request: QuoteRequest;
  readonly refined: boolean;
  readonly stops: readonly QuotedStop[];
}

/** A route with its bills, by which ways are chosen; nothing is said of them yet. */
export interface BilledRoute extends Pick<QuotedRoute, 'route' | 'toll' | 'ferry' | 'choice'> {
  /** Without those that are in doubt. */
  readonly passages: readonly StationPassage[];
  readonly doubted: readonly TollStation[];
  readonly listed: ListedPassages;
}

export function billRoute(
  { route, passages: matched }: MatchedRoute,
  terms: RouteTerms,
): BilledRoute {
  const { tolls, calendar, request } = terms;
  const { startMs } = request;
  const found = listChargedThen(matched, route, { tolls, startMs });
  const passages = found.filter(({ isDoubted }) => !isDoubted);
  const listed = listTollPassages(route, passages, { tolls, startMs });
  return {
    route,
    toll: priceTolls(listed.passages, tollTermsOf(terms), calendar),
    ferry: priceSailing(route, terms),
    passages,
    doubted: listDoubtedStations(found, { tolls, startMs }),
    listed,
  };
}

/** Adds what must be said of a route. */
export function* tellRoute(billed: BilledRoute, terms: RouteTerms): Steps<QuotedRoute> {
  const { route, toll, ferry, choice, passages, doubted, listed } = billed;
  const { tolls, calendar, request, refined, stops, movedWarnM = MOVED_WARN_M } = terms;
  const { startMs, size } = request;
  const timeTerms = { tolls, startMs, tollTerms: tollTermsOf(terms), calendar };
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
    ...(choice && { choice }),
    missing: listMissing({ toll, ferry }, warnings, size),
  };
}

const tollTermsOf = ({ request, refined }: RouteTerms) => ({
  ...request,
  rulesBetweenPassages: refined,
});

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
