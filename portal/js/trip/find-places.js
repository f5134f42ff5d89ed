// @ts-check
import { ask } from '../api.js';
import { parseCoordinates } from '../base/coordinates.js';

/**
 * @typedef {object} NamedPlace
 * @property {string} name
 * @property {string} [area] the municipality.
 * @property {string} [kind]
 * @property {string} [code] the postcode, or the code of an airport.
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

/**
 * What a text means, by the rule of the API: its place, or why there is none. For a name that is not known it is the
 * place whose name is nearest to it.
 *
 * @param {string} text
 * @returns {Promise<{ place: NamedPlace, typed?: string } | { candidates: readonly NamedPlace[], far: readonly NamedPlace[] }>}
 *   `typed`: the text, where the place has another name; `far`: places of the name that no road leads near.
 * @throws ApiError
 */
export async function findMeant(text) {
  if (text.trim() === '') return { candidates: [], far: [] };
  const { body } = await ask('GET', `place?${new URLSearchParams({ q: text })}`);
  /** @type {{ place?: NamedPlace, candidates?: readonly NamedPlace[], isUnknown?: boolean, far?: readonly NamedPlace[] }} */
  const { place, candidates = [], isUnknown, far = [] } = body;
  const typed = text.trim();
  if (place !== undefined) return isCalled(place, typed) ? { place } : { place, typed };
  const [near] = candidates;
  return isUnknown && near !== undefined ? { place: near, typed } : { candidates, far };
}

/**
 * Whether a text is the name of a place, whatever follows a comma, or its postcode.
 *
 * @param {NamedPlace} place
 * @param {string} text
 */
function isCalled({ name, kind, code }, text) {
  const [typed = ''] = text.split(',');
  const names = kind === 'postcode' && code !== undefined ? [name, code] : [name];
  return names.some((one) => isSame(one, text) || isSame(one, typed));
}

/**
 * @param {string} name
 * @param {string} other
 */
const isSame = (name, other) => name.toLowerCase() === other.trim().toLowerCase();
