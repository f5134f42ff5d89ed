import type { LatLon } from '../../../src/base/point.ts';
import type { RoadLink } from '../../../src/network/link.ts';
import { keyOf } from '../../../src/network/vertex.ts';

/** The points of a ferry line at which one can board: its ends, and where it touches other links. */
export type ListCallPoints = (ferry: Pick<RoadLink, 'line'>) => LatLon[];

/** A line that only passes a quay does not call there. */
export function openCallPoints(links: readonly RoadLink[]): ListCallPoints {
  const linksAt = new Map<string, number>();
  for (const { line } of links)
    for (const key of new Set(line.map(keyOf))) linksAt.set(key, (linksAt.get(key) ?? 0) + 1);
  return ({ line }) =>
    line.filter(
      (point, i) => i === 0 || i === line.length - 1 || (linksAt.get(keyOf(point)) ?? 0) > 1,
    );
}
