// @ts-check

/** @typedef {import('/portal/vendor/maplibre-gl.mjs').Map} MapLibreMap */
/** @typedef {{ x: number, y: number }} Pixel */

/** So far from the pointer a road is looked for, pixels. */
const REACH = 40;
/** A smaller road has to be nearer by this to be taken before a main one: it may lead nowhere. */
const AHEAD = 14;

/**
 * The place on a drawn road that is nearest to the pointer.
 *
 * @param {MapLibreMap} map
 * @param {Pixel} at
 * @returns {{ lng: number, lat: number } | undefined} `undefined`: no road is drawn there.
 */
export function snapToRoad(map, at) {
  const layers = ['roads-main', 'roads-local'].filter((id) => map.getLayer(id) !== undefined);
  if (layers.length === 0) return undefined;
  const box = /** @type {[[number, number], [number, number]]} */ ([
    [at.x - REACH, at.y - REACH],
    [at.x + REACH, at.y + REACH],
  ]);
  const lines = map.queryRenderedFeatures(box, { layers }).flatMap(({ geometry, layer }) => {
    const parts =
      geometry.type === 'LineString'
        ? [geometry.coordinates]
        : geometry.type === 'MultiLineString'
          ? geometry.coordinates
          : [];
    const handicap = layer.id === 'roads-main' ? 0 : AHEAD;
    return parts.map((line) => ({
      handicap,
      line: line.map(([lng = 0, lat = 0]) => map.project([lng, lat])),
    }));
  });
  const found = nearestPlace(lines, at);
  return found === undefined || found.away > REACH ? undefined : map.unproject([found.x, found.y]);
}

/**
 * @param {readonly { handicap: number, line: readonly Pixel[] }[]} lines
 * @param {Pixel} at
 * @returns {Pixel & { away: number } | undefined}
 */
export function nearestPlace(lines, at) {
  /** @type {Pixel & { away: number } | undefined} */
  let best;
  let least = Number.POSITIVE_INFINITY;
  for (const { line, handicap } of lines)
    for (const [index, to] of line.entries()) {
      const place = onLeg(line[index - 1] ?? to, to, at);
      if (place.away + handicap >= least) continue;
      least = place.away + handicap;
      best = place;
    }
  return best;
}

/**
 * @param {Pixel} from
 * @param {Pixel} to
 * @param {Pixel} at
 */
function onLeg(from, to, at) {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = dx * dx + dy * dy;
  const along = length === 0 ? 0 : ((at.x - from.x) * dx + (at.y - from.y) * dy) / length;
  const share = Math.min(1, Math.max(0, along));
  const [x, y] = [from.x + share * dx, from.y + share * dy];
  return { x, y, away: Math.hypot(at.x - x, at.y - y) };
}
