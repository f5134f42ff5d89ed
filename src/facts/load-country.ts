/** Loads the outline of the country, its places, calendar and kilometre allowance, and the limits for renewed data. */
import { type Calendar, toCalendar } from '../base/calendar.ts';
import { memoizeKeys } from '../base/memoize.ts';
import { fromNok } from '../base/nok.ts';
import type { Area } from '../geo/area.ts';
import { type Inland, type Land, openLand, type Water } from '../geo/land.ts';
import { flatDistanceM } from '../geo/on-line.ts';
import { decodePolyline } from '../geo/polyline.ts';
import { type Place, SAME_WITHIN_M } from '../places/place.ts';
import type { AllowanceRate } from '../pricing/allowance.ts';
import type { AllowanceRow } from './schema/country.ts';
import type { DataFile } from './schema/data-files.ts';
import type { RenewalLimits } from './schema/operation.ts';
import { readBundled } from './schema/read-bundled.ts';

/**
 * The outline of the country and its waters. It is made once for a folder, as land and places are: new facts share them
 * with the facts in force.
 *
 * @throws Error when `norway.json` is damaged.
 */
export const loadNorway = memoizeKeys(
  (data: string): Area => toArea(readBundled(data, 'norway.json').rings),
);

/** The decoded rings of `norway.json`. */
export const toArea = (rings: DataFile<'norway.json'>['rings']): Area =>
  rings.map(({ line }) => decodePolyline(line));

/**
 * The land with the islands, lakes and rivers of the map. Only rivers that are wide enough are drawn as areas.
 *
 * @throws Error when a file of the map is damaged.
 */
export const loadLand = memoizeKeys((data: string): Land => {
  const rings = readBundled(data, 'map/land.json').features.map(
    ({ geometry }) => geometry.coordinates[0] ?? [],
  );
  return openLand(rings, () => readInland(data));
});

function readInland(data: string): Inland {
  const waters = readBundled(data, 'map/water.json').features.flatMap(
    ({ properties: { kind }, geometry }): Water[] =>
      kind === 'glacier' ? [] : [{ kind, rings: geometry.coordinates }],
  );
  const names = readBundled(data, 'map/places.json').features.map(({ properties, geometry }) => {
    const [lon, lat] = geometry.coordinates;
    return { ...properties, lat, lon };
  });
  return { waters, names: names.filter(({ kind }) => kind === 'lake' || kind === 'river') };
}

/** Postcodes come after places with names when a place is looked for. */
const POSTCODE_RANK = 6;

/**
 * The bundled places that a trip may begin or end at, including postcodes. A place that a private road leads to lies at
 * the end of that road: the network may lack the road, and a trip there then says what is not known of it.
 *
 * @throws Error when `places.json`, `postcodes.json` or `road-closures.json` is damaged.
 */
export const loadPlaces = memoizeKeys((data: string): readonly Place[] => {
  const ends = readBundled(data, 'road-closures.json').sections.flatMap(
    ({ kind, ends: [, end] }) => (kind === 'private-toll' ? [end] : []),
  );
  const places = readBundled(data, 'places.json').places.map((place): Place => {
    const end = ends.find(
      (one) => one.name === place.name && flatDistanceM(one, place) <= SAME_WITHIN_M,
    );
    return end === undefined ? place : { ...place, lat: end.lat, lon: end.lon };
  });
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
  return [...places, ...postcodes];
});

/** The days off and half days of every year. @throws Error when `holidays.json` is damaged. */
export const loadCalendar = (data: string): Calendar =>
  toCalendar(readBundled(data, 'holidays.json').rules);

/** The limits for a renewal. @throws Error when `renewal.json` is damaged. */
export const loadRenewalLimits = (data: string): RenewalLimits =>
  toRenewalLimits(readBundled(data, 'renewal.json'));

/** The rows of `renewal.json` by their names. */
export function toRenewalLimits({ limits, midsummer }: DataFile<'renewal.json'>): RenewalLimits {
  const values: object = Object.fromEntries(
    Object.entries(limits).map(([name, { value }]) => [name, value]),
  );
  return { ...(values as Omit<RenewalLimits, 'midsummer'>), midsummer: midsummer.day };
}

/** The rates of the kilometre allowance, oldest first. @throws Error when `travel-allowance.json` is damaged. */
export const loadAllowance = (data: string): readonly AllowanceRate[] =>
  readBundled(data, 'travel-allowance.json').rates.map(toRate);

const toRate = ({ from, until, source, ...row }: AllowanceRow): AllowanceRate => ({
  from,
  until,
  source,
  kmOre: fromNok(row.kmNok),
  ...(row.electricKmNok !== undefined && { electricKmOre: fromNok(row.electricKmNok) }),
  ...(row.above && { above: { yearKm: row.above.yearKm, kmOre: fromNok(row.above.kmNok) } }),
  passengerOre: fromNok(row.passengerNok),
  ...(row.passengers && { passengers: row.passengers }),
  forestOre: fromNok(row.forestNok),
  trailerOre: fromNok(row.trailerNok),
});
