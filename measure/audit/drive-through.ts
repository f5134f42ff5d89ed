/**
 * Drives past every toll station on its own road in both directions. Compares the charges of the product with the
 * stations that lie on the driven links.
 */
import { groupBy } from '../../src/base/lists.ts';
import type { PlacementAudit } from '../../src/network/placement/audit-placement.ts';
import type { PlacedStation, StationToPlace } from '../../src/network/placement/place.ts';
import { formatShare, formatTable } from '../page.ts';
import { driveAlong } from './drive-along.ts';
import type { AuditNetwork } from './network.ts';
import { listOnPath } from './on-path.ts';
import type { AskProduct } from './product.ts';
import { openRoadPaths, type RoadPath } from './road-path.ts';

/** The result of driving past a station. */
export interface DriveThrough {
  readonly station: StationToPlace;
  /** One drive for each direction in which its road may be driven. */
  readonly drives: readonly DrivePast[];
}

/** The result of driving past a station in one direction of its road. */
interface DrivePast {
  /** Bearing of travel at the station, degrees. */
  readonly travelDeg: number;
  /** The faults, one clause each; `[]`: the drive is right. */
  readonly faults: readonly string[];
}

/** A drive begins this far before the station, and ends this far after it. Metres. */
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

/** Consecutive records of one station count as one passage. */
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

/** The report of the drive-through: totals, what is wrong or missing by name, and every project. */
export function reportStations(
  placement: PlacementAudit,
  results: readonly DriveThrough[],
): string {
  const autopass = ({ kind }: { readonly kind: string }) => kind === 'autopass';
  const rows = [
    totals('AutoPASS', placement.rows.filter(autopass), results),
    totals('all, private roads and ferry payment too', placement.rows, results),
  ];
  const byProject = groupBy(placement.rows, ({ project }) => project);
  const projects = [...byProject].map(([project, own]) => totals(project, own, results));
  const faulty = results.flatMap(({ station, drives }) =>
    drives.flatMap(({ travelDeg, faults }) =>
      faults.map((fault) => [station.project, station.name, station.id, travelDeg, fault]),
    ),
  );
  return [
    formatTable(HEAD, rows),
    heading('Wrong', faulty, ['project', 'station', 'id', 'towards, °', 'what']),
    heading(
      'Not placed',
      placement.rows
        .filter(({ placed }) => !placed)
        .map(({ project, name, id, road, why }) => [project, name, id, road, why]),
      ['project', 'station', 'id', 'road', 'why'],
    ),
    `By project:\n\n${formatTable(HEAD, projects)}`,
  ].join('\n\n');
}

const HEAD = [
  'stations',
  'records',
  'placed',
  'not placed',
  'right both ways',
  'wrong',
  'undecided',
];

function totals(
  name: string,
  rows: PlacementAudit['rows'],
  results: readonly DriveThrough[],
): (string | number)[] {
  const ids = new Set(rows.map(({ id }) => id));
  const driven = results.filter(({ station }) => ids.has(station.id));
  const right = driven.filter(
    ({ drives }) => drives.length > 0 && drives.every(({ faults }) => faults.length === 0),
  ).length;
  const placed = rows.filter((row) => row.placed).length;
  const undecided = rows.filter(({ directionUndecided }) => directionUndecided).length;
  const missing = `${rows.length - placed} (${formatShare(rows.length - placed, rows.length)})`;
  return [name, rows.length, placed, missing, right, driven.length - right, undecided];
}

const heading = (name: string, rows: (string | number)[][], head: string[]) =>
  rows.length === 0 ? `${name}: none.` : `${name}:\n\n${formatTable(head, rows)}`;
