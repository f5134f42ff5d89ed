import type { Day } from '../base/day.ts';
import { toOsloTime } from '../base/oslo-time.ts';
import type { Warning } from '../base/warning.ts';
import { angleBetweenDeg, distancesAlongM, flatBearingDeg } from '../geo/on-line.ts';
import {
  isSameName,
  lineBetween,
  type NamedStation,
  type PlannedRoute,
  type StationPassage,
} from '../passages/planned-route.ts';
import { isBefore } from '../pricing/dated.ts';
import { isOneDrivePast } from '../pricing/toll/drive-past.ts';
import { isCollecting } from '../pricing/toll/in-force.ts';
import type { TollStation } from '../pricing/toll/law.ts';
import type { DriveMark, TollPassage } from '../pricing/toll/terms.ts';
import type { TollCatalogue } from './ports.ts';

/** The passages of a route with their stations. */
export interface ListedPassages {
  /** In travel order. */
  readonly passages: readonly TollPassage[];
  /** The passages of our own stations, by place. */
  readonly seen: readonly { readonly project: string; readonly alongM: number }[];
  /** Warnings about stations that are not known. */
  readonly warnings: readonly Warning[];
}

export interface PassageTerms {
  readonly tolls: TollCatalogue;
  /** Departure, Unix milliseconds. */
  readonly startMs: number;
}

/**
 * Looks the stations up. A station that the planner names and our catalogue does not have is a
 * passage as well, by its list price: see `listUnknownStations`.
 */
export function listTollPassages(
  { namedStations = [] }: PlannedRoute,
  found: readonly StationPassage[],
  { tolls, startMs }: PassageTerms,
): ListedPassages {
  const isKnown = (id: string) => tolls.findStation(id) !== undefined;
  const own = withoutRepeated(listKnown(found, { tolls, startMs }));
  const listed = listUnknownStations(namedStations, found, { tolls, startMs });
  const unknown = found.filter(
    ({ stationId }) => !isKnown(stationId) && !namedStations.some(({ id }) => id === stationId),
  );
  return {
    passages: [
      ...own.map(({ station, atMs, drive, isDirectionCertain }) => ({
        station: isDirectionCertain ? withoutDoubt(station) : station,
        atMs,
        drive,
      })),
      ...listed,
    ].sort((a, b) => a.atMs - b.atMs),
    seen: own.map(({ station, alongM }) => ({ project: station.project.id, alongM })),
    warnings: unknown.map(({ stationId }) => stationNotInCatalogue(stationId)),
  };
}

/**
 * Stations that may be passed and are not surely passed, each once. Stations that do not collect at that moment are
 * left out.
 */
export function listDoubtedStations(
  found: readonly StationPassage[],
  terms: PassageTerms,
): TollStation[] {
  if (!found.some(({ isDoubted }) => isDoubted)) return [];
  const known = listKnown(found, terms);
  const sure = known.filter(({ isDoubted }) => !isDoubted);
  const doubted = known.filter(
    (one) =>
      one.isDoubted &&
      isCollecting(one.station, toOsloTime(one.atMs)) &&
      !sure.some((other) => isSamePast(other, one)),
  );
  return [...new Map(doubted.map(({ station }) => [station.passageKey, station])).values()];
}

/** A station to which the planner gives a new id is this near to our own. Metres. */
const SAME_PLACE_M = 500;
/** A station that has a new name as well is this near to where our own stands. Metres. */
const SAME_SPOT_M = 150;

/**
 * The stations that only the planner knows, each with its list price, since their rush, rules and direction are not
 * known.
 *
 * @param found the passages of our own stations. A planner's station of the same name at the same place is one of them.
 * So is one of another name on the same spot, where the planner does not name our own station: else it would be charged
 * twice.
 */
export function listUnknownStations(
  namedStations: readonly NamedStation[],
  found: readonly StationPassage[],
  { tolls, startMs }: PassageTerms,
): TollPassage[] {
  const isThere = (
    { id, name, alongM }: NamedStation,
    { stationId, alongM: ownM }: StationPassage,
  ) => {
    const own = tolls.findStation(stationId);
    const isNamedSo = tolls.findStation(id) === own || isSameName(own?.name ?? '', name);
    return own !== undefined && isNamedSo && Math.abs(ownM - alongM) <= SAME_PLACE_M;
  };
  const unnamed = found.filter(
    (passage) =>
      tolls.findStation(passage.stationId) !== undefined &&
      !namedStations.some((named) => isThere(named, passage)),
  );
  const isOurs = (named: NamedStation) =>
    tolls.findStation(named.id) !== undefined ||
    found.some((passage) => isThere(named, passage)) ||
    unnamed.some(({ alongM }) => Math.abs(alongM - named.alongM) <= SAME_SPOT_M);
  return namedStations
    .filter((named) => !isOurs(named))
    .map((named) => {
      const atMs = startMs + Math.round(named.atS * 1000);
      return { station: toListedStation(named, tolls, atMs), atMs };
    });
}

/** A passage of a station under the id of one of its rows. */
export interface NamedPassage extends TollPassage {
  readonly stationId: string;
}

/** Rows that repeat a station have ids of their own, and mean the same drive past it. */
export const isRepeated = (
  before: NamedPassage,
  { station, stationId, atMs }: NamedPassage,
): boolean =>
  before.station.id === station.id &&
  before.stationId !== stationId &&
  isOneDrivePast(station, before.atMs, atMs);

