/** In which direction a line drives through one of its own points. */
import type { LatLon } from '../base/point.ts';
import { M_PER_DEG } from './earth.ts';

/** Along the road as it is drawn in the network, or against it. */
export type GateDirection = 'forward' | 'backward';

/** A vertex of the road, and the compass bearing of the road there. */
export interface RoadVertex {
  readonly at: LatLon;
  readonly forwardBearingDeg: number;
}

/**
 * Closer points than this say nothing about direction: six decimals place them 0.1 m off.
 * Farther ones show it within 8 degrees.
 */
const TELLING_M = 1;
/** Points that are closer than this are one vertex: six decimals, rounded twice. */
const SAME_M = 0.2;
const RAD = Math.PI / 180;

/**
 * The direction of a line through `vertex`, which is its point `pointIndex`.
 *
 * @returns undefined when the line starts, ends or turns round here, or comes from a side street:
 * both legs must lie within 90 degrees of the same direction.
 */
export function directionAt(
  line: readonly LatLon[],
  pointIndex: number,
  vertex: RoadVertex,
): GateDirection | undefined {
  const before = forwardReachM(line, pointIndex, -1, vertex);
  const after = forwardReachM(line, pointIndex, 1, vertex);
  if (before === undefined || after === undefined) return undefined;
  if (before < 0 && after > 0) return 'forward';
  if (before > 0 && after < 0) return 'backward';
  return undefined;
}

/**
 * How far forward of the vertex the line lies, one telling point before it (`step` -1) or after
 * it (1); negative behind it. Undefined when the line has no other point on that side.
 */
function forwardReachM(
  line: readonly LatLon[],
  pointIndex: number,
  step: -1 | 1,
  { at, forwardBearingDeg }: RoadVertex,
): number | undefined {
  const eastPerDegM = M_PER_DEG * Math.cos(at.lat * RAD);
  const eastShare = Math.sin(forwardBearingDeg * RAD);
  const northShare = Math.cos(forwardBearingDeg * RAD);
  let forwardM: number | undefined;

  for (let i = pointIndex + step; ; i += step) {
    const point = line[i];
    if (point === undefined) return forwardM;
    const eastM = (point.lon - at.lon) * eastPerDegM;
    const northM = (point.lat - at.lat) * M_PER_DEG;
    const awayM = Math.hypot(eastM, northM);
    if (awayM > SAME_M) forwardM = eastM * eastShare + northM * northShare;
    if (awayM >= TELLING_M) return forwardM;
  }
}
