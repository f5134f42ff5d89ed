/** Toll-free roads that run beside a charged one: driving them must charge nothing. */

import { groupBy } from '../../src/base/lists.ts';
import type { LatLon } from '../../src/base/point.ts';
import {
  angleBetweenDeg,
  findPlaceOnLine,
  flatBearingDeg,
  flatLengthM,
  pointAlong,
} from '../../src/geo/on-line.ts';
import { type RoadLink, roadName } from '../../src/network/link.ts';
import { type NearPlace, openFinder } from '../../src/network/placement/find-near.ts';
import type { StationToPlace } from '../../src/network/placement/place.ts';
import { formatTable } from '../page.ts';
import { driveAlong } from './drive-along.ts';
import type { AuditNetwork } from './network.ts';
import { listOnPath } from './on-path.ts';
import type { AskProduct } from './product.ts';
import { openRoadPaths, type RoadPath } from './road-path.ts';
import type { Place } from './steps.ts';

/** A free road beside a charged one, driven in one direction. */
interface ParallelRoad {
  /** The station of the charged road. */
  readonly station: StationToPlace;
  /** Name of the free road, `F78`. */
  readonly road: string;
  /** Metres between the station and the free road. */
  readonly offM: number;
  readonly path: RoadPath;
}

/** The result of driving a free road. */
interface ParallelDrive extends ParallelRoad {
  /** What is wrong, one clause each; `[]` when nothing is charged. */
  readonly faults: readonly string[];
}

/** The free road lies within this distance of the charged one. Metres. */
const BESIDE_M = 300;
/** It does so for at least this length. Metres. */
const LENGTH_M = 1000;
/** Half the length of a drive on it. Metres. */
const REACH_M = 550;
/** The distance is measured at places this far apart. Metres. */
const SAMPLE_M = 50;
/** It leads the same way. Degrees. */
const PARALLEL_DEG = 30;
/** The charged road is followed this far to both sides of its station. Metres. */
const CHARGED_M = 5000;
/** Free roads are looked for at places of it this far apart. Metres. */
const ANCHOR_M = 500;

/** Roads of the network that run beside a charged one and have no station of their own there. */
export function findParallelRoads(network: AuditNetwork): ParallelRoad[] {
  const pathPast = openRoadPaths(network);
  const listNear = openLinksNear(network.links);
  const found = new Map<string, ParallelRoad>();
  for (const charged of network.placed) {
    // Every link is driven in the order of its points.
    const path = pathPast(charged, 1, CHARGED_M) as RoadPath;
    for (const { key, place, way } of listCandidates(network, path, listNear)) {
      const beside = found.has(key) ? undefined : pathPast(place, way, REACH_M);
      if (beside === undefined || !isFreeBeside(network, beside, path)) continue;
      const station = network.getStation(charged.id);
      const road = roadName(network.links[place.link] as RoadLink);
      const offM = findPlaceOnLine(beside.line, station.at)?.offM ?? 0;
      found.set(key, { station, road, offM, path: beside });
    }
  }
  return [...found.values()];
}

/** Where a free road may begin to be driven; candidates with the same key are the same drive. */
interface Candidate {
  readonly key: string;
  readonly place: Place;
  readonly way: 1 | -1;
}

/** Places on other roads beside a path that lead the same way, in both directions. */
function listCandidates(
  { links }: AuditNetwork,
  path: RoadPath,
  listNear: ReturnType<typeof openLinksNear>,
): Candidate[] {
  const own = linksOf(path);
  return listAnchors(path.line).flatMap((anchor) =>
    listNear(anchor.at, BESIDE_M)
      .filter(({ link }) => !own.has(link) && links[link]?.ramp !== true)
      .filter(({ place }) => isParallel(place.bearingDeg, anchor.bearingDeg))
      .flatMap(({ link, place: { alongM } }) =>
        ([1, -1] as const).map((way) => ({
          key: `${link} ${way} ${Math.round(alongM / LENGTH_M)}`,
          place: { link, alongM },
          way,
        })),
      ),
  );
}

