import { Fault } from '../base/fault.ts';
import type { LatLon } from '../base/point.ts';
import { type Area, isInside } from '../geo/area.ts';
import type { TripRequest } from './ports.ts';

/** Gives an error of a trip the sentence that its caller reads. */
export type ExplainNoRoute = (error: unknown, trip: TripRequest) => unknown;

/**
 * Gives a `route_not_possible` fault a sentence that helps: a stop outside Norway whose latitude
 * and longitude were exchanged is named. Any other error comes back as it is.
 *
 * @param norway the country with its waters.
 */
export function explainNoRoute(norway: Area): ExplainNoRoute {
  const isExchanged = ({ lat, lon }: LatLon) =>
    !isInside(norway, { lat, lon }) && isInside(norway, { lat: lon, lon: lat });
  return (error, trip) => {
    if (!(error instanceof Fault) || error.code !== 'route_not_possible') return error;
    const [name] = listStops(trip).find(([, stop]) => isExchanged(stop)) ?? [];
    if (name === undefined && error.publicMessage !== error.code) return error;
    const sentence =
      name === undefined
        ? 'There is no drivable route between the points, or one lies too far from a road.'
        : `${name} lies outside Norway, and inside with its numbers exchanged: the latitude comes first.`;
    return new Fault(error.code, sentence, { message: error.message, cause: error });
  };
}

const listStops = ({ from, via, to }: TripRequest): readonly (readonly [string, LatLon])[] => [
  ['from', from],
  ...via.map((point, i) => [`via point ${i + 1}`, point] as const),
  ['to', to],
];
