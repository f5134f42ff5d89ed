import type { LatLon } from '../../base/point.ts';
import { angleBetweenDeg, flatBearingDeg, flatDistanceM, M_PER_DEG } from '../../geo/on-line.ts';

/** The line across a road at a place. */
export interface CrossSection {
  readonly at: LatLon;
  /** Bearing of the road, to which the line stands upright. */
  readonly bearingDeg: number;
  /** To either side. Metres. */
  readonly halfM: number;
  /** What crosses it and counts leads along the road, give or take. Degrees. */
  readonly parallelDeg: number;
}

/** Where a line crosses. */
export interface Crossing {
  /** Metres from the start of the line. */
  readonly alongM: number;
  /** Metres from the place. */
  readonly offM: number;
  /** In the bearing of the road, or against it. */
  readonly direction: 'same' | 'opposite';
}

const RAD = Math.PI / 180;

/**
 * The first crossing of a line that leads along the road; undefined when there is none. Where two
 * lines meet on the cross-section only one of them crosses it.
 */
export function findCrossing(
  line: readonly LatLon[],
  { at, bearingDeg, halfM, parallelDeg }: CrossSection,
): Crossing | undefined {
  const toPlane = openPlane(at, bearingDeg);
  let alongM = 0;
  for (let i = 0; i + 1 < line.length; i++) {
    const [a, b] = [line[i], line[i + 1]] as [LatLon, LatLon];
    const [from, to] = [toPlane(a), toPlane(b)];
    const legM = flatDistanceM(a, b);
    const isBefore = from.forwardM < 0;
    if (isBefore !== to.forwardM < 0) {
      const share = from.forwardM / (from.forwardM - to.forwardM);
      const offM = Math.abs(from.rightM + share * (to.rightM - from.rightM));
      const turnDeg = angleBetweenDeg(flatBearingDeg(a, b), bearingDeg);
      const isAlong = Math.min(turnDeg, 180 - turnDeg) <= parallelDeg;
      if (offM <= halfM && isAlong)
        return { alongM: alongM + share * legM, offM, direction: isBefore ? 'same' : 'opposite' };
    }
    alongM += legM;
  }
  return undefined;
}

/** Metres forward of a place in a bearing, and to the right of it. */
function openPlane(origin: LatLon, bearingDeg: number) {
  const eastPerDegM = M_PER_DEG * Math.cos(origin.lat * RAD);
  const [sin, cos] = [Math.sin(bearingDeg * RAD), Math.cos(bearingDeg * RAD)];
  return ({ lat, lon }: LatLon) => {
    const eastM = (lon - origin.lon) * eastPerDegM;
    const northM = (lat - origin.lat) * M_PER_DEG;
    return { forwardM: eastM * sin + northM * cos, rightM: eastM * cos - northM * sin };
  };
}
