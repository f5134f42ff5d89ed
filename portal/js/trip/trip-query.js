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
 * @property {boolean} heavy
 * @property {VeryVehicle} vehicle
 * @property {boolean} avoidTolls
 * @property {string} stayMin minutes at the destination, before the way back; empty: there is none.
 * @property {string} valueOfTime NOK an hour; empty: the fastest way.
 */

/**
 * What is known of the very vehicle, which then gets a price of its own; empty: not given.
 *
 * @typedef {Readonly<Record<VehicleField, string>>} VeryVehicle
 * @typedef {typeof VEHICLE_FIELDS[number]} VehicleField
 */
export const VEHICLE_FIELDS = /** @type {const} */ ([
  'plate',
  'vehicleType',
  'fuel',
  'euroClass',
  'weight',
  'trailerLength',
  'ferryAgreement',
  'tag',
]);

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
  addVehicle(query, trip);
  if (trip.avoidTolls) query.set('avoidTolls', '1');
  if (trip.valueOfTime !== '') query.set('valueOfTime', trip.valueOfTime);
  query.set('srs', '4326');
  return query;
}

/**
 * What a recorded drive is priced with; its places and times stand in the recording.
 *
 * @param {Trip} trip
 */
export function traceQuery(trip) {
  const query = toTripQuery({ ...trip, stops: [], avoidTolls: false, valueOfTime: '' });
  for (const name of ['from', 'to']) query.delete(name);
  query.set('explain', '1');
  return query;
}

/**
 * Tells what is asked of a recording from other questions.
 *
 * @param {File} file
 * @param {URLSearchParams} query
 */
export const driveName = ({ name, size, lastModified }, query) =>
  JSON.stringify([name, size, lastModified, String(query)]);

/**
 * What is driven.
 *
 * @param {URLSearchParams} query
 * @param {Pick<Trip, 'ferryClass' | 'vehicleLength' | 'heavy' | 'vehicle'>} driven
 */
export function addVehicle(query, { ferryClass, vehicleLength, heavy, vehicle }) {
  // A length says more than a class, and the API would ignore it beside one.
  if (vehicleLength !== '') query.set('vehicleLength', toDecimal(vehicleLength));
  else if (ferryClass !== '') query.set('ferryClass', ferryClass);
  if (heavy) query.set('heavy', '1');
  for (const name of VEHICLE_FIELDS) {
    const value = vehicle[name];
    if (value !== '') query.set(name, MEASURES.has(name) ? toDecimal(value) : value);
  }
}

/** @type {ReadonlySet<string>} */
const MEASURES = new Set(['weight', 'trailerLength']);

/**
 * Whether the trip asks for the price of the very vehicle.
 *
 * @param {VeryVehicle} vehicle
 */
export function isKnownVehicle(vehicle) {
  return VEHICLE_FIELDS.some((name) => vehicle[name] !== '');
}

/**
 * A number as it is written in Norway, to one that the API reads.
 *
 * @param {string} text
 */
export function toDecimal(text) {
  return text.replace(/\s/g, '').replace(',', '.');
}

/**
 * The same question, for what can be said at once, with the bounds of the exact toll.
 *
 * @param {URLSearchParams} query
 */
export function preliminaryQuery(query) {
  const preliminary = new URLSearchParams(query);
  preliminary.delete('valueOfTime');
  preliminary.set('bounds', '1');
  return preliminary;
}

/**
 * The same question, for exact figures with the proof of each, and all ways that are worth their money where it counts.
 *
 * @param {URLSearchParams} query
 */
export function refinedQuery(query) {
  const refined = new URLSearchParams(query);
  refined.set('refine', '1');
  refined.set('explain', '1');
  if (refined.has('valueOfTime')) refined.set('alternatives', 'pareto');
  return refined;
}

/**
 * There and back as a question of `/api/journey`; both by the fastest way, or off tolls.
 *
 * @param {URLSearchParams} query of the trip.
 * @param {string} stayMin
 * @param {import('./bill.js').TollView} view
 */
export function journeyQuestion(query, stayMin, view) {
  const {
    from,
    to,
    via,
    startTime,
    srs: _,
    valueOfTime: __,
    ...vehicle
  } = Object.fromEntries(query);
  const drive = {
    from,
    to,
    startTime,
    ...(via !== undefined && { via: via.split('|') }),
    return: true,
    dwellMin: Number(stayMin),
  };
  return { ...vehicle, ...(view.startsWith('large') && { heavy: '1' }), drives: [drive] };
}

/** What each way to pay is asked with, where sums are of one vehicle. */
const ASKED_WITH = /** @type {const} */ ({
  small: {},
  smallNoDiscount: { tag: '0' },
  large: { heavy: '1' },
  largeNoDiscount: { heavy: '1', tag: '0' },
  vehicle: {},
});

/**
 * The same trip at every quarter of its day; where the best way of each departure is searched, at every half hour:
 * rush hours begin and end at full and half ones.
 *
 * @param {URLSearchParams} query of the trip.
 * @param {string} wallTime a time of that day.
 * @param {import('./bill.js').TollView} view
 */
export function departuresQuery(query, wallTime, view) {
  const day = wallTime.slice(0, 10);
  const asked = new URLSearchParams(query);
  for (const name of ['startTime', 'srs']) asked.delete(name);
  if (view !== 'vehicle') {
    for (const name of VEHICLE_FIELDS) asked.delete(name);
    asked.delete('heavy');
  }
  for (const [name, value] of Object.entries(ASKED_WITH[view])) asked.set(name, value);
  asked.set('earliest', toStartTime(`${day}T00:00`) ?? '');
  asked.set('latest', toStartTime(`${day}T23:45`) ?? '');
  if (asked.has('valueOfTime')) asked.set('step', '30');
  return asked;
}
