import type { LatLon } from '../../../src/base/point.ts';
import { keyOf } from '../../../src/geo/polyline.ts';
import { type RoadLink, roadName } from '../../../src/network/link.ts';
import { isNear, partAt, toDrafts } from './draft.ts';

/** The decisions about ferry lines of the source. Places are given to 30 m. */
export interface FerryCorrections {
  /** Lines with an end at a place that no connection of the road database serves. */
  readonly notServed: readonly { readonly ferry: string; readonly at: LatLon }[];
  /** Places at which a line passes below or above a road, and can not be boarded. */
  readonly passes: readonly {
    readonly ferry: string;
    readonly road: string;
    readonly at: LatLon;
  }[];
}

/**
 * Removes the ferry lines that are not served, and separates others from the roads that they only pass: in the source
 * both have a common point, so that a ferry could be boarded below a bridge.
 *
 * @throws Error when a decision names a line or a common point that does not exist.
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
