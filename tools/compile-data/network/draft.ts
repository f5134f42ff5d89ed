import type { LatLon } from '../../../src/base/point.ts';
import { findPlaceOnLine } from '../../../src/geo/on-line.ts';
import { toVertex } from '../../../src/geo/vertex.ts';
import type { RoadLink } from '../../../src/network/link.ts';
import { keyOf } from '../../../src/network/vertex.ts';

/** A link whose line may grow. */
export type Draft = Omit<RoadLink, 'line'> & { line: LatLon[] };

/** Copies of the links that may be changed. */
export const toDrafts = (links: readonly RoadLink[]): Draft[] =>
  links.map((link) => ({ ...link, line: [...link.line] }));

/**
 * Gives the link a point at the place, unless one of its points is already there.
 *
 * @returns the point, to which another line can be joined.
 */
export function insertPoint({ line }: Draft, place: LatLon): LatLon {
  const at = toVertex(place);
  const there = line.find((point) => keyOf(point) === keyOf(at));
  if (there !== undefined) return there;
  const before = findPlaceOnLine(line, at)?.index ?? 0;
  line.splice(before + 1, 0, at);
  return at;
}

/** One step of the last decimal of a vertex, about 0.1 m. */
const STEP_DEG = 1e-6;

/** The nearest other vertex: links that shared the point no longer meet there. */
export const toNextVertex = ({ lat, lon }: LatLon): LatLon => ({ lat: lat + STEP_DEG, lon });
