import type { LatLon } from '../base/point.ts';
import { flatBearingDeg, flatDistanceM, pointBetween } from './on-line.ts';

/** So far from a junction a road shows its bearing. Metres. */
const TELLING_M = 30;

/**
 * By how much a line turns at an inner point: -180 … 180 degrees, to the right positive.
 *
 * @param isEnd does the road that leads to or from the point end at that one? It shows no more of itself.
 */
export function turnDegAt(
  line: readonly LatLon[],
  index: number,
  isEnd: (index: number) => boolean,
): number {
  const inDeg = flatBearingDeg(pointOnRoad(line, index, -1, isEnd), line[index] as LatLon);
  const outDeg = flatBearingDeg(line[index] as LatLon, pointOnRoad(line, index, 1, isEnd));
  return ((outDeg - inDeg + 540) % 360) - 180;
}

/** The place on the road a little before the point (`step` -1) or after it (1). */
function pointOnRoad(
  line: readonly LatLon[],
  index: number,
  step: -1 | 1,
  isEnd: (index: number) => boolean,
): LatLon {
  let at = line[index] as LatLon;
  let leftM = TELLING_M;
  for (let i = index + step; i >= 0 && i < line.length; i += step) {
    const next = line[i] as LatLon;
    const legM = flatDistanceM(at, next);
    if (legM >= leftM) return pointBetween(at, next, leftM / legM);
    leftM -= legM;
    at = next;
    if (isEnd(i)) break;
  }
  return at;
}