const linksOf = ({ steps }: RoadPath) => new Set(steps.map(({ link }) => link));

/** Does a path stay off the charged road, pass no station, and run beside the road for long enough? */
function isFreeBeside(network: AuditNetwork, beside: RoadPath, path: RoadPath): boolean {
  const own = linksOf(path);
  return (
    beside.steps.every(({ link }) => !own.has(link)) &&
    listOnPath(network, beside.steps).length === 0 &&
    lengthBeside(beside.line, path.line) >= LENGTH_M
  );
}

/** Places along a line, and its bearing there. */
function listAnchors(line: readonly LatLon[]): { at: LatLon; bearingDeg: number }[] {
  return Array.from({ length: Math.floor(flatLengthM(line) / ANCHOR_M) }, (_, i) => {
    const { at, index } = pointAlong(line, (i + 0.5) * ANCHOR_M);
    return { at, bearingDeg: flatBearingDeg(line[index] as LatLon, line[index + 1] ?? at) };
  });
}

/** Makes the product drive all the free roads. */
export async function driveParallelRoads(
  network: AuditNetwork,
  roads: readonly ParallelRoad[],
  ask: AskProduct,
): Promise<ParallelDrive[]> {
  const drives: ParallelDrive[] = [];
  for (const road of roads) {
    const drive = await driveAlong(road.path, ask);
    const faults =
      'problem' in drive
        ? [drive.problem]
        : drive.answer.passedIds.map((id) => `${network.getStation(id).name} is charged`);
    drives.push({ ...road, faults });
  }
  return drives;
}

const isParallel = (a: number, b: number) => {
  const offDeg = angleBetweenDeg(a, b);
  return offDeg <= PARALLEL_DEG || offDeg >= 180 - PARALLEL_DEG;
};

/** Metres of a line that lie beside another. */
function lengthBeside(line: readonly LatLon[], other: readonly LatLon[]): number {
  const samples = Math.floor(flatLengthM(line) / SAMPLE_M);
  const beside = Array.from(
    { length: samples },
    (_, i) => pointAlong(line, i * SAMPLE_M).at,
  ).filter(
    (point) => (findPlaceOnLine(other, point)?.offM ?? Number.POSITIVE_INFINITY) <= BESIDE_M,
  );
  return beside.length * SAMPLE_M;
}

/** Where toll-free roads run beside charged ones, by project, and what was charged on them. */
export function reportParallel(drives: readonly ParallelDrive[]): string {
  const byProject = groupBy(drives, ({ station }) => station.project);
  const rows = [...byProject.keys()].toSorted().map((project) => {
    const own = byProject.get(project) ?? [];
    const roads = [...new Set(own.map(({ road }) => road))].toSorted().join(', ');
    const wrong = own.filter(({ faults }) => faults.length > 0).length;
    return [project, roads, own.length, wrong];
  });
  const wrong = drives.flatMap(({ station, road, faults }) =>
    faults.map((fault) => `- ${road} beside ${station.name}: ${fault}`),
  );
  return [
    `${drives.length} drives, ${new Set(wrong).size} wrong.`,
    formatTable(['project', 'free roads', 'drives', 'wrong'], rows),
    ...(wrong.length === 0 ? [] : [wrong.join('\n')]),
  ].join('\n\n');
}

/** Gives every road link within some metres of a point, with its nearest place. */
function openLinksNear(links: readonly RoadLink[]): (point: LatLon, limitM: number) => NearPlace[] {
  const find = openFinder(links);
  return (point, limitM) => {
    const near: NearPlace[] = [];
    // Refusing each place makes the finder offer the next link.
    find(point, limitM, ({ kind }, place) => {
      if (kind === 'road') near.push(place);
      return false;
    });
    return near;
  };
}
