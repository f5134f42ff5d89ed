import type { LatLon } from '../base/point.ts';
import { haversineM } from './distance.ts';

/**
 * Metres from the start at each point of a line, as `distancesAlongM` gives them.
 *
 * @param numbers of its vertices, see `numberVertices`; -1 for a point at none.
 */
export type MeasureAlong = (line: readonly LatLon[], numbers: readonly number[]) => number[];

/**
 * Measures lines over numbered vertices. Nearly all legs of nearly all routes go from a vertex to the
 * next number or the one before: such a leg is measured once, when a route first takes it.
 *
 * @param count of the vertices.
 */
export function rememberLegLengths(count: number): MeasureAlong {
  // 0: nobody has asked yet, or both are one place.
  const toNextM = new Float64Array(count);

  const lengthM = (from: LatLon, to: LatLon, vertex: number, other: number): number => {
    const first = Math.min(vertex, other);
    if (first < 0 || Math.abs(vertex - other) !== 1) return haversineM(from, to);
    const knownM = toNextM[first] as number;
    if (knownM > 0) return knownM;
    const legM = haversineM(from, to);
    toNextM[first] = legM;
    return legM;
  };

  return (line, numbers) => {
    const alongM = new Array<number>(line.length);
    let walkedM = 0;
    for (let i = 0; i < line.length; i++) {
      if (i > 0) {
        const [from, to] = [line[i - 1] as LatLon, line[i] as LatLon];
        walkedM += lengthM(from, to, numbers[i - 1] as number, numbers[i] as number);
      }
      alongM[i] = walkedM;
    }
    return alongM;
  };
}
