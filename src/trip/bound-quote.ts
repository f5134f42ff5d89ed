import type { Calendar } from '../base/calendar.ts';
import type {
  DoubtedPassage,
  PassageFinder,
  PlannedRoute,
  StationPassage,
} from '../passages/planned-route.ts';
import { boundTolls, type PossiblePassage, type TollBounds } from '../pricing/toll/bounds.ts';
import { listChargedThen } from './charged-direction.ts';
import {
  isRepeated,
  listKnown,
  listUnknownStations,
  type PassageTerms,
} from './list-toll-passages.ts';
import type { TollCatalogue } from './ports.ts';
import type { QuoteRequest } from './quote.ts';

/** What the bounds of a preliminary toll are worked out with. */
export interface BoundParts {
  /** Belongs to the planner: gates are points of its network. */
  readonly passages: PassageFinder;
  readonly tolls: TollCatalogue;
  readonly calendar: Calendar;
}

/**
 * Moments of passing by nearness, and by the links that are driven, may lie so far apart. At gates
 * both are the same.
 */
const SLACK_MS = 30_000;

/** Between which amounts the refined toll of a route lies. */
export function boundQuote(
  route: PlannedRoute,
  request: QuoteRequest,
  { passages: finder, tolls, calendar }: BoundParts,
): TollBounds {
  const { startMs } = request;
  const { isTimeSure, passages: possible } = finder.findPossible(route);
  const found = listChargedThen(possible, route, { tolls, startMs });
  const slackMs = isTimeSure ? 0 : SLACK_MS;
  const { namedStations = [] } = route;
  // One that may be a station of ours under a new name is one payment or two.
  const sure = found.filter(({ isSure }) => isSure);
  const listUnknown = (among: readonly StationPassage[]) =>
    listUnknownStations(namedStations, among, { tolls, startMs });
  const surelyListed = new Set(listUnknown(found).map(({ station }) => station.id));
  const listed = listUnknown(sure).map((passage) => ({
    ...passage,
    isSure: surelyListed.has(passage.station.id),
  }));
  const passages = [...toPossible(found, { tolls, startMs }), ...listed].sort(
    (a, b) => a.atMs - b.atMs,
  );
  return boundTolls(passages, { ...request, slackMs }, calendar);
}

/** Rows that repeat a station mean the same drive past it. */
function toPossible(found: readonly DoubtedPassage[], terms: PassageTerms): PossiblePassage[] {
  const inOrder = found.toSorted((a, b) => a.atS - b.atS);
  const known = listKnown(inOrder, terms);
  return known
    .filter(
      (one, i) => !known.slice(0, i).some((before) => before.isSure && isRepeated(before, one)),
    )
    .map(({ station, atMs, isSure, drive }) => ({ station, atMs, isSure, drive }));
}
