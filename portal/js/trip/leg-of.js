// @ts-check

/**
 * Before which stop a new one belongs, when a route is dragged somewhere.
 *
 * @param {readonly (readonly [lon: number, lat: number])[]} line the route, in travel order.
 * @param {readonly import('../base/coordinates.js').LatLon[]} stops start, vias, destination.
 * @param {import('../base/coordinates.js').LatLon} grabbed where the route was taken hold of.
 * @returns {number} 1 at least, the number of the destination at most.
 */
export function legOf(line, stops, grabbed) {
  const at = nearestIndex(line, grabbed);
  const passed = stops.slice(1, -1).filter((via) => nearestIndex(line, via) < at);
  return passed.length + 1;
}

/**
 * @param {readonly (readonly [lon: number, lat: number])[]} line
 * @param {import('../base/coordinates.js').LatLon} point
 */
export function nearestIndex(line, { lat, lon }) {
  const shrink = Math.cos((lat * Math.PI) / 180);
  let best = 0;
  let least = Number.POSITIVE_INFINITY;
  for (const [at, [x, y]] of line.entries()) {
    const distance = ((x - lon) * shrink) ** 2 + (y - lat) ** 2;
    if (distance >= least) continue;
    least = distance;
    best = at;
  }
  return best;
}
