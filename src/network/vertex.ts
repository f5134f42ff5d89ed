import type { LatLon } from '../base/point.ts';

/** The key under which points count as the same junction: six decimals, about 0.1 m. */
export const keyOf = ({ lat, lon }: LatLon) => `${Math.round(lat * 1e6)},${Math.round(lon * 1e6)}`;

/** The line without points that repeat the one before them. */
export const withoutRepeats = (line: readonly LatLon[]): LatLon[] =>
  line.filter((point, i) => {
    const before = line[i - 1];
    return before === undefined || keyOf(point) !== keyOf(before);
  });
