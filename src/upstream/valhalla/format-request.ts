import type { TripRequest } from '../../trip/ports.ts';

export interface EngineTimes {
  /** Seconds to wait and board, once per ferry. */
  readonly boardingS: number;
}

/** Alternatives beside the recommended route; the engine finds none on a trip with via points. */
const ALTERNATES = 2;
/**
 * Seconds of detour that a toll station is worth to somebody who avoids tolls: the engine's
 * maximum, so that a toll-free route is taken wherever one exists.
 */
const AVOID_TOLLS_S = 43_200;

/** The engine's request for a trip, as JSON. */
export function formatRequest(
  { from, via, to, avoidTolls }: TripRequest,
  times: EngineTimes,
): string {
  // A stop on a ferry line would be in the sea.
  const search_filter = { exclude_ferry: true };
  const stops = [
    { ...from, type: 'break', search_filter },
    ...via.map((point) => ({ ...point, type: 'via', search_filter })),
    { ...to, type: 'break', search_filter },
  ];
  return JSON.stringify({
    locations: stops,
    costing: 'auto',
    costing_options: {
      auto: {
        // AutoPASS stations are driven past without stopping.
        toll_booth_cost: 0,
        toll_booth_penalty: avoidTolls ? AVOID_TOLLS_S : 0,
        ferry_cost: times.boardingS,
      },
    },
    alternates: via.length === 0 ? ALTERNATES : 0,
    format: 'osrm',
    shape_format: 'polyline6',
    directions_type: 'maneuvers',
    filters: { action: 'include', attributes: ['shape_attributes.time'] },
  });
}