/** @param passages in travel order. */
export const withoutRepeated = <Passage extends NamedPassage>(
  passages: readonly Passage[],
): Passage[] =>
  passages.filter((one, i) => !passages.slice(0, i).some((before) => isRepeated(before, one)));

/** Do two passages, whichever comes first, pass one station in one drive past it? */
export const isSamePast = (one: TollPassage, other: TollPassage): boolean =>
  one.station.passageKey === other.station.passageKey &&
  isOneDrivePast(other.station, Math.min(one.atMs, other.atMs), Math.max(one.atMs, other.atMs));

/** The drive of a recording that a passage belongs to; undefined: the recording is one drive. */
export const markOf = (trip: number | undefined): DriveMark | undefined =>
  trip === undefined ? undefined : { no: 0, trip };

/** Passages with their stations, without those of stations that the catalogue does not have. */
export const listKnown = <Passage extends StationPassage>(
  found: readonly Passage[],
  { tolls, startMs }: PassageTerms,
): (Passage & NamedPassage)[] =>
  found.flatMap((passage) => {
    const station = tolls.findStation(passage.stationId);
    const atMs = startMs + Math.round(passage.atS * 1000);
    return station ? [{ ...passage, station, atMs, drive: markOf(passage.trip) }] : [];
  });

/** The station without a doubt about its direction, for a passage where the links of the road database have told it. */
function withoutDoubt(station: TollStation): TollStation {
  const { directionUndecided: _, directionInferred: __, ...rest } = station;
  return rest;
}

/**
 * A station that only the planner knows.
 *
 * @param atMs the moment that the list price is for.
 */
function toListedStation(
  { id, name, at, listed }: NamedStation,
  { otherProject }: TollCatalogue,
  atMs: number,
): TollStation {
  const hasPrice = (listed.small ?? listed.large) !== undefined;
  const source = 'list price of the route planner';
  return {
    id,
    name,
    operator: '',
    at: { lat: toSixDecimals(at.lat), lon: toSixDecimals(at.lon) },
    passageKey: `listed/${id === '' ? name : id}`,
    project: otherProject,
    tariffs: hasPrice ? [{ from: toOsloTime(atMs).day, ...listed, source }] : [],
    vehicleTariffs: [],
    listed,
  };
}

const toSixDecimals = (degrees: number) => Math.round(degrees * 1e6) / 1e6;

const stationNotInCatalogue = (stationId: string): Warning => ({
  code: 'station_unpriced',
  message: `The toll station ${stationId} of the road network is not in the catalogue, and the sums leave it out.`,
  about: stationId,
});

/**
 * The passages without those that were free on that day: their station charged only drives towards a place, and they
 * head away from it. Today it charges both directions, so the road network tells none.
 */
export function listChargedThen<Passage extends StationPassage>(
  found: readonly Passage[],
  route: PlannedRoute,
  { tolls, startMs }: PassageTerms,
): readonly Passage[] {
  const isFree = ({ stationId, atS, alongM }: Passage) => {
    const station = tolls.findStation(stationId);
    // Few stations ever had such a period, and a heading takes a while.
    if (station?.periods?.some(({ towards }) => towards) !== true) return false;
    const { day } = toOsloTime(startMs + Math.round(atS * 1000));
    return !isChargedHeading(station, day, headingDeg(route, alongM));
  };
  return found.some(isFree) ? found.filter((passage) => !isFree(passage)) : found;
}

/** False for a station that on the day charged only drives towards a place, and a drive that heads away from it. */
export function isChargedHeading(
  { at, periods }: Pick<TollStation, 'at' | 'periods'>,
  day: Day,
  deg: number,
): boolean {
  const towards = periods?.find((period) => period.towards)?.towards;
  if (towards === undefined || day >= towards.until) return true;
  return angleBetweenDeg(deg, flatBearingDeg(at, towards)) <= 90;
}

/** The heading of a route at a place: from the point of its line before the place to the point behind it. */
function headingDeg(route: PlannedRoute, alongM: number): number {
  const measured = Array.from(route.rows?.alongM ?? distancesAlongM(route.line));
  const before = measured.slice(0, -1).findLastIndex((m) => m < alongM);
  const behind = measured.findIndex((m) => m > alongM);
  const points = lineBetween(
    route,
    Math.max(before, 0),
    behind === -1 ? measured.length : behind + 1,
  );
  const [from, to] = [points[0], points.at(-1)];
  return from === undefined || to === undefined ? 0 : flatBearingDeg(from, to);
}

/**
 * Warns a caller who tells of a passage where no toll is collected; `[]`: the station collects at that moment, or may. On
 * a route such a station is part of the road.
 */
export function tellUncollected({ station, atMs }: TollPassage): Warning[] {
  const time = toOsloTime(atMs);
  if (isCollecting(station, time)) return [];
  const { name: about, periods = [] } = station;
  const later = periods.find(({ openFrom }) => openFrom && isBefore(time, openFrom));
  const when =
    later === undefined
      ? `it ended by ${periods.at(-1)?.openTo?.day}`
      : `it begins on ${later.openFrom?.day} at the earliest`;
  const message = `${about} collects no toll on ${time.day}, ${when}: nothing is charged for the passage.`;
  return [{ code: 'station_not_collecting', message, about }];
}
