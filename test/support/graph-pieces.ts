/** Maps each link of the graph to its part of a bundled link, and writes drives in these parts. */
import type { LatLon } from '../../src/base/point.ts';
import { flatLengthM } from '../../src/geo/on-line.ts';
import type { RoadLink } from '../../src/network/link.ts';
import type { DrivenEdge } from '../../src/routing/drive.ts';
import type { LinkTable, RoadGraph } from '../../src/routing/graph.ts';
import { pointAt } from '../../src/routing/network.ts';
import type { Piece } from './reference-metric.ts';

/** Places this near to each other are the same. Metres. */
const SAME_M = 2;

/**
 * @param sources the bundled link that each link of the graph is cut from, by link of the graph. They are in order, and
 * the pieces of each follow each other from its beginning.
 */
export function listPieces(
  table: LinkTable,
  sources: readonly RoadLink[],
  links: readonly RoadLink[],
): Piece[] {
  const lineOf = new Map(links.map((link, i) => [link, i + 1]));
  let endM = 0;
  return sources.map((source, link) => {
    const [first, end] = [table.firstPoint[link] as number, table.firstPoint[link + 1] as number];
    const points = Array.from({ length: end - first }, (_, i): LatLon => pointAt(table, first + i));
    const fromM = sources[link - 1] === source ? endM : 0;
    endM = fromM + flatLengthM(points);
    return { source, line: lineOf.get(source) ?? 0, fromM, toM: endM };
  });
}

/**
 * A part of a bundled link, which is given by its line in the file. `toM` less than `fromM`: it is driven backwards.
 */
export interface Run {
  readonly line: number;
  readonly fromM: number;
  readonly toM: number;
}

/**
 * The runs of a drive. Runs that follow each other on the same link are joined. Runs of up to two metres are left out.
 */
export function toRuns(
  { linkOf, isBackward }: RoadGraph,
  pieces: readonly Piece[],
  edges: readonly DrivenEdge[],
): Run[] {
  const runs: Run[] = [];
  for (const { edge, from, to } of edges) {
    const { line, fromM, toM } = pieces[linkOf[edge] as number] as Piece;
    const [a, b] = isBackward[edge] === 1 ? [toM, fromM] : [fromM, toM];
    const run = { line, fromM: a + (b - a) * from, toM: a + (b - a) * to };
    const last = runs.at(-1);
    const goesOn =
      last?.line === line &&
      Math.abs(last.toM - run.fromM) <= SAME_M &&
      (last.toM - last.fromM) * (run.toM - run.fromM) >= 0;
    if (goesOn) runs[runs.length - 1] = { ...last, toM: run.toM };
    else runs.push(run);
  }
  return runs.filter(({ fromM, toM }) => Math.abs(toM - fromM) > SAME_M);
}
