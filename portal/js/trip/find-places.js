// @ts-check
import { ask } from '../api.js';
import { parseCoordinates } from '../base/coordinates.js';

/**
 * @typedef {object} NamedPlace
 * @property {string} name
 * @property {string} [area] the municipality.
 * @property {string} [kind]
 * @property {number} lat
 * @property {number} lon
 */

/**
 * Places whose name begins as typed, the best first; none for coordinates, which need no help.
 *
 * @param {string} text
 * @param {AbortSignal} [signal]
 * @returns {Promise<readonly NamedPlace[]>}
 * @throws ApiError
 */
export async function findPlaces(text, signal) {
  if (parseCoordinates(text) !== undefined) return [];
  const query = new URLSearchParams({ q: text });
  const { body } = await ask('GET', `places?${query}`, signal === undefined ? {} : { signal });
  return body.places;
}
