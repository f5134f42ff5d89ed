import type { LatLon, Utm33 } from '../base/point.ts';
import { toUtm33 } from './utm33.ts';

/** A point whose place on the grid is known: of thousands of routes over a vertex it is asked once. */
export interface SurveyedPoint extends LatLon {
  readonly utm: Utm33;
}

export const survey = (lat: number, lon: number): SurveyedPoint => ({
  lat,
  lon,
  utm: toUtm33({ lat, lon }),
});

/** The place of a point on the grid, surveyed or not. */
export const utmOf = (point: LatLon | SurveyedPoint): Utm33 =>
  'utm' in point ? point.utm : toUtm33(point);
