/**
 * Stations that no route can pass, because the road network lacks their street or ramp: the real
 * drive may pass them all the same, and the reader of the price must know.
 */
import { toOsloTime } from '../base/oslo-time.ts';
import type { LatLon } from '../base/point.ts';
import type { Warning } from '../base/warning.ts';
import { distancesAlongM, haversineM, M_PER_DEG } from '../geo/on-line.ts';
import type { PlannedRoute, RoadStretch } from '../passages/planned-route.ts';
import { isCollecting } from '../pricing/toll/in-force.ts';
import type { TollStation } from '../pricing/toll/law.ts';
import type { ListedPassages } from './list-toll-passages.ts';
import { openPasses } from './passes-near.ts';
import type { QuotedStop } from './quoted-stops.ts';

export interface UnseenStation extends Pick<TollStation, 'periods'> {
  readonly name: string;
  readonly at: LatLon;
  /** Id of its toll project. */
  readonly project: string;
  /** Its road, `E6`; absent: not known. */
  readonly road?: string;
  /** It stands on a ramp of a road that the network has. */
  readonly onRamp: boolean;
  /** It is a private toll road whose fee is not known. `at` is the place that the road leads to. */
  readonly isUnpricedRoad?: true;
}

/** Distances at which a station off the network is worth a warning. */
export interface UnseenLimits {
  /** From a stop. */
  readonly nearStopM: number;
  /** From a ramp to the route. */
  readonly besideM: number;
  /** Along the route: a drive that passes a station of the same project within this distance does not use the ramp. */
  readonly mainRoadM: number;
  /**
   * Along the route, to both sides of a ramp: a drive that stays on the road for this distance neither leaves nor joins
   * it at the ramp.
   */
  readonly junctionM: number;
}

/** What is known of a route and its passages. */
export interface SeenRoute {
  readonly route: Pick<PlannedRoute, 'line' | 'rows' | 'roads' | 'durationS'>;
  /** Departure, Unix milliseconds. */
  readonly startMs: number;
  readonly stops: readonly Pick<QuotedStop, 'asked' | 'movedM' | 'name'>[];
  readonly passages: ListedPassages['seen'];
}

/** Gives the warnings of a route, each station once; `[]` when nothing is unseen. */
export type ListUnseen = (route: SeenRoute) => Warning[];

/**
 * A station is worth a warning at two places: near a stop, where the way to the network is not known, and on a ramp
 * beside the route. A ramp is left out where the route passes a station of the same project on the road itself, or
 * stays on that road. A station that collects neither at the departure nor at the arrival is not worth one.
 */
export function openUnseenStations(
  stations: readonly UnseenStation[],
  limits: UnseenLimits,
): ListUnseen {
  const ramps = stations.filter(({ onRamp }) => onRamp);
  const listPasses = openPasses(
    ramps.map(({ at }) => at),
    limits.besideM,
  );
  const listBeside = (
    route: SeenRoute['route'],
    passages: SeenRoute['passages'],
    collects: (station: UnseenStation) => boolean,
  ) =>
    listPasses(route).flatMap(({ point, leg }) => {
      const alongM = route.rows?.alongM ?? distancesAlongM(route.line);
      const ramp = ramps[point] as UnseenStation;
      const rampAlongM = alongM[leg] ?? 0;
      const isOnMainRoad = passages.some(
        (passage) =>
          passage.project === ramp.project &&
          Math.abs(passage.alongM - rampAlongM) <= limits.mainRoadM,
      );
      const [fromM, toM] = [rampAlongM - limits.junctionM, rampAlongM + limits.junctionM];
      const isStaying = staysOn(ramp.road, listStretches(route.roads, alongM, fromM, toM));
      return isOnMainRoad || isStaying || !collects(ramp) ? [] : [warn(ramp, 'the route')];
    });

  return ({ route, stops, passages, startMs }) => {
    const times = [startMs, startMs + Math.round(route.durationS * 1000)].map(toOsloTime);
    const collects = (station: UnseenStation) => times.some((time) => isCollecting(station, time));
    const nearStops = stations.filter(collects).flatMap((station) => {
      const stop = stops.find(({ asked, movedM }) =>
        isWithin(asked, station.at, Math.max(limits.nearStopM, movedM)),
      );
      return stop === undefined ? [] : [warn(station, stop.name.toLowerCase())];
    });
    const beside = listBeside(route, passages, collects);
    return [
      ...new Map([...nearStops, ...beside].map((warning) => [warning.about, warning])).values(),
    ];
  };
}

/** The stretches of a route that it drives between two distances from its start; `[]`: the planner tells of none. */
const listStretches = (
  roads: readonly RoadStretch[] = [],
  alongM: ArrayLike<number>,
  fromM: number,
  toM: number,
): RoadStretch[] =>
  roads.filter(({ toIndex }, i) => {
    const beginM = alongM[roads[i - 1]?.toIndex ?? 0] ?? 0;
    return beginM < toM && (alongM[toIndex] ?? 0) > fromM;
  });

const staysOn = (road: string | undefined, stretches: readonly RoadStretch[]): boolean =>
  road !== undefined &&
  stretches.length > 0 &&
  stretches.every(({ numbers }) => numbers.includes(road));

/** The latitude is compared first: nearly all stations are elsewhere in the country. */
const isWithin = (a: LatLon, b: LatLon, reachM: number): boolean =>
  Math.abs(a.lat - b.lat) * M_PER_DEG <= reachM && haversineM(a, b) <= reachM;

const warn = ({ name, isUnpricedRoad }: UnseenStation, where: string): Warning =>
  isUnpricedRoad === true
    ? {
        code: 'private_toll_not_known',
        message: `${name} near ${where} is a private toll road that the road network does not have, and its fee is not known: a driver who takes it pays that, too.`,
        about: name,
      }
    : {
        code: 'station_not_on_network',
        message: `The toll station ${name} near ${where} stands on a street or ramp that the road network does not have: a driver who passes it is charged there, too.`,
        about: name,
      };
