import { readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { LatLon } from '../base/point.ts';
import { flatDistanceM } from '../geo/on-line.ts';
import { type ChartLines, layChart, openRoadChart, type RoadChart } from '../geo/road-chart.ts';
import { type FindRoad, layRoads, openRoadFinder } from '../geo/road-finder.ts';
import type { SpeedLine } from '../geo/speed-legs.ts';
import { formatRows, parseRows, type RowsLabel } from './number-rows.ts';
import type { DrawnRoad } from './ramp-turns.ts';
import { crossingMin, type Speeds, sailingKmh, speedKmh } from './speeds.ts';

/** What we know of a network that we drew ourselves, so that its engine need not be asked. */
export interface NetworkChart {
  readonly chart: RoadChart;
  readonly findRoad: FindRoad;
  /** Is a place so near to a ferry line that the engine may begin there on the ferry itself? */
  isAtFerry(place: LatLon): boolean;
}

const NAME = 'chart.bin';
/** Twice as far as the roads that are as good as the nearest one to a stop. Metres. */
const AT_FERRY_M = 10;

const LEG_ROWS = {
  kmh: Float64Array,
  vertexAt: Int32Array,
  firstOf: Int32Array,
  places: Int32Array,
} as const;
const FINDER_ROWS = { legs: Int32Array, kinds: Uint8Array, tree: Uint8Array } as const;
/** Who changes what they mean raises the `FORMAT` of the network, too. */
const CHART_ROWS = {
  chart: {
    steps: Int32Array,
    junctions: Uint8Array,
    roads: LEG_ROWS,
    ferries: LEG_ROWS,
    paved: LEG_ROWS,
  },
  byRoad: FINDER_ROWS,
  bySea: FINDER_ROWS,
} as const;

const labelOf = (network: string): RowsLabel => ({ kind: 'road chart', network });

/** Where a network is written. */
export interface NetworkPlace {
  readonly folder: string;
  /** Its version, the name that the folder has in the end. */
  readonly network: string;
}

/**
 * Writes what `readChart` reads, beside the tiles: not the lines but what is asked of them, so that no
 * start has to work it out again.
 */
export async function writeChart(
  { folder, network }: NetworkPlace,
  roads: readonly DrawnRoad[],
  speeds: Speeds,
): Promise<void> {
  const sailed = listSailed(roads, speeds);
  const driven = roads.flatMap(({ link, line }) =>
    link.kind === 'road'
      ? { line, kmh: speedKmh(link, speeds), tunnel: link.tunnel, ramp: link.ramp }
      : [],
  );
  const rows = {
    chart: layChart({ junctions: listJunctions(roads), roads: driven, ...sailed }),
    byRoad: layRoads(driven),
    bySea: layRoads([...sailed.ferries, ...sailed.paved]),
  };
  await writeFile(join(folder, NAME), formatRows(labelOf(network), CHART_ROWS, rows));
}

/**
 * @param folder of the network, by whose name the chart is known to be its own.
 * @throws Error that says what to do when the file is damaged, or that of another network.
 */
export async function readChart(folder: string): Promise<NetworkChart> {
  const path = join(folder, NAME);
  try {
    return openChart(parseRows(await readFile(path), labelOf(basename(folder)), CHART_ROWS, path));
  } catch (cause) {
    const { message } = cause as Error;
    throw new Error(`${message} Remove ${folder}, and the next start builds it again.`, { cause });
  }
}

function openChart(rows: ReturnType<typeof parseRows<typeof CHART_ROWS>>): NetworkChart {
  const findFerry = openRoadFinder(rows.bySea);
  const hasFerries = rows.chart.ferries.places.length > 0;
  return {
    chart: openRoadChart(rows.chart),
    findRoad: openRoadFinder(rows.byRoad),
    isAtFerry: (place) => hasFerries && flatDistanceM(findFerry(place), place) <= AT_FERRY_M,
  };
}

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
