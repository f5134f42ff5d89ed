import type { LatLon } from '../base/point.ts';
import { toUtm33 } from '../geo/utm33.ts';
import { utmLineOf } from '../geo/utm33-cells.ts';
import { buildStationIndex, findPassages } from './passage.ts';
import {
  locateOn,
  type PassageFinder,
  type PlannedRoute,
  type StationPassage,
} from './planned-route.ts';

/** A place at which a toll station charges on a road network of our own. A station may have several. */
export interface Gate {
  /** NVDB id of the station. */
  readonly stationId: string;
  readonly at: LatLon;
}

/** Where the toll stations of a passage finder stand. */
export interface PassageFinderParts {
  /** The gates of the planner's network. */
  readonly gates: readonly Gate[];
  /** All stations that may be charged, with or without a gate. */
  readonly stations: readonly StationPlace[];
  /** How close a line must come to a station to pass it by geometry. Metres. */
  readonly nearM: number;
}

interface StationPlace {
  /** NVDB id. */
  readonly id: string;
  readonly at: LatLon;
}

/**
 * Finds passages on the routes of our own kernel, which tells itself which gates it drives through. By
 * geometry a station stands at its gates, which lie on the lines that are driven, and only a station
 * without a gate stands where the road database puts it.
 */
export function buildPassageFinder({ gates, stations, nearM }: PassageFinderParts): PassageFinder {
  const places = listPlaces(stations, gates);
  const placeIndex = buildStationIndex(places.map(({ at }) => toUtm33(at)));
  const findByGeometry = (route: PlannedRoute) => {
    const placeOn = locateOn(route);
    const passages = findPassages(utmLineOf(route.line), placeIndex, nearM).map(
      ({ point, leg, share }) => {
        const { id: stationId } = places[point] as StationPlace;
        return { stationId, ...placeOn(leg, share) };
      },
    );
    // Of the records of one place, each for a direction, the one of this direction is named.
    const driven = new Set(route.passages?.map(({ stationId }) => stationId));
    const rank = ({ stationId }: StationPassage) => (driven.has(stationId) ? 0 : 1);
    passages.sort((one, other) => one.alongM - other.alongM || rank(one) - rank(other));
    return oncePerSpot(passages, 2 * nearM);
  };
  return {
    findExact: ({ passages }) => passages,
    findByGeometry,
    findPossible(route) {
      const isTold = route.passages !== undefined;
      const found: readonly StationPassage[] = route.passages ?? findByGeometry(route);
      return {
        passages: found.map((passage) => ({ ...passage, isSure: isTold && !passage.isDoubted })),
        isTimeSure: isTold,
      };
    },
  };
}

/** The gates of two carriageways stand side by side: a line that passes one passes the other. */
function oncePerSpot(passages: readonly StationPassage[], spotM: number): StationPassage[] {
  const lastAlongM = new Map<string, number>();
  return passages.filter(({ stationId, alongM }) => {
    const lastM = lastAlongM.get(stationId);
    if (lastM !== undefined && alongM - lastM < spotM) return false;
    lastAlongM.set(stationId, alongM);
    return true;
  });
}

/** The gates of each station, or the station's own place where it has none. */
function listPlaces(
  stations: readonly StationPlace[],
  gates: PassageFinderParts['gates'],
): StationPlace[] {
  const gated = gates.map(({ stationId, at }) => ({ id: stationId, at }));
  const hasGate = new Set(gated.map(({ id }) => id));
  const isCharged = new Set(stations.map(({ id }) => id));
  return [
    ...gated.filter(({ id }) => isCharged.has(id)),
    ...stations.filter(({ id }) => !hasGate.has(id)),
  ];
}
