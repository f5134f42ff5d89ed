/** Decides which runs along ferry lines were crossings if the recording does not show them from quay to quay. */
import { groupBy } from '../../base/lists.ts';
import type { LatLon } from '../../base/point.ts';
import type { MatchingRules } from '../../facts/schema/road-network.ts';
import { flatDistanceM } from '../../geo/on-line.ts';
import type { FerryStretch, PlannedRoute } from '../../passages/planned-route.ts';
import type { Drive } from '../../routing/drive.ts';
import { tailOf } from '../../routing/graph.ts';
import { isSailed, placeOfNode, type RoadNetwork } from '../../routing/network.ts';

/** Where a ferry is boarded, and where it comes ashore. */
export interface Ride {
  readonly from: LatLon;
  readonly to: LatLon;
  /** The edge on which it begins, and the node at which it ends. */
  readonly edge: number;
  readonly end: number;
}

/**
 * A crossing is boarded and landed.
 *
 * A recording may begin or end aboard, so that a crossing is not seen at both quays. It counts if the end at sea lies
 * nearer to the other quay of the ferry, or far from its own quay. Otherwise the end is a car park or a road beside
 * the water. A run of which neither end is a crossing, and which is too long for a car park, may have been one.
 *
 * The bounds are those of `data/road-network/matching.json`.
 */
export function openSeenCrossings(
  { graph }: RoadNetwork,
  rides: readonly Ride[],
  { farM, narrowM, shortestM, doubtM }: MatchingRules['crossings'],
) {
  const landing = groupBy(rides, ({ end }) => end);
  const boarding = groupBy(rides, ({ edge }) => edge);
  const sails = ({ edge }: Drive['edges'][number]) => isSailed(graph, edge);
  /** Has a place at sea left one quay behind, on the way to another? */
  const isBegun = (atSea: LatLon, quay: LatLon, others: readonly LatLon[] = []): boolean => {
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
    const isCrossing = ({ fromIndex, toIndex }: FerryStretch, sailedM: number): boolean => {
      const [begin, end] = [line[fromIndex], line[toIndex]] as [LatLon, LatLon];
      if (isQuay(fromIndex) && isQuay(toIndex)) return sailedM >= shortestM;
      if (isQuay(toIndex)) {
        const ashore = edges.findIndex((edge) => !sails(edge));
        const { edge = -1 } = (ashore === -1 ? edges.at(-1) : edges[ashore - 1]) ?? {};
        const others = landing.get(graph.head[edge] as number)?.map(({ from }) => from);
        return isBegun(begin, end, others);
      }
      if (isQuay(fromIndex)) {
        const { edge = -1 } = edges[edges.findLastIndex((one) => !sails(one)) + 1] ?? {};
        const others = boarding.get(edge)?.map(({ to }) => to);
        return isBegun(end, begin, others);
      }
      return wideRides.some(({ from, to }) => isNear(begin, from, to) && isNear(end, to, from));
    };
    return (stretch: FerryStretch): 'crossed' | 'perhaps' | 'ashore' => {
      const sailedM = (alongM[stretch.toIndex] as number) - (alongM[stretch.fromIndex] as number);
      if (isCrossing(stretch, sailedM)) return 'crossed';
      return sailedM > doubtM ? 'perhaps' : 'ashore';
    };
  };
}

/** The rides of all ferries of a network. */
export function listRides({ graph, ferries }: RoadNetwork): Ride[] {
  const rides: Ride[] = [];
  for (let edge = 0; edge < graph.edgeCount; edge++)
    for (
      let row = ferries.first[edge] as number;
      row < (ferries.first[edge + 1] as number);
      row++
    ) {
      const end = ferries.end[row] as number;
      const from = placeOfNode(graph, tailOf(graph, edge));
      rides.push({ from, to: placeOfNode(graph, end), edge, end });
    }
  return rides;
}
