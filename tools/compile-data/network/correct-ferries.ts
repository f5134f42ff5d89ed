import type { LatLon } from '../../../src/base/point.ts';
import { keyOf } from '../../../src/geo/vertex.ts';
import { type RoadLink, roadName } from '../../../src/network/link.ts';
import { isNear, partAt, toDrafts } from './draft.ts';

/** What decisions say of ferry lines of the source; a place is named to 30 m. */
export interface FerryCorrections {
  /** Lines with an end at a place that no connection of the road database serves. */
  readonly notServed: readonly { readonly ferry: string; readonly at: LatLon }[];
  /** Places at which a line passes below or above a road, and nobody goes ashore. */
  readonly passes: readonly {
    readonly ferry: string;
    readonly road: string;
    readonly at: LatLon;
  }[];
}

/**
 * Takes out the ferry lines that are not served, and parts others from the roads that they only
 * pass: the source gives both a common point there, so that one could board below a bridge.
 *
 * @throws Error when a decision names a line or a meeting that is not there.
 */
export function correctFerries(
  links: readonly RoadLink[],
  { notServed, passes }: FerryCorrections,
): RoadLink[] {
  let drafts = toDrafts(links);
  for (const { ferry, at } of notServed) {
    const kept = drafts.filter((link) => !(isFerry(link, ferry) && endsOf(link).some(isNear(at))));
    if (kept.length === drafts.length) throw new Error(`Expected ${ferry} to end at ${keyOf(at)}.`);
    drafts = kept;
  }
  for (const { ferry, road, at } of passes) {
    const roads = drafts.filter((link) => link.kind === 'road' && roadName(link) === road);
    const lines = drafts.filter((link) => isFerry(link, ferry));
    if (!partAt(at, lines, roads))
      throw new Error(`Expected ${ferry} and ${road} to share a point at ${keyOf(at)}.`);
  }
  return drafts;
}

const isFerry = (link: RoadLink, name: string) => link.kind === 'ferry' && roadName(link) === name;

const endsOf = ({ line }: RoadLink) => [line[0] as LatLon, line.at(-1) as LatLon];
