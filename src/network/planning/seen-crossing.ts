/** Which runs along the lines of ferries were crossings, where a recording does not see them from quay to quay. */
import { groupBy } from '../../base/group-by.ts';
import type { LatLon } from '../../base/point.ts';
import type { MatchingRules } from '../../facts/schema/road-network.ts';
import { flatDistanceM } from '../../geo/on-line.ts';
import type { FerryStretch, PlannedRoute } from '../../passages/planned-route.ts';
import type { Drive } from '../../routing/drive.ts';
import { type RoadGraph, tailOf } from '../../routing/graph.ts';
import { isSailed, pointAt, type RoadNetwork } from '../../routing/network.ts';

/** Where a ferry is boarded, and where it comes ashore. */
interface Ride {
  readonly from: LatLon;
  readonly to: LatLon;
}

/**
 * A crossing is boarded and landed. One that is not seen at both quays, as the recording begins or ends aboard, counts
 * where its end at sea lies nearer to the other quay of a ferry, or far from its own quay. Else it is a car park or a
 * road beside the water.
 *
 * The bounds are those of `data/road-network/matching.json`.
 */
export function openSeenCrossings(
  network: RoadNetwork,
  { farM, narrowM, shortestM }: MatchingRules['crossings'],
) {
  const { graph } = network;
  const rides = listRides(network);
  const landing = groupBy(rides, ({ end }) => end);
  const boarding = groupBy(rides, ({ edge }) => edge);
  const sails = ({ edge }: Drive['edges'][number]) => isSailed(graph, edge);
  /** At sea it has left one quay behind, and is on its way to the other. */
  const isBegun = (atSea: LatLon, quay: LatLon, others: readonly LatLon[]): boolean => {
    const ownM = flatDistanceM(atSea, quay);
    const isWide = (other: LatLon) => flatDistanceM(quay, other) >= narrowM;
    return (
      ownM > farM || others.some((other) => isWide(other) && flatDistanceM(atSea, other) < ownM)
    );
  };
  const isNear = (one: LatLon, quay: LatLon, other: LatLon): boolean =>
    flatDistanceM(one, quay) <= Math.min(farM, flatDistanceM(one, other));
  const wideRides = rides.filter(({ from, to }) => flatDistanceM(from, to) >= narrowM);

  return ({ points, edges, alongM }: Drive, { line }: PlannedRoute) => {
    const isQuay = (index: number) => (points[index] ?? -1) >= 0;
    return ({ fromIndex, toIndex }: FerryStretch): boolean => {
      const [begin, end] = [line[fromIndex], line[toIndex]] as [LatLon, LatLon];
      const sailedM = (alongM[toIndex] as number) - (alongM[fromIndex] as number);
      if (isQuay(fromIndex) && isQuay(toIndex)) return sailedM >= shortestM;
      if (isQuay(toIndex)) {
        const ashore = edges.findIndex((edge) => !sails(edge));
        const { edge = -1 } = (ashore === -1 ? edges.at(-1) : edges[ashore - 1]) ?? {};
        const others = landing.get(graph.head[edge] as number) ?? [];
        return isBegun(
          begin,
          end,
          others.map(({ from }) => from),
        );
      }
      if (isQuay(fromIndex)) {
        const { edge = -1 } = edges[edges.findLastIndex((one) => !sails(one)) + 1] ?? {};
        return isBegun(
          end,
          begin,
          (boarding.get(edge) ?? []).map(({ to }) => to),
        );
      }
      return wideRides.some(({ from, to }) => isNear(begin, from, to) && isNear(end, to, from));
    };
  };
}

function listRides({ graph, ferries }: RoadNetwork) {
  const rides: (Ride & { readonly edge: number; readonly end: number })[] = [];
  for (let edge = 0; edge < graph.edgeCount; edge++)
    for (
      let ride = ferries.first[edge] as number;
      ride < (ferries.first[edge + 1] as number);
      ride++
    ) {
      const end = ferries.end[ride] as number;
      rides.push({ edge, end, from: placeOf(graph, tailOf(graph, edge)), to: placeOf(graph, end) });
    }
  return rides;
}

function placeOf({ firstOut, links, linkOf, isBackward }: RoadGraph, node: number): LatLon {
  const edge = firstOut[node] as number;
  const link = linkOf[edge] as number;
  const first = links.firstPoint[link] as number;
  const last = (links.firstPoint[link + 1] as number) - 1;
  return pointAt(links, isBackward[edge] === 1 ? last : first);
}
