// @ts-check
/** @typedef {import('../trip/answer.js').Stretch} Stretch */

/** A stretch that is less sure than this is drawn dashed. */
const SURE = 0.9;

/** @param {import('../trip/answer.js').Match['stretches'][number]} stretch */
export function isDoubtful({ kind, confidence }) {
  return kind !== 'road' || confidence < SURE;
}

/**
 * The line of a recorded drive, cut where it becomes doubtful and sure again.
 *
 * @param {readonly Stretch[]} features in travel order.
 * @param {import('../trip/answer.js').Match} match
 * @returns {Stretch[]}
 */
export function cutByDoubt(features, { stretches }) {
  const steps = features.flatMap(({ geometry: { coordinates }, properties }) =>
    coordinates.slice(1).map((to, at) => {
      const from = coordinates[at] ?? to;
      return { from, to, lengthM: lengthOf(from, to), kind: properties.kind };
    }),
  );
  const lengthM = steps.reduce((sum, step) => sum + step.lengthM, 0);
  // The server measures along its roads: shares of the whole are the same.
  const scale = (stretches.at(-1)?.toKm ?? 0) / (lengthM || 1);
  /** @type {Stretch[]} */
  const pieces = [];
  let passedM = 0;
  for (const { from, to, lengthM: ownM, kind } of steps) {
    const km = (passedM + ownM / 2) * scale;
    passedM += ownM;
    const stretch = stretches.find(({ toKm }) => km <= toKm) ?? stretches.at(-1);
    const doubtful = stretch !== undefined && isDoubtful(stretch);
    const last = pieces.at(-1);
    if (last?.properties.kind === kind && last?.properties.doubtful === doubtful)
      last.geometry.coordinates.push(to);
    else
      pieces.push({
        type: 'Feature',
        geometry: { type: 'LineString', coordinates: [from, to] },
        properties: { ...(kind !== undefined && { kind }), doubtful },
      });
  }
  return pieces;
}

/** Of a degree of latitude. */
const DEGREE_M = 111_195;

/**
 * @param {readonly [number, number]} from lon, lat.
 * @param {readonly [number, number]} to
 */
function lengthOf(from, to) {
  const shrink = Math.cos((((from[1] + to[1]) / 2) * Math.PI) / 180);
  return Math.hypot((to[0] - from[0]) * shrink, to[1] - from[1]) * DEGREE_M;
}
