import { Fault } from '../base/fault.ts';
import type { LatLon } from '../base/point.ts';
import type { TripRequest } from './ports.ts';

/**
 * A box of whole degrees around the mainland, from Lindesnes to Kinnarodden and from Vardetangen to
 * Kibergsneset, rounded outwards. It only decides what a message suggests.
 */
const NORWAY = { south: 57, north: 72, west: 4, east: 32 } as const;

/**
 * Gives a `route_not_possible` fault a sentence that helps: a stop outside Norway whose latitude
 * and longitude were exchanged is named. Any other error comes back as it is.
 */
export function explainNoRoute(error: unknown, { from, via, to }: TripRequest): unknown {
  if (!(error instanceof Fault) || error.code !== 'route_not_possible') return error;
  if (error.publicMessage !== error.code) return error;
  const stops: readonly (readonly [string, LatLon])[] = [
    ['from', from],
    ...via.map((point, i) => [`via point ${i + 1}`, point] as const),
    ['to', to],
  ];
  const swapped = stops.find(([, { lat, lon }]) => !isInNorway(lat, lon) && isInNorway(lon, lat));
  const sentence =
    swapped === undefined
      ? 'There is no drivable route between the points, or one lies too far from a road.'
      : `${swapped[0]} lies outside Norway, and inside with its numbers exchanged: the latitude comes first.`;
  return new Fault(error.code, sentence, { message: error.message, cause: error });
}

const isInNorway = (lat: number, lon: number) =>
  lat > NORWAY.south && lat < NORWAY.north && lon > NORWAY.west && lon < NORWAY.east;
