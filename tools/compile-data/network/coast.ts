import type { LatLon } from '../../../src/base/point.ts';
import { flatDistanceM } from '../../../src/geo/on-line.ts';
import { type GeoLine, indexLegs } from './leg-index.ts';

/** The drawn coast is simplified by about 100 m, and a quay may stand on either side of it. */
const QUAY_TOLERANCE_M = 250;

/** Tells whether the straight way from a quay to a road runs over water. */
export type RunsOverWater = (quay: LatLon, road: LatLon) => boolean;

/** It does where it meets the coast farther from the quay than the drawn coast may be off. */
export function openCoast(lines: readonly GeoLine[]): RunsOverWater {
  const findMeetings = indexLegs(lines);
  return (quay, road) => {
    const wayM = flatDistanceM(quay, road);
    return findMeetings(quay, road).some((share) => share * wayM > QUAY_TOLERANCE_M);
  };
}
