import { utmLineOf } from '../geo/measured-line.ts';
import { isSurveyed, toDecimetre } from '../geo/surveyed-point.ts';
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
const FORMAT: Record<SpatialReference, (route: PlannedRoute) => AnswerCoordinates> = {
  '25833': ({ line }) =>
    line.every(isSurveyed) ? utmLineOf(line) : utmLineOf(line).map(toDecimetre),
  '4326': ({ line }) =>
    line.map(({ lat, lon }) => [Math.round(lon * 1e6) / 1e6, Math.round(lat * 1e6) / 1e6]),
};

type AnswerCoordinates = AnswerFeature['geometry']['coordinates'];
