/** Finds crossings of narrow sounds of which the fixes tell, where the matched drive stays ashore. */
import type { LatLon } from '../../base/point.ts';
import type { Steps } from '../../base/steps.ts';
import type { MatchingRules } from '../../facts/schema/road-network.ts';
import { flatDistanceM, M_PER_DEG } from '../../geo/on-line.ts';
import type { MatchedTrace } from '../../matching/match-trace.ts';
import { isSailed, type RoadNetwork } from '../../routing/network.ts';
import type { Laid } from './lay-runs.ts';
import type { Ride } from './seen-crossing.ts';

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
