import type { AnswerFeature } from './answer-types.ts';
import type { SpatialReference } from './parse-quote-request.ts';
import type { PlannedRoute } from './ports.ts';
import { positionOf } from './position.ts';
import { toMinutes } from './rounding.ts';
import { listStretches } from './stretch.ts';

/** The line of a route as GeoJSON, one feature for each stretch of road or ferry. */
export function formatFeatures(route: PlannedRoute, srs: SpatialReference): AnswerFeature[] {
  const coordinates = route.line.map(positionOf[srs]);
  return listStretches(route).map(({ kind, fromIndex, toIndex, lengthM, durationS }) => ({
    type: 'Feature',
    geometry: { type: 'LineString', coordinates: coordinates.slice(fromIndex, toIndex + 1) },
    properties: { kind, lengthM: Math.round(lengthM), durationMin: toMinutes(durationS) },
  }));
}
