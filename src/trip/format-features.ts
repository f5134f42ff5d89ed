import type { LatLon } from '../base/point.ts';
import { toUtm33 } from '../geo/utm33.ts';
import type { AnswerFeature } from './answer-types.ts';
import type { SpatialReference } from './parse-quote-request.ts';
import type { PlannedRoute } from './ports.ts';
import { toMinutes } from './rounding.ts';
import { listStretches } from './stretch.ts';

/** The line of a route as GeoJSON, one feature for each stretch of road or ferry. */
export function formatFeatures(route: PlannedRoute, srs: SpatialReference): AnswerFeature[] {
  const coordinates = route.line.map(FORMAT[srs]);
  return listStretches(route).map(({ kind, fromIndex, toIndex, lengthM, durationS }) => ({
    type: 'Feature',
    geometry: { type: 'LineString', coordinates: coordinates.slice(fromIndex, toIndex + 1) },
    properties: { kind, lengthM: Math.round(lengthM), durationMin: toMinutes(durationS) },
  }));
}

/** A decimetre in both systems, which is finer than the road network. */
const FORMAT: Record<SpatialReference, (at: LatLon) => readonly [number, number]> = {
  '25833': (at) => {
    const [eastingM, northingM] = toUtm33(at);
    return [Math.round(eastingM * 10) / 10, Math.round(northingM * 10) / 10];
  },
  '4326': ({ lat, lon }) => [Math.round(lon * 1e6) / 1e6, Math.round(lat * 1e6) / 1e6],
};
