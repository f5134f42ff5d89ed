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
  /** The file says that another drive begins here; absent: it does not. */
  readonly begins?: true;
}
