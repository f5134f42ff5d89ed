/** The country: its outline, places and calendar, and the limits that renewed data is held against. */
import { type Calendar, toCalendar } from '../base/calendar.ts';
import type { Area } from '../geo/area.ts';
import { type Land, type LandRing, openLand, type Water } from '../geo/land.ts';
import { decodePolyline } from '../geo/polyline.ts';
import type { Place } from '../places/place.ts';
import type { RenewalLimits } from './schema/operation.ts';
import { readBundled } from './schema/read-data.ts';

/** The outline of the country and its waters. @throws Error when `norway.json` is damaged. */
export const loadNorway = (data: string): Area =>
  readBundled(data, 'norway.json').rings.map(({ line }) => decodePolyline(line));

/**
 * The land, islands as far as they are drawn, with its lakes, and the rivers that are wide enough to be drawn as areas.
 *
 * @throws Error when a file of the map is damaged.
 */
export function loadLand(data: string): Land {
  const rings = readBundled(data, 'map/land.json').features.map(
    ({ geometry }) => (geometry.coordinates as readonly LandRing[])[0] ?? [],
  );
  const waters = readBundled(data, 'map/water.json').features.flatMap(
    ({ properties: { kind }, geometry }): Water[] =>
      kind === 'glacier' ? [] : [{ kind, rings: geometry.coordinates as readonly LandRing[] }],
  );
  const names = readBundled(data, 'map/places.json').features.map(({ properties, geometry }) => {
    const [lon = 0, lat = 0] = geometry.coordinates as readonly number[];
    return { ...properties, lat, lon };
  });
  return openLand(
    rings,
    waters,
    names.filter(({ kind }) => kind === 'lake' || kind === 'river'),
  );
}

/** A postcode is found after the places that have names. */
const POSTCODE_RANK = 6;

/**
 * The bundled places that a trip may begin or end at, postcodes among them.
 *
 * @throws Error when `places.json` or `postcodes.json` is damaged.
 */
export function loadPlaces(data: string): readonly Place[] {
  const postcodes = readBundled(data, 'postcodes.json').postcodes.map(
    ({ code, town, district, lat, lon }): Place => ({
      name: `${code} ${town}`,
      kind: 'postcode',
      code,
      ...(district !== undefined && { area: district }),
      lat,
      lon,
      rank: POSTCODE_RANK,
    }),
  );
  return [...readBundled(data, 'places.json').places, ...postcodes];
}

/** The days off and half days of every year. @throws Error when `holidays.json` is damaged. */
export const loadCalendar = (data: string): Calendar =>
  toCalendar(readBundled(data, 'holidays.json').rules);

/** What a renewal must keep to. @throws Error when `renewal.json` is damaged. */
export const loadRenewalLimits = (data: string): RenewalLimits =>
  Object.fromEntries(
    readBundled(data, 'renewal.json').limits.map(({ name, value }) => [name, value]),
  ) as RenewalLimits;
