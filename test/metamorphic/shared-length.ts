import type { LatLon } from '../../src/base/point.ts';
import { flatDistanceM } from '../../src/geo/on-line.ts';

/** How much of a line another one runs over as well, by the points that they have in common: 0 to 1. */
export function sharedLength(line: readonly LatLon[], other: readonly LatLon[]): number {
  const common = new Set(other.map(keyOf));
  let [wholeM, sharedM] = [0, 0];
  for (const [i, point] of line.slice(1).entries()) {
    const before = line[i] ?? point;
    const legM = flatDistanceM(before, point);
    wholeM += legM;
    if (common.has(keyOf(before)) && common.has(keyOf(point))) sharedM += legM;
  }
  return wholeM === 0 ? 1 : sharedM / wholeM;
}

const keyOf = ({ lat, lon }: LatLon) => `${lat},${lon}`;
