/**
 * Finds where a line passes toll sites, by nearness and heading: the way for lines that are not matched
 * with the road.
 *
 * A line passes the site of a one-way station if it leads in the charged direction both up to it and
 * away from it. So a line on the other carriageway or on a road that crosses does not pass it, nor does a
 * trip that starts, ends, turns round or turns off at the site. Where no direction is known, nearness decides.
 */
import type { LatLon } from '../base/point.ts';
import { angleBetweenDeg, flatBearingDeg, flatDistanceM, pointBetween } from '../geo/on-line.ts';
import { toUtm33 } from '../geo/utm33.ts';
import { utmLineOf } from '../geo/utm33-cells.ts';
import { buildStationIndex, findPassages, type Passage, type StationIndex } from './passage.ts';
import type { TollSite } from './toll-site.ts';

/** The parts of a toll site that a line is matched with. */
export type Site = Pick<TollSite, 'stationId' | 'at' | 'chargedBearingDeg'>;

/** Sites by their place; see `buildSiteIndex`. */
export interface SiteIndex {
  readonly sites: readonly Site[];
  readonly points: StationIndex;
}

/** A drive past a site. */
export interface SitePassage extends Omit<Passage, 'point'> {
  readonly site: Site;
}

export interface SiteLimits {
  /** How near a line comes to a site that it passes. Metres. */
  readonly nearM: number;
  /** How far the heading of a line that passes may lie from the charged one. Degrees. */
  readonly headingDeg: number;
}

/**
 * The line this far before and after a place shows the heading there: farther than the corners of a
 * drawn bend lie apart, nearer than the next junction. Metres.
 */
const TELLING_M = 10;
/** A shorter piece of line has no heading: six decimals place its ends 0.1 m off. Metres. */
const LEAST_M = 1;

/** An index over sites, of which there may be none. */
export function buildSiteIndex(sites: readonly Site[]): SiteIndex {
  return { sites, points: buildStationIndex(sites.map(({ at }) => toUtm33(at))) };
}

/** The sites that a line passes in a charged direction, in travel order. */
export function findSitePassages(
  line: readonly LatLon[],
  { sites, points }: SiteIndex,
  { nearM, headingDeg }: SiteLimits,
): SitePassage[] {
  const isCharged = ({ point, leg, share }: Passage): boolean => {
    const chargedDeg = sites[point]?.chargedBearingDeg;
    if (chargedDeg === undefined) return true;
    return headingsAt(line, leg, share).every(
      (deg) => deg !== undefined && angleBetweenDeg(deg, chargedDeg) <= headingDeg,
    );
  };
  return findPassages(utmLineOf(line), points, nearM, isCharged).map(({ point, ...passage }) => ({
    site: sites[point] as Site,
    ...passage,
  }));
}

/** The headings of a line up to a place and away from it; `undefined` where the line ends. */
function headingsAt(
  line: readonly LatLon[],
  leg: number,
  share: number,
): [upTo: number | undefined, away: number | undefined] {
  const place = pointBetween(line[leg] as LatLon, line[leg + 1] as LatLon, share);
  const before = walk(line, { at: place, index: leg, step: -1 });
  const after = walk(line, { at: place, index: leg + 1, step: 1 });
  return [headingFrom(before, place), headingFrom(place, after)];
}

const headingFrom = (from: LatLon, to: LatLon): number | undefined =>
  flatDistanceM(from, to) < LEAST_M ? undefined : flatBearingDeg(from, to);

/** The place `TELLING_M` along the line, from `at` over its point `index` on; or where it ends. */
function walk(
  line: readonly LatLon[],
  { at, index, step }: { readonly at: LatLon; readonly index: number; readonly step: -1 | 1 },
): LatLon {
  let here = at;
  let leftM = TELLING_M;
  for (let i = index; ; i += step) {
    const next = line[i];
    if (next === undefined) return here;
    const legM = flatDistanceM(here, next);
    if (legM >= leftM) return pointBetween(here, next, leftM / legM);
    leftM -= legM;
    here = next;
  }
}
