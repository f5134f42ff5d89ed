import type { PlannedRoute } from '../trip/ports.ts';
import { listStretches } from '../trip/stretch.ts';
import type { AnswerFeature } from './answer-types.ts';
import { coordinatesOf } from './coordinates.ts';
import type { SpatialReference } from './parse-quote-request.ts';
import { toMinutes } from './rounding.ts';

/** The line of a route as GeoJSON, one feature for each stretch of road or ferry. */
export function formatFeatures(route: PlannedRoute, srs: SpatialReference): AnswerFeature[] {
  return listStretches(route).map(({ kind, fromIndex, toIndex, lengthM, durationS }) => ({
    type: 'Feature',
    geometry: {
      type: 'LineString',
      coordinates: coordinatesOf(route.line.slice(fromIndex, toIndex + 1), srs),
    },
    properties: { kind, lengthM: Math.round(lengthM), durationMin: toMinutes(durationS) },
  }));
}
