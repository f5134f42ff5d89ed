import { flatDistanceM } from '../../geo/on-line.ts';
import type { SharedKey } from './station-curation.ts';
import { slug } from './station-name.ts';
import type { StationRecord } from './station-record.ts';

type Keyed = Pick<StationRecord, 'id' | 'name' | 'project' | 'lat' | 'lon'>;

/** Records of one name and project farther apart than this are different stations. Metres. */
const ONE_STATION_M = 300;

/**
 * The passage key of every record, by id. Records of one project with the same name that lie close
 * together are one station, and so are those that a decision joins; all others are apart, however
 * near they lie: a ramp and the road beside it are two stations.
 */
export function keyStations(
  stations: readonly Keyed[],
  shared: readonly SharedKey[],
): ReadonlyMap<string, string> {
  const decided = new Map(shared.flatMap(({ key, ids }) => ids.map((id) => [id, key] as const)));
  const first = new Map<string, Keyed>();
  const keys = new Map<string, string>();
  for (const station of stations)
    keys.set(station.id, decided.get(station.id) ?? freeKey(station, first));
  return keys;
}

/** The first key of the name whose first record lies close by, or the first that is not taken. */
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
