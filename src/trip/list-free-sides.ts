/**
 * Stations that a route passes in the direction that is taken for the free one, though no source tells which direction
 * they charge. The drive may be charged all the same, and the reader of the price must know.
 */
import { toOsloTime } from '../base/oslo-time.ts';
import type { LatLon } from '../base/point.ts';
import { eachOnce, type Warning } from '../base/warning.ts';
import type { PlannedRoute } from '../passages/planned-route.ts';
import { isCollecting } from '../pricing/toll/in-force.ts';
import type { TollStation } from '../pricing/toll/law.ts';
import { openPasses } from './passes-near.ts';

/** A station, and a point of its road in the network. */
export interface StationGate {
  readonly station: TollStation;
  readonly at: LatLon;
}

/** What is known of a route and its passages. */
export interface PricedWay {
  readonly route: Pick<PlannedRoute, 'line' | 'rows' | 'secondsAt'>;
  /** Departure, Unix milliseconds. */
  readonly startMs: number;
  /** The stations that it passes in a charged direction. */
  readonly passages: readonly { readonly station: Pick<TollStation, 'passageKey'> }[];
}

/** Gives the warnings of a route, each station once; `[]` where it passes no such station. */
export type ListFreeSides = (way: PricedWay) => Warning[];

/**
 * @param gates of any stations: those whose charged direction is inferred are looked for.
 * @param nearM how close a route comes to a gate that it drives through. Metres.
 */
export function openFreeSides(gates: readonly StationGate[], nearM: number): ListFreeSides {
  const inferred = gates.filter(
    ({ station }) => station.directionInferred === true && station.tariffs.length > 0,
  );
  const listPasses = openPasses(
    inferred.map(({ at }) => at),
    nearM,
  );
  return ({ route, startMs, passages }) => {
    const charged = new Set(passages.map(({ station }) => station.passageKey));
    const found = listPasses(route).flatMap(({ point, leg }) => {
      const { station } = inferred[point] as StationGate;
      const atMs = startMs + 1000 * (route.secondsAt[leg] ?? 0);
      const isTold = charged.has(station.passageKey) || !isCollecting(station, toOsloTime(atMs));
      return isTold ? [] : [warn(station)];
    });
    return eachOnce(found);
  };
}

const warn = ({ name }: TollStation): Warning => ({
  code: 'direction_inferred',
  message: `${name} charges one direction; which one is not published, and is worked out from the metering of its road: the route passes it the way that is taken for the free one.`,
  about: name,
});
