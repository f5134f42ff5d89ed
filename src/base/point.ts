import { parseDecimal } from './read-loose.ts';

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

/** Blanks and signs as people write them, but no exponent. */
const toDegrees = (text: string) => (/e/i.test(text) ? undefined : parseDecimal(text));

/** How a point is written, for sentences. */
export const WRITTEN_POINT = '"<lat>,<lon>" in WGS84 degrees, such as 59.9139,10.7522';

/**
 * A point written `<lat>,<lon>` in WGS84 degrees, latitude first.
 *
 * @param allowed what the text may be, for the sentence.
 * @returns the point, or the end of a sentence that begins with the name of the value.
 */
export function parseLatLon(
  text: string,
  allowed = WRITTEN_POINT,
): LatLon | { readonly problem: string } {
  const [lat, lon, ...rest] = text.split(',').map(toDegrees);
  if (lat === undefined || lon === undefined || rest.length > 0)
    return { problem: `must be ${allowed}` };
  if (Math.abs(lat) > 90)
    return { problem: `has the latitude ${lat}, which must be between -90 and 90` };
  if (Math.abs(lon) > 180)
    return { problem: `has the longitude ${lon}, which must be between -180 and 180` };
  return { lat, lon };
}
