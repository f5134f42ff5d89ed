import type { LatLon } from '../../../src/base/point.ts';
import { flatDistanceM } from '../../../src/geo/on-line.ts';
import type { RoadLink } from '../../../src/network/link.ts';
import { openCallPoints } from './call-points.ts';
import { groupTouching } from './joined-by-ferry.ts';
import type { IsOwn } from './own-quay.ts';

/**
 * Lists where the ferries of a quay are boarded, the nearest first: one place for each group of
 * lines that touch each other. Places that are nearer to another quay are left out.
 */
export type ListBoardingPlaces = (quay: LatLon, maxM: number) => LatLon[];

/** Indexes the ferry lines among the links. */
export function openBoardingPlaces(links: readonly RoadLink[], isOwn: IsOwn): ListBoardingPlaces {
  const ferries = links.filter(({ kind }) => kind === 'ferry');
  const groupOf = groupTouching(ferries.map(({ line }) => line));
  const listCallPoints = openCallPoints(links);
  const tips = ferries.flatMap((ferry, i) =>
    listCallPoints(ferry).map((at) => ({ at, group: groupOf[i] })),
  );
  return (quay, maxM) => {
    const own = tips
      .map((tip) => ({ ...tip, offM: flatDistanceM(tip.at, quay) }))
      .filter(({ at, offM }) => offM <= maxM && isOwn(at, quay))
      .sort((a, b) => a.offM - b.offM);
    const firstOf = new Map(own.toReversed().map(({ at, group }) => [group, at]));
    return own.map(({ at }) => at).filter((at) => [...firstOf.values()].includes(at));
  };
}
