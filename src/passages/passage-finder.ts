import type { LatLon } from '../base/point.ts';
import { distancesAlongM, utmLineOf } from '../geo/measured-line.ts';
import { toUtm33 } from '../geo/utm33.ts';
import { buildGateIndex, findGatePassages, type Gate } from './gate.ts';
import { findPassages } from './passage.ts';
import type { PassageFinder, PlannedRoute, StationPassage } from './planned-route.ts';
import { buildDoubtFinder } from './possible-passages.ts';
import { buildStationIndex } from './station-index.ts';

/** Where the toll stations of a passage finder stand. */
export interface PassageFinderParts {
  /** The gates of the engine's network; absent for an engine whose network has none. */
  readonly gates?: readonly Gate[];
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
 * Finds passages on routes of one engine. Exact matching needs gates; without them it is not
 * possible. By geometry a station stands at its gates, which lie on the lines that are
 * driven, and only a station without a gate stands where the road database puts it.
 */
export function buildPassageFinder({ gates, stations, nearM }: PassageFinderParts): PassageFinder {
  const gateIndex = gates && buildGateIndex(gates);
  const places = listPlaces(stations, gates ?? []);
  const placeIndex = buildStationIndex(places.map(({ at }) => toUtm33(at)));
  const listDoubted = gates && buildDoubtFinder(gates, nearM, locateOn);

  return {
    findExact: async (route) => {
      if (route.passages !== undefined) return route.passages;
      if (gateIndex === undefined) return undefined;
      const placeOn = locateOn(route);
      return findGatePassages(route.line, gateIndex).map(({ gate, pointIndex }) => ({
        stationId: gate.stationId,
        ...placeOn(pointIndex, 0),
      }));
    },
    findByGeometry: (route) => {
      const placeOn = locateOn(route);
      const passages = findPassages(utmLineOf(route.line), placeIndex, nearM).flatMap(
        ({ point, leg, share }) => {
          const place = places[point];
          return place === undefined ? [] : [{ stationId: place.id, ...placeOn(leg, share) }];
        },
      );
      return oncePerSpot(passages, 2 * nearM);
    },
    ...(listDoubted && {
      findPossible: (route) => ({
        passages: route.passages?.map(asSure) ?? listDoubted(route),
        isTimeSure: true,
      }),
    }),
  };
}

const asSure = (passage: StationPassage) => ({ ...passage, isSure: !passage.isDoubted });

/** The gates of both directions stand side by side: a line that passes one passes the other. */
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
function listPlaces(stations: readonly StationPlace[], gates: readonly Gate[]): StationPlace[] {
  const gated = gates.map(({ stationId, at }) => ({ id: stationId, at }));
  const hasGate = new Set(gated.map(({ id }) => id));
  const isCharged = new Set(stations.map(({ id }) => id));
  return [
    ...gated.filter(({ id }) => isCharged.has(id)),
    ...stations.filter(({ id }) => !hasGate.has(id)),
  ];
}

/** Distance and time at a share of the leg that starts at a point of a route. */
export function locateOn(route: PlannedRoute): (leg: number, share: number) => RoutePlace {
  const alongM = distancesAlongM(route.line);
  return (leg, share) => ({
    alongM: valueAt(alongM, leg, share),
    atS: valueAt(route.secondsAt, leg, share),
  });
}

type RoutePlace = Pick<StationPassage, 'alongM' | 'atS'>;

function valueAt(values: readonly number[], index: number, share: number): number {
  const from = values[index] ?? 0;
  return from + ((values[index + 1] ?? from) - from) * share;
}
