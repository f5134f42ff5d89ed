import type { LatLon } from '../../base/point.ts';
import { readList, readRecord } from '../../base/read-loose.ts';
import { decodePolyline } from '../../geo/polyline.ts';

/**
 * The points of a geometry, in travel order: GeoJSON as we ask for it, or the encoded line that a
 * server gives by default.
 *
 * @returns `undefined` for what is neither, or lies outside the world.
 */
export function parseLine(geometry: unknown): LatLon[] | undefined {
  if (typeof geometry === 'string') {
    // The text does not say how many decimals it has: read with one too few, degrees are tenfold.
    const decoded = ([5, 6] as const).map((decimals) => decodePolyline(geometry, decimals));
    return decoded.find(isInWorld);
  }
  const coordinates = readRecord(geometry)?.coordinates;
  if (!Array.isArray(coordinates)) return undefined;
  const line = coordinates.map((position: unknown): LatLon => {
    const [lon, lat] = readList(position);
    return { lat: degreesOf(lat), lon: degreesOf(lon) };
  });
  return isInWorld(line) ? line : undefined;
}

const degreesOf = (value: unknown) => (typeof value === 'number' ? value : Number.NaN);

const isInWorld = (line: readonly LatLon[]) =>
  line.every(({ lat, lon }) => Math.abs(lat) <= 90 && Math.abs(lon) <= 180);
