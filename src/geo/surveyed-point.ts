import type { LatLon, Utm33 } from '../base/point.ts';
import { toUtm33 } from './utm33.ts';

/**
 * A point whose place on the grid is known, to the decimetre, which is finer than a road network: of
 * thousands of routes over a vertex it is asked once.
 */
export interface SurveyedPoint extends LatLon {
  readonly utm: Utm33;
}

export const survey = (lat: number, lon: number): SurveyedPoint => ({
  lat,
  lon,
  utm: toDecimetre(toUtm33({ lat, lon })),
});

export const isSurveyed = (point: LatLon | SurveyedPoint): point is SurveyedPoint => 'utm' in point;

/** The place of a point on the grid, surveyed or not. */
export const utmOf = (point: LatLon): Utm33 => (isSurveyed(point) ? point.utm : toUtm33(point));

export const toDecimetre = ([eastingM, northingM]: Utm33): Utm33 => [
  Math.round(eastingM * 10) / 10,
  Math.round(northingM * 10) / 10,
];
