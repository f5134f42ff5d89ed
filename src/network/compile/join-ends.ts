import type { LatLon } from '../../base/point.ts';
import { findPlaceOnLine, type PlaceOnLine } from '../../geo/on-line.ts';
import { openFinder } from '../find-near.ts';
import type { RoadLink } from '../link.ts';

/** How far an open end is carried to meet the network, by kind of link. Metres. */
export interface JoinLimits {
  readonly ferryM: number;
  readonly roadM: number;
}

export interface Joined {
  readonly links: readonly RoadLink[];
  /** Ends joined, and ferry ends that stay open because no road is near. */
  readonly joined: { readonly ferry: number; readonly road: number };
  readonly openFerryEnds: readonly LatLon[];
}

/**
 * Joins ends of links that should touch the network but do not: the drawing of ferries stops short
 * of the road at most quays, and a few roads stop short of each other. The end is carried to the
 * nearest place on another link, which gets a point there.
 */
export function joinEnds(links: readonly RoadLink[], limits: JoinLimits): Joined {
  const draft: Draft[] = links.map((link) => ({ ...link, line: [...link.line] }));
  const touching = countTouching(draft);
  const finder = openFinder(draft);
  const joined = { ferry: 0, road: 0 };
  const openFerryEnds: LatLon[] = [];

  const carry = (link: Draft, self: number, end: 'start' | 'end') => {
    const tip = (end === 'start' ? link.line[0] : link.line.at(-1)) as LatLon;
    if ((touching.get(keyOf(tip)) ?? 0) > 1) return;
    const limitM = link.kind === 'ferry' ? limits.ferryM : limits.roadM;
    const near = finder(tip, limitM, (_, i) => i !== self);
    if (near === undefined) {
      if (link.kind === 'ferry') openFerryEnds.push(tip);
      return;
    }
    const at = insertPoint(draft[near.link] as Draft, near.place);
    if (end === 'start') link.line.unshift(at);
    else link.line.push(at);
    touching.set(keyOf(at), 2).set(keyOf(tip), 2);
    joined[link.kind]++;
  };
  draft.forEach((link, self) => {
    carry(link, self, 'start');
    carry(link, self, 'end');
  });
  return { links: draft, joined, openFerryEnds };
}

/** A link whose line may grow. */
export type Draft = Omit<RoadLink, 'line'> & { line: LatLon[] };

/** The key under which points count as the same junction. */
export const keyOf = ({ lat, lon }: LatLon) => `${Math.round(lat * 1e6)},${Math.round(lon * 1e6)}`;

/** Rounds to the six decimals of the links file. */
export const toSixDecimals = ({ lat, lon }: LatLon): LatLon => ({
  lat: Math.round(lat * 1e6) / 1e6,
  lon: Math.round(lon * 1e6) / 1e6,
});

/** How many links pass through each point. */
function countTouching(links: readonly RoadLink[]): Map<string, number> {
  const touching = new Map<string, number>();
  for (const { line } of links)
    for (const key of new Set(line.map(keyOf))) touching.set(key, (touching.get(key) ?? 0) + 1);
  return touching;
}

/** Puts the place into the line, unless a point of the line is already there. */
export function insertPoint(link: { line: LatLon[] }, place: PlaceOnLine): LatLon {
  const at = toSixDecimals(place.at);
  const there = link.line.find((point) => keyOf(point) === keyOf(at));
  if (there !== undefined) return there;
  // Earlier insertions may have moved the indices, so the place is looked up again.
  const index = findPlaceOnLine(link.line, at)?.index ?? place.index;
  link.line.splice(index + 1, 0, at);
  return at;
}
