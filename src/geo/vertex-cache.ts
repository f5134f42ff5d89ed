import type { LatLon, Utm33 } from '../base/point.ts';
import { toUtm33 } from './utm33.ts';

/**
 * A point whose place on the grid is known, and how it is written: of thousands of routes over a vertex
 * it is asked once.
 */
export class CachedVertex implements LatLon {
  readonly lat: number;
  readonly lon: number;
  readonly utm: Utm33;
  // Fields and not a map: each point of each answer is looked up here, and a map takes ten times as long.
  #inMetres: WrittenPosition | undefined;
  #inDegrees: WrittenPosition | undefined;

  constructor(lat: number, lon: number) {
    this.lat = lat;
    this.lon = lon;
    this.utm = toUtm33(this);
  }

  get inMetres(): WrittenPosition {
    this.#inMetres ??= writeMetres(this.utm);
    return this.#inMetres;
  }

  get inDegrees(): WrittenPosition {
    this.#inDegrees ??= writeDegrees(this);
    return this.#inDegrees;
  }
}

export const cacheVertex = (lat: number, lon: number): CachedVertex => new CachedVertex(lat, lon);

/** The place of a point on the grid, cached or not. */
export const utmOf = (point: LatLon): Utm33 =>
  point instanceof CachedVertex ? point.utm : toUtm33(point);

/** A point as answers show it in EPSG:25833, cached or not. */
export const inMetres = (point: LatLon): WrittenPosition =>
  point instanceof CachedVertex ? point.inMetres : writeMetres(toUtm33(point));

/** A point as answers show it in EPSG:4326, cached or not. */
export const inDegrees = (point: LatLon): WrittenPosition =>
  point instanceof CachedVertex ? point.inDegrees : writeDegrees(point);

/** Easting, northing in metres (EPSG:25833), or lon, lat in degrees (EPSG:4326). */
export type Position = readonly [number, number];

/** A place as answers show it: to a decimetre, which is finer than the road network. */
export interface WrittenPosition {
  readonly position: Position;
  /** The same as JSON. */
  readonly text: string;
}

const writeMetres = ([eastingM, northingM]: Utm33): WrittenPosition =>
  write([Math.round(eastingM * 10) / 10, Math.round(northingM * 10) / 10]);

/** Six decimals are a decimetre. */
const writeDegrees = ({ lat, lon }: LatLon): WrittenPosition =>
  write([Math.round(lon * 1e6) / 1e6, Math.round(lat * 1e6) / 1e6]);

const write = (position: Position): WrittenPosition => ({
  position,
  text: JSON.stringify(position),
});
