import type { LatLon } from '../base/point.ts';
import { fromUtm33 } from './utm33.ts';

/** Are these lon and lat? No place in UTM 33 near Norway has coordinates that small. */
export const isDegrees = (x: number, y: number): boolean => Math.abs(x) <= 180 && Math.abs(y) <= 90;

/** The position of a pair with x first: easting and northing in UTM 33, or lon and lat. */
export const fromXy = (x: number, y: number): LatLon =>
  isDegrees(x, y) ? { lat: y, lon: x } : fromUtm33([x, y]);
