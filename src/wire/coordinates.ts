/** The coordinates of a GeoJSON geometry. */
import type { LatLon } from '../base/point.ts';
import type { Position, WrittenPosition } from '../geo/surveyed-point.ts';
import { inDegrees, inMetres } from '../geo/surveyed-point.ts';
import type { SpatialReference } from './parse-quote-request.ts';

const WRITE: Readonly<Record<SpatialReference, (point: LatLon) => WrittenPosition>> = {
  '25833': inMetres,
  '4326': inDegrees,
};

/** What coordinates of ours have been made of. */
const sources = new WeakMap<readonly Position[], readonly WrittenPosition[]>();

/** The points of a line in a coordinate system. */
export function coordinatesOf(line: readonly LatLon[], srs: SpatialReference): readonly Position[] {
  const written = line.map(WRITE[srs]);
  const coordinates = written.map(({ position }) => position);
  sources.set(coordinates, written);
  return coordinates;
}

/** Coordinates as JSON, whoever has made them: the texts of ours are there already. */
export function writeCoordinates(coordinates: unknown): string | undefined {
  const written = sources.get(coordinates as readonly Position[]);
  return written === undefined
    ? JSON.stringify(coordinates)
    : `[${written.map(({ text }) => text).join(',')}]`;
}
