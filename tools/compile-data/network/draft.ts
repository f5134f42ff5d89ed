import type { LatLon } from '../../../src/base/point.ts';
import { findPlaceOnLine, flatDistanceM } from '../../../src/geo/on-line.ts';
import { keyOf, toVertex } from '../../../src/geo/polyline.ts';
import type { RoadLink } from '../../../src/network/link.ts';

/** A link whose line may grow. */
export type Draft = Omit<RoadLink, 'line'> & { line: LatLon[] };

/** Copies of the links that may be changed. */
export const toDrafts = (links: readonly RoadLink[]): Draft[] =>
  links.map((link) => ({ ...link, line: [...link.line] }));

/**
 * Adds a point at the place to the link, unless it has a point there.
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

/** The number of lines that have a point, by the key of the point. */
export function countUses(links: readonly Pick<RoadLink, 'line'>[]): Map<string, number> {
  const uses = new Map<string, number>();
  for (const { line } of links)
    for (const key of new Set(line.map(keyOf))) uses.set(key, (uses.get(key) ?? 0) + 1);
  return uses;
}

/** Cuts a line at its inner points with these keys. */
export function cutAt(line: readonly LatLon[], keys: ReadonlySet<string>): LatLon[][] {
  const pieces: LatLon[][] = [[]];
  line.forEach((point, i) => {
    pieces.at(-1)?.push(point);
    if (i > 0 && i < line.length - 1 && keys.has(keyOf(point))) pieces.push([point]);
  });
  return pieces;
}

/** The accuracy of places in decisions. Metres. */
const PLACE_M = 30;

export const isNear = (place: LatLon) => (point: LatLon) => flatDistanceM(place, point) <= PLACE_M;

/**
 * Separates links from others near a place: the points that they share are moved aside.
 *
 * @returns whether they share any point.
 */
export function partAt(place: LatLon, links: readonly Draft[], from: readonly Draft[]): boolean {
  const shared = new Set(from.flatMap(({ line }) => line.filter(isNear(place)).map(keyOf)));
  const meets = (point: LatLon) => shared.has(keyOf(point));
  const parted = links.filter(({ line }) => line.some(meets));
  for (const draft of parted)
    draft.line = draft.line.map((point) => (meets(point) ? toNextVertex(point) : point));
  return parted.length > 0;
}

/** One step of the last decimal of a vertex, about 0.1 m. */
const STEP_DEG = 1e-6;

/** A neighbouring vertex. Links that are moved to it no longer share the point. */
export const toNextVertex = ({ lat, lon }: LatLon): LatLon => ({ lat: lat + STEP_DEG, lon });
