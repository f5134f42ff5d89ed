// @ts-check
import { formatCoordinates, parseCoordinates } from '../base/coordinates.js';
import { VEHICLE_FIELDS } from './trip-query.js';

/** @typedef {import('./trip-query.js').Trip} Trip */
/** @typedef {import('./stops.js').Stop} Stop */

/** A plate may point to a person: it never stands in an address. */
const TOLD = VEHICLE_FIELDS.filter((name) => name !== 'plate');

/**
 * A trip as the part of the address behind `#`, which no server gets: it survives a reload and can be
 * handed on.
 *
 * @param {Trip} trip
 * @param {readonly Stop[]} stops
 * @param {boolean} isNow the trip departs at no named time.
 */
export function toFragment(
  { wallTime, ferryClass, vehicleLength, heavy, vehicle, avoidTolls, valueOfTime, stayMin },
  stops,
  isNow,
) {
  const fragment = new URLSearchParams();
  for (const { text, point } of stops)
    if (point !== undefined) fragment.append('stop', `${formatCoordinates(point)} ${text}`);
  if (!isNow) fragment.set('time', wallTime);
  const told = TOLD.map((name) => [name, vehicle[name]]);
  const written = {
    class: ferryClass,
    length: vehicleLength,
    heavy: heavy ? '1' : '',
    ...Object.fromEntries(told),
    avoidTolls: avoidTolls ? '1' : '',
    stay: stayMin,
    valueOfTime,
  };
  for (const [name, value] of Object.entries(written)) if (value !== '') fragment.set(name, value);
  return fragment.toString();
}

/**
 * What a fragment says; what cannot be read is left out.
 *
 * @param {string} text without `#`.
 */
export function readFragment(text) {
  const fragment = new URLSearchParams(text);
  const stops = fragment.getAll('stop').flatMap((written) => {
    const [, at = '', name = ''] = /^(\S+) ?(.*)$/.exec(written) ?? [];
    const point = parseCoordinates(at);
    return point === undefined ? [] : [{ text: name === '' ? at : name, point }];
  });
  /** @param {string} name */
  const of = (name) => fragment.get(name) ?? '';
  const time = of('time');
  return {
    stops,
    wallTime: /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(time) ? time : undefined,
    ferryClass: of('class'),
    vehicleLength: of('length'),
    heavy: of('heavy') === '1',
    vehicle: Object.fromEntries(TOLD.map((name) => [name, of(name)])),
    avoidTolls: of('avoidTolls') === '1',
    valueOfTime: of('valueOfTime'),
    stayMin: of('stay'),
  };
}
