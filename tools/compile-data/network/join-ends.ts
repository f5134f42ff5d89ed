import type { LatLon } from '../../../src/base/point.ts';
import { keyOf } from '../../../src/geo/polyline.ts';
import type { RoadLink } from '../../../src/network/link.ts';
import { openFinder } from '../../../src/network/placement/find-near.ts';
import { isUnderground } from './boarding.ts';
import { countUses, type Draft, insertPoint, toDrafts } from './draft.ts';

/** The greatest distance over which an open end is extended to the network, by kind of link. Metres. */
export interface JoinLimits {
  readonly ferryM: number;
  readonly roadM: number;
}

export interface Joined {
  readonly links: readonly RoadLink[];
  /** Number of ends joined. */
  readonly joined: { readonly ferry: number; readonly road: number };
  /** Ferry ends that stay open because nothing is near. */
  readonly openFerryEnds: readonly LatLon[];
}

/**
 * Joins ends of links that should touch the network but do not: at most quays the drawn ferry ends before the road, and
 * a few roads end before each other. The end is extended to the nearest place on another link, which gets a point
 * there.
 */
export function joinEnds(links: readonly RoadLink[], limits: JoinLimits): Joined {
  const drafts = toDrafts(links);
  const touched = new Set([...countUses(drafts)].flatMap(([key, uses]) => (uses > 1 ? [key] : [])));
  const find = openFinder(drafts);
  const joined = { ferry: 0, road: 0 };
  const openFerryEnds: LatLon[] = [];

  /** The point to which an end is extended; undefined: it touches another link already, or none is near. */
  const join = (self: Draft, tip: LatLon): LatLon | undefined => {
    if (touched.has(keyOf(tip))) return undefined;
    const limitM = self.kind === 'ferry' ? limits.ferryM : limits.roadM;
    const near = find(
      tip,
      limitM,
      (link, there) => link !== self && !(self.kind === 'ferry' && isUnderground(link, there)),
    );
    if (near === undefined) {
      if (self.kind === 'ferry') openFerryEnds.push(tip);
      return undefined;
    }
    const at = insertPoint(drafts[near.link] as Draft, near.place.at);
    touched.add(keyOf(at)).add(keyOf(tip));
    joined[self.kind]++;
    return at;
  };
  for (const link of drafts) {
    const start = join(link, link.line[0] as LatLon);
    if (start !== undefined) link.line.unshift(start);
    const end = join(link, link.line.at(-1) as LatLon);
    if (end !== undefined) link.line.push(end);
  }
  return { links: drafts, joined, openFerryEnds };
}
