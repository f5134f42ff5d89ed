import type { LatLon } from '../../base/point.ts';
import { findPlaceOnLine } from '../../geo/on-line.ts';
import type { RoadLink } from '../link.ts';
import { keyOf } from '../vertex.ts';

/** Tells whether ferry lines alone lead from within `nearM` of one point to as near another. */
export function joinedByFerry(links: readonly RoadLink[], nearM: number) {
  const lines = links.filter(({ kind }) => kind === 'ferry').map(({ line }) => line);
  const groupOf = groupTouching(lines);
  const listGroupsNear = (point: LatLon) =>
    lines.flatMap((line, i) => {
      const place = findPlaceOnLine(line, point);
      return place !== undefined && place.offM <= nearM ? [groupOf[i]] : [];
    });
  return (from: LatLon, to: LatLon): boolean => {
    const there = new Set(listGroupsNear(to));
    return listGroupsNear(from).some((group) => there.has(group));
  };
}

/** A group for each line; lines that touch, directly or over others, have the same. */
function groupTouching(lines: readonly (readonly LatLon[])[]): readonly number[] {
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
