import type { LatLon } from '../../base/point.ts';
import { type Area, isInside } from '../../geo/area.ts';
import { encodePolyline } from '../../geo/polyline.ts';
import { factFault } from '../check-records.ts';

const FILE = 'norway.json';

/** Wide enough for the waters of the mainland. */
const BOX = { south: 57, north: 72, west: 4, east: 32 } as const;

interface KnownPlace extends LatLon {
  readonly name: string;
}

/**
 * Checks that the outline of the country is whole: each ring reads back as it is written, encloses
 * something, and together they hold the places that are known.
 *
 * @param lines the rings as they are written.
 * @param norway the same, read.
 * @throws Error with one sentence that names the file, the ring and what is wrong with it.
 */
export function checkNorway(
  lines: readonly string[],
  norway: Area,
  places: readonly KnownPlace[],
): void {
  norway.forEach((ring, i) => {
    const fault = (rule: string) => factFault(FILE, `rings ${i}`, rule);
    if (encodePolyline(ring) !== lines[i]) throw fault('it does not read back as it is written');
    if (ring.length < 3) throw fault(`${ring.length} corners enclose nothing`);
    const far = ring.find(
      ({ lat, lon }) => lat < BOX.south || lat > BOX.north || lon < BOX.west || lon > BOX.east,
    );
    if (far !== undefined) throw fault(`the corner ${far.lat},${far.lon} is far from Norway`);
  });
  const outside = places.find((place) => !isInside(norway, place));
  if (outside !== undefined)
    throw factFault(FILE, 'rings', `${outside.name} of places.json lies outside all of them`);
}
