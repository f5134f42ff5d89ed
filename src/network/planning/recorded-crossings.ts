/** Finds the crossings of a recording that does not show them from quay to quay, or only by its fixes. */
import { groupBy } from '../../base/lists.ts';
import type { LatLon } from '../../base/point.ts';
import type { Steps } from '../../base/steps.ts';
import type { MatchingRules } from '../../facts/schema/road-network.ts';
import { flatDistanceM, M_PER_DEG } from '../../geo/on-line.ts';
import type { MatchedTrace } from '../../matching/match-trace.ts';
import type { FerryStretch } from '../../passages/planned-route.ts';
import type { Drive } from '../../routing/drive.ts';
import { tailOf } from '../../routing/graph.ts';
import { isSailed, placeOfNode, type RoadNetwork } from '../../routing/network.ts';
import type { Laid, SeenCrossings } from './lay-runs.ts';

/** Where a ferry is boarded, and where it comes ashore. */
interface Ride {
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
): SeenCrossings {
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

  return ({ points, edges, alongM }, { line }) => {
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
    return (stretch) => {
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

/**
 * Between the quays of a narrow sound fixes are as near to the road ashore as to the line of the ferry, so a crossing
 * may be matched to that road. It is lost where the fixes go most of the way from quay to quay, and the matched drive
 * neither sails there nor drives on roads near them.
 *
 * The bounds are those of `data/road-network/matching.json`.
 */
export function openLostCrossings(
  { graph }: RoadNetwork,
  rides: readonly Ride[],
  { narrowM, shortestM, lostShare }: MatchingRules['crossings'],
) {
  const narrow = rides.filter((ride) => widthOf(ride) >= shortestM && widthOf(ride) < narrowM);
  return function* ({ fixes, states }: MatchedTrace, laid: Laid): Steps<Laid['unrecordedFerries']> {
    const lost: Laid['unrecordedFerries'][number][] = [];
    const placeM = (fix: number) => laid.fixAt[fix]?.alongM ?? 0;
    const sailed = [
      ...laid.unrecordedFerries.map(({ fromM, lengthM }) => [fromM, fromM + lengthM] as const),
      ...laid.ferries.map(
        ({ fromIndex, toIndex }) =>
          [laid.alongM[fromIndex] ?? 0, laid.alongM[toIndex] ?? 0] as const,
      ),
    ];
    const isSailedIn = ([from, to]: Stretch) =>
      sailed.some(([fromM, toM]) => fromM <= placeM(to) && toM >= placeM(from));
    for (const ride of narrow) {
      const lengthM = widthOf(ride);
      // An assumption: so far off its road a fix tells more of the water than of the road.
      const isAway = ({ edge, offM }: MatchedTrace['states'][number]) =>
        edge === -1 || isSailed(graph, edge) || offM > lengthM / 4;
      for (const stretch of yield* listOver(fixes, ride, lostShare))
        if (!isSailedIn(stretch) && states.slice(stretch[0], stretch[1] + 1).some(isAway))
          lost.push({ fromM: placeM(stretch[0]), lengthM });
    }
    return lost;
  };
}

/** The first and the last fix of a stretch. */
type Stretch = readonly [from: number, to: number];

/** The stretches in which fixes go a share of the way over a sound. */
function* listOver(fixes: readonly LatLon[], ride: Ride, leastShare: number): Steps<Stretch[]> {
  const found: Stretch[] = [];
  const widthM = widthOf(ride);
  let begun: { readonly fix: number; readonly share: number } | undefined;
  for (const [fix, at] of fixes.entries()) {
    if (fix % STEP_FIXES === 0) yield;
    const share = shareOver(ride, widthM, at);
    if (share === undefined) begun = undefined;
    else if (begun === undefined || share <= begun.share) begun = { fix, share };
    else if (share - begun.share >= leastShare) {
      found.push([begun.fix, fix]);
      begun = { fix, share };
    }
  }
  return found;
}

const widthOf = ({ from, to }: Ride): number => flatDistanceM(from, to);

/** Fixes that are looked at in one step. */
const STEP_FIXES = 8192;

/**
 * The share of the way over a sound at which a place lies, 0 to 1; undefined: it lies elsewhere, more than half of the
 * width beside the way or behind its ends. The half is an assumption.
 */
function shareOver({ from, to }: Ride, widthM: number, at: LatLon): number | undefined {
  // Most fixes lie far away, and this is quick.
  if (Math.abs(at.lat - from.lat) * M_PER_DEG > 2 * widthM) return undefined;
  const [fromM, toM] = [flatDistanceM(at, from), flatDistanceM(at, to)];
  const share = (fromM ** 2 - toM ** 2 + widthM ** 2) / (2 * widthM ** 2);
  const isBeside = fromM ** 2 - (share * widthM) ** 2 <= (widthM / 2) ** 2;
  return isBeside && share > -0.5 && share < 1.5 ? Math.min(1, Math.max(0, share)) : undefined;
}
