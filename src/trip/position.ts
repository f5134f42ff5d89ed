/** Places as answers show them. */
import { oncePer } from '../base/once-per.ts';
import type { LatLon } from '../base/point.ts';
import { utmOf } from '../geo/surveyed-point.ts';
import type { SpatialReference } from './parse-quote-request.ts';

/** Easting, northing in metres (EPSG:25833), or lon, lat in degrees (EPSG:4326). */
export type Position = readonly [number, number];

/**
 * A place in a coordinate system, to a decimetre in both, which is finer than the road network. The
 * vertices of a network are the same in all its routes: each is rounded and written once.
 */
export const positionOf: Readonly<Record<SpatialReference, (point: LatLon) => Position>> = {
  '25833': oncePer((point) => {
    const [eastingM, northingM] = utmOf(point);
    return written([Math.round(eastingM * 10) / 10, Math.round(northingM * 10) / 10]);
  }),
  '4326': oncePer(({ lat, lon }) =>
    written([Math.round(lon * 1e6) / 1e6, Math.round(lat * 1e6) / 1e6]),
  ),
};

const texts = new WeakMap<Position, string>();

function written(position: Position): Position {
  texts.set(position, JSON.stringify(position));
  return position;
}

/** The coordinates of a GeoJSON geometry as JSON, whoever has made them; positions of ours are written already. */
export function writeCoordinates(coordinates: unknown): string {
  if (!Array.isArray(coordinates)) return JSON.stringify(coordinates);
  let text = '';
  for (const position of coordinates) {
    if (text !== '') text += ',';
    text += texts.get(position) ?? JSON.stringify(position);
  }
  return `[${text}]`;
}
