/** Reads and normalises the names of stations, and decides which records of the road database are one station. */
import { flatDistanceM } from '../../geo/on-line.ts';
import type { StationRecord } from '../schema/toll-stations.ts';
import type { StationCuration } from './station-curation.ts';

/** The name with blanks joined, ends trimmed and underscores read as blanks. */
export const cleanName = (written: string): string =>
  written
    .replace(/[_\s]+/g, ' ')
    .replace(/ ,/g, ',')
    .trim();

/**
 * The name without the road in front: `Fv 5254 Kleppevegen` and `Kleppevegen` are the same place.
 * A name that consists of a road only stays as it is.
 */
function bareName(name: string): string {
  const bare = name.replace(/^(?:[EFK]v?|Rv|FV|RV)\.? ?\d+\.? /i, '').trim();
  return bare === '' ? name : bare;
}

/** Lower case letters and digits with hyphens, for keys. */
const slug = (name: string): string =>
  name
    .normalize('NFC')
    .toLowerCase()
    .replace(/æ/g, 'ae')
    .replace(/ø/g, 'oe')
    .replace(/å/g, 'aa')
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

const POINTS: Readonly<Record<string, number>> = {
  nord: 0,
  nordøst: 45,
  øst: 90,
  sørøst: 135,
  sør: 180,
  sørvest: 225,
  vest: 270,
  nordvest: 315,
};

/**
 * The compass direction that a station's name says it charges in: "mot sør-øst", "Nordgående".
 * `undefined`: it names none. "Barstølveien Vest" names a place, not a direction.
 */
export function readCompass(name: string): number | undefined {
  const text = name.toLowerCase();
  const [, towards] = /\bmot ([a-zøæå]+(?:-[a-zøæå]+)?)/.exec(text) ?? [];
  const [, bound] = /([a-zøæå]+)gående/.exec(text) ?? [];
  const word = (towards ?? bound)?.replace('-', '');
  return word === undefined ? undefined : POINTS[word];
}

type Keyed = Pick<
  StationRecord,
  'id' | 'name' | 'project' | 'lat' | 'lon' | 'operatorId' | 'stationCode'
>;

/** Records with the same name and project that are farther apart than this are different stations. Metres. */
const ONE_STATION_M = 300;

/**
 * The passage key of every record, by id. Records of one project with the same name that lie close together are one
 * station. So are records that a decision joins. All other records are different stations, however near they lie: a
 * ramp and the road beside it are two stations. A record keeps the key that it has in the data in force. A new record
 * with the same name in AutoPASS as another record joins that record.
 *
 * @param known keys of the data in force, by id. Rules and tariffs name stations by these keys.
 */
export function keyStations(
  stations: readonly Keyed[],
  shared: readonly StationCuration['keys'][number][],
  known: ReadonlyMap<string, string> = new Map(),
): ReadonlyMap<string, string> {
  const decided = new Map([
    ...known,
    ...shared.flatMap(({ key, ids }) => ids.map((id) => [id, key] as const)),
  ]);
  const first = new Map<string, Keyed>();
  const byCode = new Map<string, string>();
  const keys = new Map<string, string>();
  const isDecided = ({ id }: Keyed) => decided.has(id);
  for (const station of [...stations].sort((a, b) => Number(isDecided(b)) - Number(isDecided(a)))) {
    const code = codeOf(station);
    const own = decided.get(station.id);
    const key = own ?? byCode.get(code) ?? freeKey(station, first);
    keys.set(station.id, key);
    if (code !== '' && !byCode.has(code)) byCode.set(code, key);
    if (known.has(station.id) && !first.has(key)) first.set(key, station);
  }
  return keys;
}

/** The name of a station in AutoPASS; empty: not known. */
const codeOf = ({ operatorId, stationCode }: Keyed) =>
  operatorId === undefined || stationCode === undefined ? '' : `${operatorId}/${stationCode}`;

/** The first key for the name that is free, or whose first record lies close by. */
function freeKey(station: Keyed, first: Map<string, Keyed>): string {
  const base = `${station.project}/${slug(roadJoined(station.name))}`;
  for (let number = 1; ; number++) {
    const key = number === 1 ? base : `${base}-${number}`;
    const holder = first.get(key);
    if (holder === undefined) first.set(key, station);
    if (holder === undefined || flatDistanceM(holder, station) <= ONE_STATION_M) return key;
  }
}

/** `Rv. 13 Hundvåg` and `Rv13 Hundvåg` are written alike. */
const roadJoined = (name: string) => name.replace(/^([EFRK]v?)\.? ?(\d+)\b/i, '$1$2');

type Priced = Pick<
  StationRecord,
  'id' | 'name' | 'project' | 'road' | 'lat' | 'lon' | 'smallNok' | 'largeNok'
>;

/** Duplicates lie no farther apart than this. Metres. */
const DUPLICATE_M = 100;

/**
 * Outdated duplicates, each with the id of its current row. An outdated row has the same project, road and name
 * (without the road in front) as the current row, lies within 100 m of it, and has a lower tariff in both groups.
 * Between two editions tariffs have only been raised, so the lower tariff is last year's.
 */
export function findOutdatedDuplicates(stations: readonly Priced[]): ReadonlyMap<string, string> {
  const stale = new Map<string, string>();
  for (const station of stations) {
    const current = stations.find((other) => isNewer(other, station));
    if (current !== undefined) stale.set(station.id, current.id);
  }
  return stale;
}

function isNewer(other: Priced, station: Priced): boolean {
  return (
    other.id !== station.id &&
    other.project === station.project &&
    other.road === station.road &&
    bareName(other.name) === bareName(station.name) &&
    isLower(station.smallNok, other.smallNok) &&
    isLower(station.largeNok, other.largeNok) &&
    flatDistanceM(other, station) <= DUPLICATE_M
  );
}

const isLower = (a: number | null, b: number | null) => a !== null && b !== null && a < b;
