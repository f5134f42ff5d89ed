/**
 * Gates: toll stations as points of the road network itself.
 *
 * The network is built with a vertex of its own for every station, so a route passes a station
 * exactly when that vertex is an inner point of its line; the vertices before and after it tell
 * the direction.
 */
import type { LatLon } from '../base/point.ts';

export interface Gate {
  /** NVDB id of the station. */
  readonly stationId: string;
  /** The vertex, rounded to six decimals as in the network. */
  readonly at: LatLon;
  /** Bearing of the road at the gate in its forward direction, degrees clockwise from north. */
  readonly forwardBearingDeg: number;
  readonly charged: 'forward' | 'backward' | 'both';
}
