import type { LatLon } from '../base/point.ts';
import type { Warning } from '../base/warning.ts';
import { haversineM } from '../geo/distance.ts';
import { nameStop } from './name-stop.ts';

/** A toll station that no route can pass, because the road network lacks its street. */
export interface UnseenStation {
  readonly name: string;
  readonly at: LatLon;
}

/** A stop of a trip as it was asked for, and how far it was moved to reach a road. */
export interface Stop {
  readonly at: LatLon;
  readonly movedM: number;
}

/**
 * A warning for each station that the first or last stretch of the real drive may pass unseen: it
 * stands within `nearM` of a stop, or within the distance that the stop was moved.
 */
export function listUnseenStations(
  stops: readonly Stop[],
  stations: readonly UnseenStation[],
  nearM: number,
): Warning[] {
  return stations.flatMap(({ name, at }) => {
    const index = stops.findIndex(
      (stop) => haversineM(stop.at, at) <= Math.max(nearM, stop.movedM),
    );
    if (index === -1) return [];
    const where = nameStop(index, stops.length).toLowerCase();
    return [
      {
        code: 'station_not_on_network',
        message: `The toll station ${name} near ${where} stands on a street that the road network does not have: whoever passes it is charged there, too.`,
        about: name,
      },
    ];
  });
}
