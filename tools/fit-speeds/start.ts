/**
 * Where the fit starts, and what it leaves alone.
 *
 * Source of the speeds: the model of the official routing data set, limit divided by a factor of the functional class
 * (NVDB Ruteplan nettverksdatasett, Statens vegvesen, NLOD), with the limit that is usual on the class.
 */
import type { Speeds } from '../../src/facts/schema/road-network.ts';

/**
 * Usual limit, and factor of the functional class. That of county roads is not known: the mean of classes 4 and 5, and of
 * 7 and 9, with which through roads (the E39 by Kvivsvegen, rv. 3) are quicker than the county roads beside them.
 */
const OFFICIAL = {
  motorway: [110, 1.15],
  ramp: [60, 1.2],
  'motor-traffic-road': [90, 1.15],
  E: [80, 1.15],
  R: [80, 1.2],
  'F-primary': [80, 1.305],
  'F-secondary': [70, 1.56],
  K: [50, 1.46],
  P: [50, 1.46],
} as const;

const UNKNOWN_RANGE = { p10: 1, p90: 1 };

/** @param kept the speeds in force: what is not fitted is taken from them. */
export const startOf = (kept: Speeds): Speeds => ({
  ...kept,
  roads: Object.entries(OFFICIAL).map(([name, [limitKmh, factor]]) => ({
    class: name,
    kmh: limitKmh / factor,
    range: UNKNOWN_RANGE,
  })),
  // Usual limits: 60 instead of 70 in a built-up area, 80 instead of 90 on motor roads of a city.
  slowing: { builtUp: 0.15, street: 0.25, tunnel: 0.05, west: 0.05, bends: 0.08, city: 0.1 },
});
