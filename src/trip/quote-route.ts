/** What a route with known passages costs, and what must be said of it. */
import type { Calendar } from '../base/calendar.ts';
import { groupBy } from '../base/lists.ts';
import type { Steps } from '../base/steps.ts';
import type { Warning } from '../base/warning.ts';
import type {
  DoubtedPassage,
  PassageFinder,
  PlannedRoute,
  StationPassage,
} from '../passages/planned-route.ts';
import {
  countUnknownFares,
  type FerryBill,
  joinFerryBills,
  priceFerries,
} from '../pricing/ferry/bill.ts';
import { priceTolls, type TollBill } from '../pricing/toll/bill.ts';
import { boundTolls, type PossiblePassage, type TollBounds } from '../pricing/toll/bounds.ts';
import type { TollStation } from '../pricing/toll/law.ts';
import { listFerryWarnings } from './ferry-service.ts';
import { boardedOn, listCrossings, withUnplacedFerries } from './list-crossings.ts';
import type { ListFreeSides } from './list-free-sides.ts';
import { withGoneStations } from './list-gone-stations.ts';
import {
  isRepeated,
  type ListedPassages,
  listChargedThen,
  listDoubtedStations,
  listKnown,
  listTollPassages,
  listUnknownStations,
  type PassageTerms,
} from './list-toll-passages.ts';
import type { ListUnseen } from './list-unseen-stations.ts';
import type { FerryCatalogue, TollCatalogue } from './ports.ts';
import { listMissing, type QuotedRoute, type QuoteRequest } from './quote.ts';
import { listMovedStops, type QuotedStop } from './quoted-stops.ts';
import {
  countUnknownTolls,
  type ListUndrawn,
  listGateWaits,
  listRoadWarnings,
  type RoadSection,
} from './road-section.ts';
import { MOVED_WARN_M } from './settings.ts';
import { warnOfTime } from './time-range.ts';

/** What a route is priced with. */
export interface RouteParts {
  /** Belongs to the planner: gates are points of its network. */
  readonly passages: PassageFinder;
  readonly tolls: TollCatalogue;
  readonly calendar: Calendar;
  readonly ferries: FerryCatalogue;
  /** Warns of stations that the planner's network has no place for; absent: it has one for all. */
  readonly listUnseen?: ListUnseen;
  /** Lists roads that close and that the planner's network lacks; absent: it lacks none. */
  readonly listUndrawn?: ListUndrawn;
  /** Warns of stations that are passed in the direction taken for the free one; absent: the planner has no gates. */
  readonly listFreeSides?: ListFreeSides;
  /** Sections of road that routes must tell of, by id; absent: the planner names none. */
  readonly sections?: ReadonlyMap<string, RoadSection>;
  /** A stop that is moved farther than this is worth a warning, metres; absent: the limit of the bundled network. */
  readonly movedWarnM?: number;
}

export interface RouteTerms extends RouteParts {
  readonly request: QuoteRequest;
  readonly refined: boolean;
  readonly stops: readonly QuotedStop[];
}

/** A route with the stations that it passes, in travel order. */
export interface MatchedRoute {
  readonly route: PlannedRoute;
  readonly passages: readonly StationPassage[];
}

/** A route with its bills, by which ways are chosen. Its warnings are not known yet. */
export interface BilledRoute extends Pick<QuotedRoute, 'route' | 'toll' | 'ferry' | 'choice'> {
  /** Without the passages that are in doubt. */
  readonly passages: readonly StationPassage[];
  readonly doubted: readonly TollStation[];
  /** Stations, ferries and toll roads without a known price: the bills leave them out. */
  readonly unknowns: number;
  readonly listed: ListedPassages;
}

export function billRoute(
  { route, passages: matched }: MatchedRoute,
  terms: RouteTerms,
): BilledRoute {
  const { tolls, calendar, request } = terms;
  const passed = { tolls, startMs: request.startMs };
  const found = listChargedThen(matched, route, passed);
  const passages = found.filter(({ isDoubted }) => !isDoubted);
  const listed = listTollPassages(route, passages, passed);
  const toll = priceTolls(listed.passages, tollTermsOf(terms), calendar);
  const ferry = priceSailing(route, terms);
  const roads = countUnknownTolls(route, terms.sections ?? new Map());
  return {
    route,
    toll,
    ferry,
    unknowns: toll.unpriced.length + countUnknownFares(ferry) + roads,
    passages,
    doubted: listDoubtedStations(found, passed),
    listed,
  };
}

