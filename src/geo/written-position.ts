import type { LatLon, Utm33 } from '../base/point.ts';

/** Easting, northing in metres (EPSG:25833), or lon, lat in degrees (EPSG:4326). */
export type Position = readonly [number, number];

/** A place as answers show it: to a decimetre, which is finer than the road network. */
export interface WrittenPosition {
  readonly position: Position;
  /** The same as JSON. */
  readonly text: string;
}

export const writeMetres = ([eastingM, northingM]: Utm33): WrittenPosition =>
  write([Math.round(eastingM * 10) / 10, Math.round(northingM * 10) / 10]);

/** Six decimals are a decimetre. */
export const writeDegrees = ({ lat, lon }: LatLon): WrittenPosition =>
  write([Math.round(lon * 1e6) / 1e6, Math.round(lat * 1e6) / 1e6]);

const write = (position: Position): WrittenPosition => ({
  position,
  text: JSON.stringify(position),
});
