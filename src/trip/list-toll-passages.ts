import { toOsloTime } from '../base/oslo-time.ts';
import type { Warning } from '../base/warning.ts';
import { isOneDrivePast } from '../pricing/toll/drive-past.ts';
import type { TollStation } from '../pricing/toll/law.ts';
import type { TollPassage } from '../pricing/toll/terms.ts';
import type { NamedStation, PlannedRoute, StationPassage, TollCatalogue } from './ports.ts';

/** The passages of a route with their stations. */
export interface ListedPassages {
  /** In travel order. */
  readonly passages: readonly TollPassage[];
  /** The passages of our own stations, by place. */
  readonly seen: readonly { readonly project: string; readonly alongM: number }[];
  /** Stations that nobody knows. */
  readonly warnings: readonly Warning[];
}

export interface PassageTerms {
  readonly tolls: TollCatalogue;
  /** Departure, Unix milliseconds. */
  readonly startMs: number;
  /** False: list prices of a planner count, for stations that only it knows. */
  readonly refined: boolean;
}

/**
 * Looks the stations up. A station that the planner names and our catalogue does not have is a
 * passage as well: preliminary sums have its list price, as they are sums of prices on the route;
 * exact ones leave it out, because its direction, rush and rules are not known.
 */
export function listTollPassages(
  { namedStations = [] }: PlannedRoute,
  found: readonly StationPassage[],
  { tolls, startMs, refined }: PassageTerms,
): ListedPassages {
  const toMs = (atS: number) => startMs + Math.round(atS * 1000);
  const isKnown = (id: string) => tolls.findStation(id) !== undefined;
  const own = found
    .flatMap((passage) => toOwn(passage, toMs(passage.atS), tolls))
    .filter((passage, i, all) => !all.slice(0, i).some((before) => isSamePast(before, passage)));
  const listed = namedStations
    .filter(({ id }) => !isKnown(id))
    .map((named) => {
      const atMs = toMs(named.atS);
      return { station: toListedStation(named, tolls, refined ? undefined : atMs), atMs };
    });
  const unknown = found.filter(
    ({ stationId }) => !isKnown(stationId) && !namedStations.some(({ id }) => id === stationId),
  );
  return {
    passages: [...own.map(({ station, atMs }) => ({ station, atMs })), ...listed].sort(
      (a, b) => a.atMs - b.atMs,
    ),
    seen: own.map(({ station, alongM }) => ({ project: station.project.id, alongM })),
    warnings: unknown.map(({ stationId }) => stationNotInCatalogue(stationId)),
  };
}

interface OwnPassage extends StationPassage, TollPassage {}

/** Rows that repeat a station have ids of their own, and mean the same drive past it. */
const isSamePast = (before: OwnPassage, { station, stationId, atMs }: OwnPassage): boolean =>
  before.station.id === station.id &&
  before.stationId !== stationId &&
  isOneDrivePast(station, before.atMs, atMs);

/** A passage with its station; `[]` for a station that the catalogue does not have. */
function toOwn(passage: StationPassage, atMs: number, tolls: TollCatalogue): OwnPassage[] {
  const found = tolls.findStation(passage.stationId);
  if (found === undefined) return [];
  const station = passage.isDirectionCertain ? withoutDoubt(found) : found;
  return [{ ...passage, station, atMs }];
}

/** The station as it is where the links of the road database have told its direction. */
function withoutDoubt(station: TollStation): TollStation {
  const { directionUndecided: _, directionInferred: __, ...rest } = station;
  return rest;
}

/**
 * A station that only the planner knows.
 *
 * @param atMs the moment that the list price is for; absent: nothing is charged by it.
 */
function toListedStation(
  { id, name, at, listed }: NamedStation,
  { otherProject }: TollCatalogue,
  atMs: number | undefined,
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
    tariffs:
      atMs === undefined || !hasPrice ? [] : [{ from: toOsloTime(atMs).day, ...listed, source }],
    listed,
  };
}

const toSixDecimals = (degrees: number) => Math.round(degrees * 1e6) / 1e6;

const stationNotInCatalogue = (stationId: string): Warning => ({
  code: 'station_unpriced',
  message: `The toll station ${stationId} of the road network is not in the catalogue, and the sums leave it out.`,
  about: stationId,
});
