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
 * Places that are called as typed, the best first.
 *
 * @param {string} text
 * @param {AbortSignal} [signal]
 * @returns {Promise<readonly NamedPlace[] | undefined>} `undefined` for coordinates, which need no
 *   suggestions.
 * @throws ApiError
 */
export async function findPlaces(text, signal) {
  if (parseCoordinates(text) !== undefined) return undefined;
  const query = new URLSearchParams({ q: text });
  const { body } = await ask('GET', `places?${query}`, signal === undefined ? {} : { signal });
  return body.places;
}
