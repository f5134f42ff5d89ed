import { utmLineOf } from '../geo/measured-line.ts';
import type { AnswerFeature } from './answer-types.ts';
import type { SpatialReference } from './parse-quote-request.ts';
import type { PlannedRoute } from './ports.ts';
import { toMinutes } from './rounding.ts';
import { listStretches } from './stretch.ts';

/** The line of a route as GeoJSON, one feature for each stretch of road or ferry. */
export function formatFeatures(route: PlannedRoute, srs: SpatialReference): AnswerFeature[] {
  const coordinates = FORMAT[srs](route);
  return listStretches(route).map(({ kind, fromIndex, toIndex, lengthM, durationS }) => ({
    type: 'Feature',
    geometry: { type: 'LineString', coordinates: coordinates.slice(fromIndex, toIndex + 1) },
    properties: { kind, lengthM: Math.round(lengthM), durationMin: toMinutes(durationS) },
  }));
}

/** A decimetre in both systems, which is finer than the road network. */
const FORMAT: Record<SpatialReference, (route: PlannedRoute) => (readonly [number, number])[]> = {
  '25833': ({ line }) =>
    utmLineOf(line).map(([eastingM, northingM]) => [
      Math.round(eastingM * 10) / 10,
      Math.round(northingM * 10) / 10,
    ]),
  '4326': ({ line }) =>
    line.map(({ lat, lon }) => [Math.round(lon * 1e6) / 1e6, Math.round(lat * 1e6) / 1e6]),
};
