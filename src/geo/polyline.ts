/**
 * Encoded polylines, latitude first, with six decimals unless stated otherwise: the form of OSRM's `polyline6` and of
 * our own road links. The code is our own because every point of every answer passes through it.
 *
 * Source: developers.google.com/maps/documentation/utilities/polylinealgorithm, with 1e6 for 1e5 if there are six
 * decimals.
 */
import type { LatLon } from '../base/point.ts';

const SCALE = 1e6;

/**
 * The points of an encoded line, in order; `[]` for an empty text.
 *
 * @param decimals of the degrees. OSRM's default is 5.
 * @param most the largest number of points that are read.
 */
export function decodePolyline(
  encoded: string,
  decimals: 5 | 6 = 6,
  most = Number.POSITIVE_INFINITY,
): LatLon[] {
  const scale = 10 ** decimals;
  const points: LatLon[] = [];
  let index = 0;
  let lat = 0;
  let lon = 0;

  const readDelta = () => {
    let shift = 0;
    let bits = 0;
    let chunk: number;
    do {
      chunk = encoded.charCodeAt(index++) - 63;
      bits |= (chunk & 0x1f) << shift;
      shift += 5;
    } while (chunk >= 0x20);
    return bits & 1 ? ~(bits >> 1) : bits >> 1;
  };

  while (index < encoded.length && points.length < most) {
    lat += readDelta();
    lon += readDelta();
    points.push({ lat: lat / scale, lon: lon / scale });
  }
  return points;
}

/** The encoded form of a line. Its points are rounded to six decimals. */
export function encodePolyline(line: readonly LatLon[]): string {
  let encoded = '';
  let latE6 = 0;
  let lonE6 = 0;
  for (const { lat, lon } of line) {
    const nextLatE6 = Math.round(lat * SCALE);
    const nextLonE6 = Math.round(lon * SCALE);
    encoded += encodeDelta(nextLatE6 - latE6) + encodeDelta(nextLonE6 - lonE6);
    latE6 = nextLatE6;
    lonE6 = nextLonE6;
  }
  return encoded;
}

function encodeDelta(delta: number): string {
  let bits = delta < 0 ? ~(delta << 1) : delta << 1;
  let encoded = '';
  while (bits >= 0x20) {
    encoded += String.fromCharCode((0x20 | (bits & 0x1f)) + 63);
    bits >>= 5;
  }
  return encoded + String.fromCharCode(bits + 63);
}
