import { flatDistanceM } from '../../geo/on-line.ts';
import type { PlacingRoad } from './placing-road.ts';

/** A place on a one-way road. */
export interface PlaceOnRoad {
  /** Index of the road. */
  readonly link: number;
  /** Metres from its start. */
  readonly alongM: number;
}

/** Tells whether a driver who passes one of two places comes to the other. */
export type IsInSeries = (one: PlaceOnRoad, other: PlaceOnRoad) => boolean;

/** Carriageways side by side are not in series; two ways one behind the other are. */
export function openSeries(roads: readonly PlacingRoad[], withinM: number): IsInSeries {
  const leaving = listLeaving(roads);
  /** Metres to each node that is reached from a place. */
  const reach = ({ link, alongM }: PlaceOnRoad): Map<number, number> => {
    const reached = new Map<number, number>();
    const open = stepsFrom(roads[link] as PlacingRoad, alongM);
    for (let step = open.pop(); step !== undefined; step = open.pop()) {
      const { nodeId, farM } = step;
      if (farM > withinM || farM >= (reached.get(nodeId) ?? Number.POSITIVE_INFINITY)) continue;
      reached.set(nodeId, farM);
      for (const leg of leaving.get(nodeId) ?? [])
        open.push({ nodeId: leg.nodeId, farM: farM + leg.lengthM });
    }
    return reached;
  };
  const leadsTo = (one: PlaceOnRoad, other: PlaceOnRoad) =>
    reach(one).has(nodeBefore(roads[other.link] as PlacingRoad, other.alongM));
  return (one, other) => leadsTo(one, other) || leadsTo(other, one);
}

interface Leg {
  /** The node that it leads to. */
  readonly nodeId: number;
  readonly lengthM: number;
}

/** The legs that can be driven from each node. */
function listLeaving(roads: readonly PlacingRoad[]): ReadonlyMap<number, readonly Leg[]> {
  const leaving = new Map<number, Leg[]>();
  const add = (from: number, leg: Leg) => leaving.set(from, [...(leaving.get(from) ?? []), leg]);
  for (const { line, nodeIds, oneWay } of roads)
    nodeIds.slice(1).forEach((to, i) => {
      const from = nodeIds[i] as number;
      const lengthM = flatDistanceM(line[i] as (typeof line)[0], line[i + 1] as (typeof line)[0]);
      add(from, { nodeId: to, lengthM });
      if (!oneWay) add(to, { nodeId: from, lengthM });
    });
  return leaving;
}

/** The first node behind a place of a one-way road. */
function stepsFrom({ line, nodeIds }: PlacingRoad, alongM: number) {
  let fromM = 0;
  for (let i = 1; i < line.length; i++) {
    fromM += flatDistanceM(line[i - 1] as (typeof line)[0], line[i] as (typeof line)[0]);
    if (fromM >= alongM) return [{ nodeId: nodeIds[i] as number, farM: fromM - alongM }];
  }
  return [];
}

/** The last node before a place. */
function nodeBefore({ line, nodeIds }: PlacingRoad, alongM: number): number {
  let fromM = 0;
  for (let i = 1; i < line.length; i++) {
    fromM += flatDistanceM(line[i - 1] as (typeof line)[0], line[i] as (typeof line)[0]);
    if (fromM > alongM) return nodeIds[i - 1] as number;
  }
  return nodeIds.at(-2) as number;
}
