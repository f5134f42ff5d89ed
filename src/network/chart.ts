import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseChecked } from '../base/parse-checked.ts';
import type { LatLon } from '../base/point.ts';
import { flatDistanceM } from '../geo/on-line.ts';
import { decodePolyline, encodePolyline } from '../geo/polyline.ts';
import { buildRoadChart, type ChartLines, type RoadChart } from '../geo/road-chart.ts';
import { buildRoadFinder, type FindRoad } from '../geo/road-finder.ts';
import type { SpeedLine } from '../geo/speed-legs.ts';
import { ChartFile } from './network-schema.ts';
import type { DrawnRoad } from './ramp-turns.ts';
import { crossingMin, type Speeds, sailingKmh, speedKmh } from './speeds.ts';

/** What we know of a network that we drew ourselves, so that its engine need not be asked. */
export interface NetworkChart {
  readonly chart: RoadChart;
  readonly findRoad: FindRoad;
  /** Is a place so near to a ferry line that the engine may begin there on the ferry itself? */
  isAtFerry(place: LatLon): boolean;
}

const NAME = 'chart.json';
/** Twice as far as the roads that are as good as the nearest one to a stop. Metres. */
const AT_FERRY_M = 10;

/** Writes what `readChart` needs beside the tiles. */
export async function writeChart(
  folder: string,
  roads: readonly DrawnRoad[],
  speeds: Speeds,
): Promise<void> {
  const { ferries, paved } = listSailed(roads, speeds);
  const file = {
    junctions: encodePolyline(listJunctions(roads)),
    ferries: ferries.map(encodeLine),
    paved: paved.map(encodeLine),
    roads: roads.flatMap(({ link, line }) => {
      if (link.kind !== 'road') return [];
      const { tunnel, ramp } = link;
      const kmh = speedKmh(link, speeds);
      return { ...encodeLine({ line, kmh }), ...(tunnel && { tunnel }), ...(ramp && { ramp }) };
    }),
  };
  await writeFile(join(folder, NAME), JSON.stringify(file));
}

const encodeLine = ({ line, kmh }: SpeedLine) => ({ line: encodePolyline(line), kmh });

/** @throws Error when the file is not what `writeChart` writes. */
export async function readChart(folder: string): Promise<NetworkChart> {
  const path = join(folder, NAME);
  const { junctions, ferries, paved, roads } = parseChecked(
    await readFile(path, 'utf8'),
    ChartFile,
    path,
  );
  const lines = {
    roads: roads.map(decodeLine),
    ferries: ferries.map(decodeLine),
    paved: paved.map(decodeLine),
  };
  const findFerry = buildRoadFinder([...lines.ferries, ...lines.paved]);
  const hasFerries = ferries.length > 0;
  return {
    chart: buildRoadChart({ junctions: decodePolyline(junctions), ...lines }),
    findRoad: buildRoadFinder(lines.roads),
    isAtFerry: (place) => hasFerries && flatDistanceM(findFerry(place), place) <= AT_FERRY_M,
  };
}

const decodeLine = <Kind extends { readonly line: string }>(kind: Kind) => ({
  ...kind,
  line: decodePolyline(kind.line),
});

/** Where more than two edges meet: a road that ends counts once, one that runs through twice. */
function listJunctions(roads: readonly DrawnRoad[]): LatLon[] {
  const edges = new Map<number, number>();
  const places = new Map<number, LatLon>();
  for (const { line, nodeIds } of roads)
    nodeIds.forEach((node, i) => {
      const isEnd = i === 0 || i === nodeIds.length - 1;
      edges.set(node, (edges.get(node) ?? 0) + (isEnd ? 1 : 2));
      places.set(node, line[i] as LatLon);
    });
  return [...places].flatMap(([node, at]) => ((edges.get(node) ?? 0) > 2 ? at : []));
}

/**
 * The lines of the ferries, in parts: at some quays a road leads on along the ferry line, and who has
 * the choice drives.
 */
function listSailed(
  roads: readonly DrawnRoad[],
  speeds: Speeds,
): Pick<ChartLines, 'ferries' | 'paved'> {
  const driven = new Set<string>();
  for (const { link, nodeIds } of roads)
    if (link.kind === 'road')
      for (let i = 1; i < nodeIds.length; i++) driven.add(nameLeg(nodeIds, i));

  const parts = roads
    .filter(({ link }) => link.kind === 'ferry')
    .flatMap(({ link, line, nodeIds }) => {
      const kmh = sailingKmh(line, crossingMin(link, speeds));
      const isDriven = (i: number) => driven.has(nameLeg(nodeIds, i));
      return cutWhere(line, isDriven).map((part) => ({ ...part, kmh }));
    });
  const linesOf = (isPaved: boolean): SpeedLine[] =>
    parts.flatMap(({ holds, line, kmh }) => (holds === isPaved ? [{ line, kmh }] : []));
  return { ferries: linesOf(false), paved: linesOf(true) };
}

interface Part {
  readonly holds: boolean;
  readonly line: LatLon[];
}

/** A line in parts on whose legs, each named by the point that it ends at, something holds or not. */
function cutWhere(line: readonly LatLon[], holdsOn: (index: number) => boolean): Part[] {
  const parts: Part[] = [];
  for (let i = 1; i < line.length; i++) {
    const holds = holdsOn(i);
    const last = parts.at(-1);
    if (last?.holds === holds) last.line.push(line[i] as LatLon);
    else parts.push({ holds, line: [line[i - 1] as LatLon, line[i] as LatLon] });
  }
  return parts;
}

/** The same for both directions. */
function nameLeg(nodeIds: readonly number[], i: number): string {
  const [a, b] = [nodeIds[i - 1] ?? 0, nodeIds[i] ?? 0];
  return a < b ? `${a}-${b}` : `${b}-${a}`;
}
