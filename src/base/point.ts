/** A position in WGS84 degrees. */
export interface LatLon {
  readonly lat: number;
  readonly lon: number;
}

/** A point in EPSG:25833 (UTM 33): easting, northing. Metres. */
export type Utm33 = readonly [eastingM: number, northingM: number];

/** A place of a vehicle at a moment. */
export interface Fix extends LatLon {
  /** Unix milliseconds; absent: the trace tells no times. */
  readonly atMs?: number;
}

/** After so long a rest another drive begins. Milliseconds. Source: issue of the endpoint; docs/traces.md. */
export const REST_MS = 30 * 60_000;
