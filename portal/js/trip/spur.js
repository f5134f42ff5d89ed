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
  // A place is written twice where road and ferry meet, and where the route turns inside of a piece of road.
  const places = line.filter((place, at) => !isSame(place, line[at - 1]));
  const nearest = places.reduce(
    (best, place, at) => (away(place) < away(places[best]) ? at : best),
    0,
  );
  /** @type {Position | undefined} */
  let base;
  for (let step = 1; ; step++) {
    const place = places[nearest - step];
    if (place === undefined || !isSame(place, places[nearest + step])) break;
    base = place;
  }
  return base !== undefined && away(base) > LEAST ? { lat: base[1], lon: base[0] } : undefined;
}

/**
 * @param {Position} one
 * @param {Position | undefined} other
 */
function isSame(one, other) {
  return one[0] === other?.[0] && one[1] === other[1];
}
