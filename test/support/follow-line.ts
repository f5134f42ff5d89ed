/** Follows a line over a road graph, edge by edge, to find out whether the line is a way that may be driven. */
import type { LatLon } from '../../src/base/point.ts';
import { flatDistanceM, nearestOnLeg } from '../../src/geo/on-line.ts';
import type { RoadGraph } from '../../src/routing/graph.ts';
import { pointAt } from '../../src/routing/network.ts';

/**
 * How near the points of an edge must be to the line that lies on the edge, and how far along the line they may be from
 * the place where they are due. Metres.
 */
const [NEAR_M, DRIFT_M] = [4, 25];

/** @param from and `to`: the edges on which the line may begin and end. */
export function leadsOver(
  graph: RoadGraph,
  line: readonly LatLon[],
  from: readonly number[],
  to: readonly number[],
): boolean {
  const reach = openReach(line);
  const isEnd = new Set(to);
  const seen = new Set<string>();
  const open = from.map((edge) => ({ edge, alongM: reach.leave(pointsOf(graph, edge)) }));
  for (let state = open.pop(); state !== undefined; state = open.pop()) {
    const { edge, alongM } = state;
    if (alongM === undefined) continue;
    const name = `${edge} ${Math.round(alongM)}`;
    if (seen.has(name)) continue;
    seen.add(name);
    if (isEnd.has(edge) && alongM >= reach.lengthM - NEAR_M) return true;
    const [first, end] = [graph.turns.first[edge] as number, graph.turns.first[edge + 1] as number];
    for (const next of graph.turns.to.subarray(first, end))
      open.push({ edge: next, alongM: reach.follow(pointsOf(graph, next), alongM) });
  }
  return false;
}

function pointsOf({ links, linkOf, isBackward }: RoadGraph, edge: number): LatLon[] {
  const link = linkOf[edge] as number;
  const [first, end] = [links.firstPoint[link] as number, links.firstPoint[link + 1] as number];
  const points = Array.from({ length: end - first }, (_, i) => pointAt(links, first + i));
  return isBackward[edge] === 1 ? points.reverse() : points;
}

/** Finds places on a line, as metres from its start. */
function openReach(line: readonly LatLon[]) {
  const startsM = [0];
  for (let i = 1; i < line.length; i++)
    startsM.push(
      (startsM[i - 1] as number) + flatDistanceM(line[i - 1] as LatLon, line[i] as LatLon),
    );
  const lengthM = startsM.at(-1) as number;
  /**
   * The place nearest to a point, among the places around the one where it is due; `undefined` if none is near enough.
   */
  const find = (point: LatLon, dueM: number): number | undefined => {
    let [bestM, atM]: [number, number | undefined] = [NEAR_M, undefined];
    for (let leg = 0; leg + 1 < line.length; leg++) {
      const [startM, endM] = [startsM[leg] as number, startsM[leg + 1] as number];
      if (endM < dueM - DRIFT_M || startM > dueM + DRIFT_M) continue;
      const [a, b] = [line[leg] as LatLon, line[leg + 1] as LatLon];
      const place = nearestOnLeg(a, b, point);
      const offM = flatDistanceM(place, point);
      if (offM < bestM) [bestM, atM] = [offM, startM + flatDistanceM(a, place)];
    }
    return atM;
  };
  /**
   * How far along the line the points of an edge lead; `undefined` if the line leaves the edge. The line may end on the
   * edge.
   */
  const follow = (points: readonly LatLon[], alongM: number): number | undefined => {
    let atM = alongM;
    for (let i = 1; i < points.length; i++) {
      const dueM = atM + flatDistanceM(points[i - 1] as LatLon, points[i] as LatLon);
      if (dueM >= lengthM - NEAR_M) {
        const end = nearestOnLeg(
          points[i - 1] as LatLon,
          points[i] as LatLon,
          line.at(-1) as LatLon,
        );
        if (flatDistanceM(end, line.at(-1) as LatLon) <= NEAR_M) return lengthM;
      }
      const foundM = find(points[i] as LatLon, dueM);
      if (foundM === undefined) return undefined;
      atM = foundM;
    }
    return atM;
  };
  return {
    lengthM,
    follow,
    /** The same for the edge on which the line begins. Only the points after the start are followed. */
    leave(points: readonly LatLon[]): number | undefined {
      const start = line[0] as LatLon;
      for (let i = 1; i < points.length; i++) {
        const place = nearestOnLeg(points[i - 1] as LatLon, points[i] as LatLon, start);
        if (flatDistanceM(place, start) > NEAR_M) continue;
        const behindM = follow([place, ...points.slice(i)], 0);
        if (behindM !== undefined) return behindM;
      }
      return undefined;
    },
  };
}
