import type { LatLon } from '../../../src/base/point.ts';
import { flatDistanceM } from '../../../src/geo/on-line.ts';
import type { RoadLink } from '../../../src/network/link.ts';
import { keyOf } from '../../../src/network/vertex.ts';
import { openCallPoints } from './call-points.ts';

/**
 * Tells whether ferry lines alone lead from within `nearM` of one point to as near another. They
 * must be boarded there: lines that only pass do not count.
 *
 * @param serves tells whether a place of boarding that near to a quay is meant for it.
 */
export function joinedByFerry(
  links: readonly RoadLink[],
  nearM: number,
  serves: (point: LatLon, quay: LatLon) => boolean,
) {
  const ferries = links.filter(({ kind }) => kind === 'ferry');
  const groupOf = groupTouching(ferries.map(({ line }) => line));
  const callPoints = ferries.map(openCallPoints(links));
  const listGroupsNear = (quay: LatLon) =>
    callPoints.flatMap((points, i) =>
      points.some((at) => flatDistanceM(at, quay) <= nearM && serves(at, quay)) ? [groupOf[i]] : [],
    );
  return (from: LatLon, to: LatLon): boolean => {
    const there = new Set(listGroupsNear(to));
    return listGroupsNear(from).some((group) => there.has(group));
  };
}

/** A group for each line; lines that touch, directly or over others, have the same. */
export function groupTouching(lines: readonly (readonly LatLon[])[]): readonly number[] {
  const linesAt = new Map<string, number[]>();
  lines.forEach((line, i) => {
    for (const key of line.map(keyOf)) linesAt.set(key, [...(linesAt.get(key) ?? []), i]);
  });
  const groupOf: number[] = [];
  lines.forEach((_, group) => {
    const open = groupOf[group] === undefined ? [group] : [];
    for (let i = open.pop(); i !== undefined; i = open.pop()) {
      groupOf[i] = group;
      const touching = (lines[i] ?? []).flatMap((point) => linesAt.get(keyOf(point)) ?? []);
      open.push(...new Set(touching.filter((other) => groupOf[other] === undefined)));
    }
  });
  return groupOf;
}
