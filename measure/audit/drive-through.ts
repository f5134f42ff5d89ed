/**
 * Drives past every toll station on its own road, both ways: what the product charges there against
 * the stations that lie on the links that were driven.
 */
import type { PlacedStation, StationToPlace } from '../../src/network/place.ts';
import { driveAlong } from './drive-along.ts';
import type { AuditNetwork } from './network.ts';
import { listOnPath } from './on-path.ts';
import type { AskProduct } from './product.ts';
import { openRoadPaths, type RoadPath } from './road-path.ts';

/** What came of driving past a station. */
export interface DriveThrough {
  readonly station: StationToPlace;
  /** One for each direction in which its road may be driven. */
  readonly drives: readonly DrivePast[];
}

/** What came of driving past a station in one direction of its road. */
export interface DrivePast {
  /** Bearing of travel at the station, degrees. */
  readonly travelDeg: number;
  /** What is wrong, one clause each; `[]` when the drive is right. */
  readonly faults: readonly string[];
}

/** How far before and after the station a drive begins and ends. Metres. */
const REACH_M = 2000;

/** Drives past placed stations, one after the other, in the order given. */
export async function driveThrough(
  network: AuditNetwork,
  places: readonly PlacedStation[],
  ask: AskProduct,
): Promise<DriveThrough[]> {
  const pathPast = openRoadPaths(network);
  const results: DriveThrough[] = [];
  for (const place of places) {
    const drives: DrivePast[] = [];
    for (const way of [1, -1] as const) {
      const path = pathPast(place, way, REACH_M);
      if (path !== undefined) drives.push(await drivePast(network, place.id, path, ask));
    }
    results.push({ station: network.getStation(place.id), drives });
  }
  return results;
}

async function drivePast(
  network: AuditNetwork,
  id: string,
  path: RoadPath,
  ask: AskProduct,
): Promise<DrivePast> {
  const onPath = listOnPath(network, path.steps);
  const { travelDeg = 0 } = onPath.find((station) => station.id === id) ?? {};
  const drive = await driveAlong(path, ask);
  if ('problem' in drive) return { travelDeg, faults: [drive.problem] };
  const wanted = onPath
    .filter(({ isCharged }) => isCharged)
    .map((station) => network.passageKeyOf(station.id));
  const got = drive.answer.passedIds.map(network.passageKeyOf);
  return { travelDeg, faults: compare(oncePerStation(wanted), got, network) };
}

/** Records of one station that stand one after the other are passed once. */
const oncePerStation = (keys: readonly string[]) => keys.filter((key, i) => key !== keys[i - 1]);

function compare(
  wanted: readonly string[],
  got: readonly string[],
  { nameOfKey }: AuditNetwork,
): string[] {
  const count = (keys: readonly string[], key: string) => keys.filter((k) => k === key).length;
  return [...new Set([...wanted, ...got])].flatMap((key) => {
    const [want, have] = [count(wanted, key), count(got, key)];
    if (want === have) return [];
    if (have === 0) return [`${nameOfKey(key)} is passed and not charged`];
    if (want === 0) return [`${nameOfKey(key)} is charged and not passed in a charged direction`];
    return [`${nameOfKey(key)} is charged ${have} times and passed ${want} times`];
  });
}
