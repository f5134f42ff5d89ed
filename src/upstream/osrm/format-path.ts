import type { LatLon } from '../../base/point.ts';
import { MOST_ALTERNATIVES } from '../../trip/alternatives.ts';

/**
 * The question for routes over stops, in travel order: what stands behind the server's address.
 *
 * There is no departure time, and no more than one route when there are stops between: a server
 * refuses alternatives then. How many of them a server looks for is its own affair.
 *
 * @param alternatives 0: none are wanted.
 */
export function formatPath(stops: readonly LatLon[], alternatives = MOST_ALTERNATIVES): string {
  const query = new URLSearchParams({
    alternatives: String(stops.length === 2 && alternatives > 0),
    steps: 'true',
    geometries: 'geojson',
    overview: 'full',
    generate_hints: 'false',
  });
  return `/route/v1/driving/${stops.map(formatPoint).join(';')}?${query}`;
}

/** Longitude first, at most six decimals, which is 0.1 m. */
const formatPoint = ({ lat, lon }: LatLon) => `${toSixDecimals(lon)},${toSixDecimals(lat)}`;

const toSixDecimals = (degrees: number) => String(Number(degrees.toFixed(6)));
