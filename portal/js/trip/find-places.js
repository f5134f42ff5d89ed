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

/**
 * The place that a text means, see `pickMeant`.
 *
 * @param {string} text
 */
export async function findMeant(text) {
  const found = text.trim() === '' ? [] : await findPlaces(text).catch(() => []);
  return pickMeant(text, found ?? []);
}

/** A town is meant before all others of its name, these after all others: as the API has it. */
const MEANT_LAST = ['mountain', 'lodge', 'farm'];

/**
 * The place that a text means of those that were found for it.
 *
 * @param {string} text
 * @param {readonly NamedPlace[]} found the best first.
 * @returns {{ place?: NamedPlace, several?: string }} no `place`: one has to be chosen, `several` tells the name that
 *   places of other municipalities have.
 */
export function pickMeant(text, found) {
  const [first] = found;
  const called = found.find(({ name }) => isSame(name, text)) ?? first;
  if (first === undefined || called === undefined) return {};
  const rival = found.find(
    ({ name, kind, area }) =>
      isSame(name, called.name) &&
      area !== undefined &&
      area !== called.area &&
      isMeantLast(kind) === isMeantLast(called.kind),
  );
  if (called.kind !== 'town' && rival !== undefined) return { several: called.name };
  // A larger place that is called so by a part of its name stands before: the airport Torp before the village.
  return called.area === first.area ? { place: first } : {};
}

/** @param {string | undefined} kind */
const isMeantLast = (kind = '') => MEANT_LAST.includes(kind);

/**
 * @param {string} name
 * @param {string} other
 */
const isSame = (name, other) => name.toLowerCase() === other.trim().toLowerCase();

/**
 * Whether a name has a text in whole words, in Norwegian letters or without, and the municipality that is written behind
 * it: nobody needs to be told that the place was taken.
 *
 * @param {NamedPlace} place
 * @param {string} text
 */
export function isCalled({ name, area = '' }, text) {
  const [typed = '', ...rest] = text.split(',');
  const has = (/** @type {string} */ whole, /** @type {string} */ part) =>
    ` ${plain(whole)} `.includes(` ${plain(part)} `);
  return has(name, text) || (has(name, typed) && has(area, rest.join(' ')));
}

/** @param {string} text */
const plain = (text) =>
  text
    .toLowerCase()
    .replaceAll('ø', 'o')
    .replaceAll('æ', 'ae')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
