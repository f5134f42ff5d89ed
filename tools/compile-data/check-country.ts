/** The checks of `norway.json`, `places.json`, `postcodes.json` and `holidays.json` that schemas can not make. */
import { formatDay, isDay } from '../../src/base/day.ts';
import type { LatLon } from '../../src/base/point.ts';
import { checkOnce, factFault } from '../../src/facts/check/check-records.ts';
import type { DayRule } from '../../src/facts/schema/country.ts';
import type { DataFile } from '../../src/facts/schema/data-files.ts';
import { isInside } from '../../src/geo/area.ts';
import { decodePolyline, encodePolyline } from '../../src/geo/polyline.ts';
import { checkCount } from './check-count.ts';

type Places = DataFile<'places.json'>;

/**
 * Places of this rank or better certainly lie inside. A hamlet at the border lies 15 cm outside the simplified
 * outline.
 */
const KNOWN_RANK = 3;
/** Wide enough for the waters of the mainland. */
const BOX = { south: 57, north: 72, west: 4, east: 32 } as const;

/**
 * Checks that the outline of the country is complete: each ring reads back as it is written and encloses an area, and
 * all rings together enclose the towns.
 *
 * @throws Error with one sentence that names the file, the ring and what is wrong with it.
 */
export function checkNorway({ rings }: DataFile<'norway.json'>, { places }: Places): void {
  const norway = rings.map(({ line }, i) => {
    const ring = decodePolyline(line);
    const rule =
      encodePolyline(ring) === line ? judgeRing(ring) : 'it does not read back as it is written';
    if (rule !== undefined) throw factFault('norway.json', `rings ${i}`, rule);
    return ring;
  });
  const towns = places.filter(({ rank }) => rank <= KNOWN_RANK);
  const outside = towns.find((place) => !isInside(norway, place));
  if (outside !== undefined)
    throw factFault(
      'norway.json',
      'rings',
      `${outside.name} of places.json lies outside all of them`,
    );
}

/** @returns the rule that is broken; `undefined`: none is. */
function judgeRing(ring: readonly LatLon[]): string | undefined {
  if (ring.length < 3) return `${ring.length} corners enclose nothing`;
  const far = ring.find(
    ({ lat, lon }) => lat < BOX.south || lat > BOX.north || lon < BOX.west || lon > BOX.east,
  );
  return far && `the corner ${far.lat},${far.lon} is far from Norway`;
}

/** @throws Error with one sentence when places are missing or repeated. */
export function checkPlaces({ meta, places }: Places): void {
  checkCount('places.json', meta, { places });
  checkOnce(
    'places.json',
    'the place',
    places.map(({ name, kind, area, lat, lon }) => `${name} (${kind}, ${area}) at ${lat},${lon}`),
  );
}

/** @throws Error with one sentence when postcodes are missing or repeated. */
export function checkPostcodes({ meta, postcodes }: DataFile<'postcodes.json'>): void {
  checkCount('postcodes.json', meta, { postcodes });
  checkOnce(
    'postcodes.json',
    'the code',
    postcodes.map(({ code }) => code),
  );
}

const HOLIDAYS = 'holidays.json';

/**
 * The days that every calendar must have, with their names by `nameRule`: the days off of both acts, and the half days
 * of tariffs.
 *
 * Source: LOV-1995-02-24-12 § 2 and LOV-1947-04-26-1 § 1; half days: the operator that
 * `holidays.json` names.
 */
const NEEDED: Readonly<Record<DayRule['kind'], readonly string[]>> = {
  'public-holiday': [
    ...['Easter -3', 'Easter -2', 'Easter 0', 'Easter 1', 'Easter 39', 'Easter 49', 'Easter 50'],
    ...['01-01', '05-01', '05-17', '12-25', '12-26'],
  ],
  'half-day': ['Easter -4', '12-24', '12-31'],
};

/** @throws Error with one sentence when a rule is wrong, or a needed day is missing. */
export function checkHolidays({ meta, rules }: DataFile<'holidays.json'>): void {
  checkCount(HOLIDAYS, meta, { rules });
  checkOnce(HOLIDAYS, 'the day', rules.map(nameRule));
  for (const rule of rules) checkDay(rule);
  for (const [kind, days] of Object.entries(NEEDED))
    for (const day of days)
      if (!rules.some((rule) => rule.kind === kind && nameRule(rule) === day))
        throw factFault(HOLIDAYS, day, `the ${kind} is missing`);
}

/** `Easter -3`, or the day of the year as `05-17`. */
function nameRule(rule: DayRule): string {
  if ('easterOffset' in rule) return `Easter ${rule.easterOffset}`;
  return formatDay(2001, rule.month, rule.day).slice(5);
}

/** Checks that every year has the day: 29 February is refused. */
function checkDay(rule: DayRule): void {
  if ('month' in rule && !isDay(formatDay(2001, rule.month, rule.day)))
    throw factFault(HOLIDAYS, rule.name, `no year has a ${nameRule(rule)}, or not every one`);
}
