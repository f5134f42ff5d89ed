/** The quickest way over roads alone: without the engine, and without any ferry. */
import type { LatLon } from '../../src/base/point.ts';
import type { Speeds } from '../../src/facts/schema/road-network.ts';
import { flatDistanceM } from '../../src/geo/on-line.ts';
import { keyOf } from '../../src/geo/polyline.ts';
import type { RoadLink } from '../../src/network/link.ts';
import { openRoadSpeeds } from '../../src/network/speeds.ts';

/** Minutes by land from the vertex nearest to one point to the vertex nearest to another. */
export type MinutesByLand = (from: LatLon, to: LatLon, atMostMin: number) => number | undefined;

interface Vertex {
  readonly at: LatLon;
  readonly legs: { readonly to: Vertex; readonly minutes: number }[];
}

/** Indexes the roads once, for many ways. The result is undefined if a way takes longer than asked for. */
export function openWayByLand(links: readonly RoadLink[], speeds: Speeds): MinutesByLand {
  const vertices = new Map<string, Vertex>();
  const vertexAt = (at: LatLon): Vertex => {
    const known = vertices.get(keyOf(at));
    if (known !== undefined) return known;
    const vertex = { at, legs: [] };
    vertices.set(keyOf(at), vertex);
    return vertex;
  };
  const kmhOf = openRoadSpeeds(links, speeds);
  for (const link of links) {
    if (link.kind !== 'road') continue;
    const minutesPerM = (speeds.lengthFactor * 60) / (kmhOf(link) * 1000);
    link.line.slice(1).forEach((point, i) => {
      const [a, b] = [vertexAt(link.line[i] ?? point), vertexAt(point)];
      const minutes = flatDistanceM(a.at, b.at) * minutesPerM;
      a.legs.push({ to: b, minutes });
      if (link.oneWay !== true) b.legs.push({ to: a, minutes });
    });
  }
  const all = [...vertices.values()];
  return (from, to, atMostMin) => findMinutes(nearestOf(all, from), nearestOf(all, to), atMostMin);
}

function nearestOf(vertices: readonly Vertex[], at: LatLon): Vertex {
  let [best, bestM] = [vertices[0] as Vertex, Number.POSITIVE_INFINITY];
  for (const vertex of vertices) {
    const offM = flatDistanceM(vertex.at, at);
    if (offM < bestM) [best, bestM] = [vertex, offM];
  }
  return best;
}

/** Dijkstra's algorithm in steps of a tenth of a minute. */
function findMinutes(from: Vertex, to: Vertex, atMostMin: number): number | undefined {
  const reached = new Map([[from, 0]]);
  const open: Vertex[][] = [[from]];
  for (let tenth = 0; tenth <= atMostMin * TENTHS; tenth++) {
    // The list grows while it is read: by vertices that are reached within the same tenth.
    for (const vertex of open[tenth] ?? [])
      if (tenthOf(reached.get(vertex)) === tenth) goOn(vertex, reached, open);
    if (tenthOf(reached.get(to)) === tenth) return reached.get(to);
  }
  return undefined;
}

const TENTHS = 10;

const tenthOf = (minutes = Number.POSITIVE_INFINITY) => Math.floor(minutes * TENTHS);

/** Reaches the neighbours of a vertex, and opens those for which this is the quickest way so far. */
function goOn(vertex: Vertex, reached: Map<Vertex, number>, open: Vertex[][]): void {
  const minutes = reached.get(vertex) ?? 0;
  for (const leg of vertex.legs) {
    const thereMin = minutes + leg.minutes;
    if (thereMin >= (reached.get(leg.to) ?? Number.POSITIVE_INFINITY)) continue;
    reached.set(leg.to, thereMin);
    const slot = tenthOf(thereMin);
    const queue = open[slot];
    if (queue === undefined) open[slot] = [leg.to];
    else queue.push(leg.to);
  }
}
