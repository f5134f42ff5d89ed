// @ts-check

/** @typedef {readonly [lon: number, lat: number]} Position */

/** A spur that is shorter than this is no reason to move a stop, degrees of latitude: some 30 m. */
const LEAST = 0.0003;

/**
 * Where a route leaves the way to a stop that it drives to and back again.
 *
 * @param {readonly Position[]} line the route, in travel order.
 * @param {import('../base/coordinates.js').LatLon} stop on the way.
 * @returns {import('../base/coordinates.js').LatLon | undefined} `undefined`: the route drives on from the stop.
 */
export function findSpur(line, { lat, lon }) {
  const shrink = Math.cos((lat * Math.PI) / 180);
  const away = (/** @type {Position | undefined} */ place) =>
    place === undefined
      ? Number.POSITIVE_INFINITY
      : Math.hypot((place[0] - lon) * shrink, place[1] - lat);
  const nearest = line.reduce((best, place, at) => (away(place) < away(line[best]) ? at : best), 0);
  // A stop inside of a piece of road is written once or twice.
  for (const [before, after] of [
    [nearest - 1, nearest + 1],
    [nearest, nearest + 1],
    [nearest - 1, nearest],
  ]) {
    const base = followBack(line, before ?? 0, after ?? 0);
    if (base !== undefined && away(base) > LEAST) return { lat: base[1], lon: base[0] };
  }
  return undefined;
}

/**
 * @param {readonly Position[]} line
 * @param {number} before
 * @param {number} after
 */
function followBack(line, before, after) {
  /** @type {Position | undefined} */
  let base;
  for (let step = 0; ; step++) {
    const [one, other] = [line[before - step], line[after + step]];
    if (one === undefined || other === undefined) return base;
    if (one[0] !== other[0] || one[1] !== other[1]) return base;
    base = one;
  }
}