/** Adds what must be said of a route. */
export function* tellRoute(billed: BilledRoute, terms: RouteTerms): Steps<QuotedRoute> {
  const { route, toll, ferry, choice, passages, doubted, listed } = billed;
  const { tolls, calendar, request, refined, stops, movedWarnM = MOVED_WARN_M } = terms;
  const { sections = new Map() } = terms;
  const { startMs, size } = request;
  const timeTerms = { tolls, startMs, tollTerms: tollTermsOf(terms), calendar };
  const times = yield* warnOfTime(route, passages, toll, timeTerms);
  const isTimeOpen = route.isRecorded === true && times.length > 0;
  const warnings = [
    ...withGoneStations(toll.warnings, { route, startMs }, tolls),
    ...listed.warnings,
    ...doubted.map(warnOfDoubt),
    ...(route.tollsUnread ? [TOLLS_UNREAD] : []),
    ...ferry.warnings,
    ...times,
    ...listFerryWarnings(route.ferries),
    ...listRoadWarnings(route, sections, startMs, terms.listUndrawn?.(route, stops)),
    ...listMovedStops(stops, movedWarnM, namePassed(toll)),
    ...(terms.listUnseen?.({ route, stops, startMs, passages: listed.seen }) ?? []),
    ...(terms.listFreeSides?.({ route, startMs, passages: listed.passages }) ?? []),
  ];
  return {
    route,
    toll,
    ferry,
    gateWaits: listGateWaits(route, sections, startMs),
    ...(((request.bounds && !refined) || doubted.length > 0 || isTimeOpen) && {
      bounds: yield* boundQuote(route, terms),
    }),
    ...(isTimeOpen && { isTimeOpen }),
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
  message: `It is not known whether the toll station ${name} is passed: the sums leave it out, and tollMin and tollMax of a route count with it.`,
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

/** The fares of each ferry are those of the day on which it is boarded. */
function priceSailing(route: PlannedRoute, { ferries, request }: RouteTerms): FerryBill {
  const crossings = listCrossings(route, request.via, ferries);
  const byDay = groupBy(crossings, (crossing) => boardedOn(crossing, request.startMs));
  const bills = [...byDay].map(([day, own]) =>
    priceFerries(own, request.ferry, day, ferries.tariffs),
  );
  return withUnplacedFerries(joinFerryBills(bills, request.ferry), route);
}

/**
 * How far the moments of a passing may lie apart: the one by nearness, and the one by the driven links. At gates both
 * are the same.
 */
const SLACK_MS = 30_000;

/** The least and the most that the refined toll of a route can be. */
function* boundQuote(
  route: PlannedRoute,
  { request, passages: finder, tolls, calendar }: RouteTerms,
): Steps<TollBounds> {
  const terms = { tolls, startMs: request.startMs };
  const { isTimeSure, passages: possible } = finder.findPossible(route);
  const found = listChargedThen(possible, route, terms);
  // A planner's station that may be one of ours under a new name is one payment or two.
  const sure = found.filter(({ isSure }) => isSure);
  const listUnknown = (among: readonly StationPassage[]) =>
    listUnknownStations(route.namedStations ?? [], among, terms);
  const surelyListed = new Set(listUnknown(found).map(({ station }) => station.id));
  const listed = listUnknown(sure).map((passage) => ({
    ...passage,
    isSure: surelyListed.has(passage.station.id),
  }));
  const passages = [...toPossible(found, route, terms), ...listed].sort((a, b) => a.atMs - b.atMs);
  return yield* boundTolls(passages, { ...request, slackMs: isTimeSure ? 0 : SLACK_MS }, calendar);
}

/** Rows that repeat a station mean the same drive past it. */
function toPossible(
  found: readonly DoubtedPassage[],
  { isRecorded }: PlannedRoute,
  terms: PassageTerms,
): PossiblePassage[] {
  const inOrder = found.toSorted((a, b) => a.atS - b.atS);
  const known = listKnown(inOrder, terms);
  const toMs = (seconds: number) => terms.startMs + Math.round(1000 * seconds);
  return known
    .filter(
      (one, i) => !known.slice(0, i).some((before) => before.isSure && isRepeated(before, one)),
    )
    .map(({ station, atMs, isSure, drive, rangeS }) => {
      const passage = { station, atMs, isSure, drive };
      if (!isRecorded || rangeS === undefined) return passage;
      return { ...passage, rangeMs: [toMs(rangeS[0]), toMs(rangeS[1])] as const };
    });
}
