/** The least cost between two places by the former engine's own costs, worked out without it. */
import type { LatLon } from '../../src/base/point.ts';
import { type CostTerms, costOfEdge, costOfTurn, listNext } from './cost.ts';
import type { EdgePlace, EdgePlaces } from './edge-places.ts';
import type { TileEdge } from './tiles.ts';

/** Edges so near to a stop are as good as the nearest, and so near to a junction one is at it. Metres. */
const NEAR_M = 5;

/**
 * The least cost from one place on a road to another; infinite where there is no way. Each metre
 * between a place and the edges that it begins and ends on counts for the choice, not in the cost.
 */
export type FindLeastCost = (from: LatLon, to: LatLon, terms: CostTerms) => number;

export function openLeastCost(edges: readonly TileEdge[], places: EdgePlaces): FindLeastCost {
  const next = edges.map((edge) => (edge.isDriven ? listNext(edge) : []));
  const edgeCost = edges.map((edge) => costOfEdge(edge).cost);

  return (from, to, terms) => {
    const costs = new Float64Array(edges.length).fill(Number.POSITIVE_INFINITY);
    const startOffM = new Float64Array(edges.length);
    const ends = new Map(listEnds(to, places).map((place) => [place.edge.number, place]));
    const queue = openQueue();
    let best = { withOff: Number.POSITIVE_INFINITY, cost: Number.POSITIVE_INFINITY };
    const shareOf = ({ edge, alongM }: EdgePlace) => alongM / places.lengthM(edge);

    const reach = (edge: TileEdge, before: number, fromShare: number, offM: number) => {
      const whole = edgeCost[edge.number] as number;
      const end = ends.get(edge.number);
      if (end !== undefined && shareOf(end) >= fromShare) {
        const withOff = before + whole * (shareOf(end) - fromShare) + end.offM;
        if (withOff < best.withOff) best = { withOff, cost: withOff - offM - end.offM };
      }
      const cost = before + whole * (1 - fromShare);
      if (cost >= (costs[edge.number] as number)) return;
      costs[edge.number] = cost;
      startOffM[edge.number] = offM;
      queue.push(edge, cost);
    };
    for (const start of listEnds(from, places))
      reach(start.edge, start.offM, shareOf(start), start.offM);
    for (let top = queue.pop(); top !== undefined && top.cost < best.withOff; top = queue.pop()) {
      const { number } = top.edge;
      if (top.cost > (costs[number] as number)) continue;
      for (const edge of next[number] as TileEdge[])
        reach(
          edge,
          top.cost + costOfTurn(top.edge, edge, terms).cost,
          0,
          startOffM[number] as number,
        );
    }
    return best.cost;
  };
}

/** Where a trip may begin or end: on each edge near enough, and on all at a junction that one is put on. */
function listEnds(at: LatLon, places: EdgePlaces): EdgePlace[] {
  const near = places.near(at, NEAR_M);
  return near.flatMap((place) => {
    const lengthM = places.lengthM(place.edge);
    if (place.alongM <= NEAR_M) return { ...place, alongM: 0 };
    return lengthM - place.alongM <= NEAR_M ? { ...place, alongM: lengthM } : place;
  });
}

interface Queued {
  readonly edge: TileEdge;
  readonly cost: number;
}

/** The cheapest first: a binary heap. */
function openQueue() {
  const heap: Queued[] = [];
  const costAt = (i: number) => heap[i]?.cost ?? Number.POSITIVE_INFINITY;
  const swap = (i: number, j: number) => {
    [heap[i], heap[j]] = [heap[j] as Queued, heap[i] as Queued];
  };
  return {
    push(edge: TileEdge, cost: number) {
      let i = heap.push({ edge, cost }) - 1;
      for (let up = (i - 1) >> 1; i > 0 && costAt(up) > cost; up = (i - 1) >> 1) {
        swap(i, up);
        i = up;
      }
    },
    pop(): Queued | undefined {
      const top = heap[0];
      const last = heap.pop();
      if (last === undefined || top === last) return top;
      heap[0] = last;
      for (let i = 0; ; ) {
        const child = costAt(2 * i + 2) < costAt(2 * i + 1) ? 2 * i + 2 : 2 * i + 1;
        if (costAt(child) >= last.cost) return top;
        swap(i, child);
        i = child;
      }
    },
  };
}
