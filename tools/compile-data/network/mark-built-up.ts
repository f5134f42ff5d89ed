import type { LatLon } from '../../../src/base/point.ts';
import { pointBetween } from '../../../src/geo/on-line.ts';
import { keyOf, toVertex, withoutRepeats } from '../../../src/geo/polyline.ts';
import type { RoadLink } from '../../../src/network/link.ts';
import { cutAt } from './draft.ts';
import { type FindMeetings, type GeoLine, indexLegs } from './leg-index.ts';

/** A longitude east of every road. */
const FAR_EAST_DEG = 40;

/**
 * Cuts every road where it enters or leaves a built-up area, and marks the inner pieces, because their speeds differ.
 * Ferries stay unchanged.
 *
 * @param rings of all areas and of their holes. A point in a hole lies inside two rings, so it is outside the area.
 */
export function markBuiltUp(links: readonly RoadLink[], rings: readonly GeoLine[]): RoadLink[] {
  const findMeetings = indexLegs(rings);
  return links.flatMap((link) => {
    if (link.kind === 'ferry') return [link];
    return cutAtEdges(link.line, findMeetings).map((line): RoadLink => {
      const builtUp = isInside(midpoint(line), findMeetings);
      return { ...link, ...(builtUp ? { builtUp } : {}), line };
    });
  });
}

/** The line in pieces that end where it crosses an edge. */
function cutAtEdges(line: readonly LatLon[], findMeetings: FindMeetings): LatLon[][] {
  const cuts = new Set<string>();
  const points = line.flatMap((b, i) => {
    const a = line[i - 1];
    if (a === undefined) return [b];
    const met = findMeetings(a, b).map((share) => toVertex(pointBetween(a, b, share)));
    for (const point of met) cuts.add(keyOf(point));
    return [...met, b];
  });
  return cutAt(withoutRepeats(points), cuts);
}

/** Is the number of edges between the point and a far place in the east odd? */
function isInside(point: LatLon, findMeetings: FindMeetings): boolean {
  // The line is slightly slanted, so that it does not run along an edge.
  const farEast = { lat: point.lat + 1e-7, lon: FAR_EAST_DEG };
  return findMeetings(point, farEast).length % 2 === 1;
}

/** A point inside the piece, away from its ends where the cut lies. */
function midpoint(line: readonly LatLon[]): LatLon {
  const i = Math.floor((line.length - 1) / 2);
  return pointBetween(line[i] as LatLon, line[i + 1] as LatLon, 0.5);
}
