import type { LatLon } from '../../base/point.ts';
import { MOST_ALTERNATIVES } from '../../trip/alternatives.ts';
import type { TripRequest } from '../../trip/ports.ts';

/** What a request depends on besides its stops. */
export interface RequestTerms {
  /** Seconds to wait and board, once per ferry. */
  readonly boardingS: number;
}

/** What the way depends on, and how many are wanted. */
export type WayTerms = RequestTerms & Pick<TripRequest, 'alternatives'>;

/**
 * Seconds of detour that a toll station is worth to somebody who avoids tolls: the engine's
 * maximum, so that a toll-free route is taken wherever one exists.
 */
const AVOID_TOLLS_S = 43_200;
/**
 * Roads this near to a stop on a road are as good as it. At a toll station the two carriageways lie
 * 2 m apart; a stop there must not decide in which direction one drives on. Metres.
 */
export const SAME_ROAD_M = 5;
/** Tells locations at one stop apart: about 0.1 m. */
const ASIDE_DEG = 1e-6;
/** A stop on a ferry line would be in the sea. */
const ON_ROADS = { search_filter: { exclude_ferry: true } };

/** Nobody sets out from a ramp, but a point of a route may lie on one. */
const OFF_RAMPS = { search_filter: { ...ON_ROADS.search_filter, exclude_ramp: true } };

/** Above a tunnel one stands on the hill. */
const IN_THE_OPEN = { search_filter: { ...OFF_RAMPS.search_filter, exclude_tunnel: true } };

/**
 * The engine's question where on a road each of the stops lies, as JSON: first all of them on any
 * road, then on roads in the open, then on roads that are no ramps.
 */
export function formatLocate(stops: readonly LatLon[]): string {
  const locations = [ON_ROADS, IN_THE_OPEN, OFF_RAMPS].flatMap((roads, set) =>
    // The engine gives one answer for all locations at a point, whatever they exclude.
    stops.map(({ lat, lon }) => ({ lat: lat - set * ASIDE_DEG, lon, ...roads })),
  );
  return JSON.stringify({ locations, costing: 'auto' });
}

/**
 * The engine's request for a trip over stops on roads, as JSON. Ferries are not excluded here: from
 * a stop at the end of a quay the engine must be free to board.
 *
 * Looking for alternatives is a fifth to a third of the engine's work: no more are asked for than are
 * wanted; on a trip with via points it finds none.
 */
export function formatRequest(
  stops: readonly LatLon[],
  avoidTolls: boolean,
  { boardingS, alternatives = MOST_ALTERNATIVES }: WayTerms,
): string {
  const isEnd = (i: number) => i === 0 || i === stops.length - 1;
  return JSON.stringify({
    locations: stops.map(({ lat, lon }, i) => ({
      lat,
      lon,
      type: isEnd(i) ? 'break' : 'via',
      radius: SAME_ROAD_M,
    })),
    costing: 'auto',
    costing_options: {
      auto: {
        // AutoPASS stations are driven past without stopping.
        toll_booth_cost: 0,
        toll_booth_penalty: avoidTolls ? AVOID_TOLLS_S : 0,
        ferry_cost: boardingS,
      },
    },
    alternates: stops.length === 2 ? alternatives : 0,
    format: 'osrm',
    shape_format: 'polyline6',
    directions_type: 'maneuvers',
    filters: { action: 'include', attributes: ['shape_attributes.time'] },
  });
}
