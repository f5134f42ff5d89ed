// @ts-check
import { formatCoordinates } from '../base/coordinates.js';
import { toStartTime } from '../base/oslo-time.js';

/**
 * A trip as the form has it; the texts are empty where nothing was chosen.
 *
 * @typedef {object} Trip
 * @property {readonly import('../base/coordinates.js').LatLon[]} stops start, vias, destination.
 * @property {string} wallTime departure on the Norwegian clock; empty: now.
 * @property {string} ferryClass
 * @property {string} vehicleLength metres.
 * @property {string} plate
 * @property {string} fuel
 * @property {boolean} heavy
 * @property {boolean} avoidTolls
 */

/**
 * The parameters of `/api/route` that ask for a trip, without `refine`; geometry in lon, lat.
 *
 * @param {Trip} trip with two stops at least.
 */
export function toTripQuery(trip) {
  const points = trip.stops.map(formatCoordinates);
  const query = new URLSearchParams({ from: points.at(0) ?? '', to: points.at(-1) ?? '' });
  if (points.length > 2) query.set('via', points.slice(1, -1).join('|'));
  const startTime = toStartTime(trip.wallTime);
  if (startTime !== undefined) query.set('startTime', startTime);
  // A length says more than a class, and the API would ignore it beside one.
  if (trip.vehicleLength !== '') query.set('vehicleLength', trip.vehicleLength.replace(',', '.'));
  else if (trip.ferryClass !== '') query.set('ferryClass', trip.ferryClass);
  if (trip.plate.trim() !== '') query.set('plate', trip.plate.trim());
  if (trip.fuel !== '') query.set('fuel', trip.fuel);
  if (trip.heavy) query.set('heavy', '1');
  if (trip.avoidTolls) query.set('avoidTolls', '1');
  query.set('srs', '4326');
  return query;
}

/**
 * The same question, for exact figures.
 *
 * @param {URLSearchParams} query
 */
export function refinedQuery(query) {
  const refined = new URLSearchParams(query);
  refined.set('refine', '1');
  return refined;
}
