import { flatDistanceM } from '../../geo/on-line.ts';
import { bareName } from './station-name.ts';
import type { StationRecord } from './station-record.ts';

type Priced = Pick<
  StationRecord,
  'id' | 'name' | 'project' | 'road' | 'lat' | 'lon' | 'smallNok' | 'largeNok'
>;

/** Twins lie this close together. Metres. */
const TWIN_M = 100;

/**
 * Stale twins, each with the id of its current row: a row of the same project, road and name
 * (without the road in front) within 100 m, whose tariff is lower in both groups. Tariffs have only ever
 * been raised between two editions, so the lower one is last year's.
 */
export function findStaleTwins(stations: readonly Priced[]): ReadonlyMap<string, string> {
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
    flatDistanceM(other, station) <= TWIN_M
  );
}

const isLower = (a: number | null, b: number | null) => a !== null && b !== null && a < b;
