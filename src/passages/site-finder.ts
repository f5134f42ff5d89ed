/**
 * Passages on the lines of an engine that knows neither our gates nor the links of the road database: by nearness,
 * by heading, and by what the roads are called before, at and after the station.
 */
import type { LatLon } from '../base/point.ts';
import { angleBetweenDeg, flatBearingDeg, flatDistanceM, pointBetween } from '../geo/on-line.ts';
import { toUtm33 } from '../geo/utm33.ts';
import { utmLineOf } from '../geo/utm33-cells.ts';
import { buildStationIndex, findPassages, type Passage, type StationIndex } from './passage.ts';
import {
  locateOn,
  type PassageFinder,
  type PlannedRoute,
  type RoadStretch,
  type StationPassage,
  toLetters,
} from './planned-route.ts';
import type { TollSite } from './toll-site.ts';

/** A site, and what its road is called. */
export interface NamedSite extends Site {
  /** Name of the station; often that of its street. Absent: not known. */
  readonly name?: string;
  /** Category and number, `E39`; absent: not known. */
  readonly road?: string;
  /** It stands on a ramp, which has no number of its own. */
  readonly onRamp?: boolean;
}

/**
 * Finds passages that are sure, and passages in doubt (`isDoubted`), which no bill has: a line beside a station may be
 * that of a parallel street, or of a road across.
 */
export function buildSiteFinder(sites: readonly NamedSite[], limits: SiteLimits): PassageFinder {
  const index = buildSiteIndex(sites);
  const siteOf = new Map(sites.map((site) => [site.stationId, site]));
  const listPassages = (route: PlannedRoute): StationPassage[] => {
    const listRoads = roadsOf(route);
    return listNearSites(route, index, limits).flatMap(({ passage, offM }) => {
      const site = siteOf.get(passage.stationId);
      const verdict = site && judge(site, listRoads(passage.alongM), offM);
      if (verdict === undefined || verdict === 'not-passed') return [];
      return [{ ...passage, ...(verdict === 'doubted' && { isDoubted: true as const }) }];
    });
  };
  return {
    findByGeometry: listPassages,
    findExact: listPassages,
    findPossible: (route) => ({
      passages: listPassages(route).map((passage) => ({ ...passage, isSure: !passage.isDoubted })),
      isTimeSure: true,
    }),
  };
}

/** The passages of indexed sites by nearness and heading, in travel order. */
export const listNear = (
  route: PlannedRoute,
  index: SiteIndex,
  limits: SiteLimits,
): StationPassage[] => listNearSites(route, index, limits).map(({ passage }) => passage);

function listNearSites(route: PlannedRoute, index: SiteIndex, limits: SiteLimits) {
  const placeOn = locateOn(route);
  return findSitePassages(route.line, index, limits).map(({ site, leg, share, offM }) => ({
    passage: { stationId: site.stationId, ...placeOn(leg, share) },
    offM,
  }));
}

/** The line this far before and after a station shows whether it stays on its road. Metres. */
const AROUND_M = 30;

/** Gives what is driven before, at and after a place; `undefined` where nothing is told of it. */
function roadsOf(route: PlannedRoute): (alongM: number) => (RoadStretch | undefined)[] {
  const placeOn = locateOn(route);
  const ends = (route.roads ?? []).map((road) => ({ road, toM: placeOn(road.toIndex, 0).alongM }));
  const findAt = (alongM: number) => (ends.find(({ toM }) => alongM <= toM) ?? ends.at(-1))?.road;
  return (alongM) => [alongM - AROUND_M, alongM, alongM + AROUND_M].map(findAt);
}

type Verdict = 'passed' | 'doubted' | 'not-passed';

/**
 * A line this near to a station runs on the station's road, unless the road of the line has another name or number: the
 * lines of two roads side by side lie farther apart. Metres.
 */
const ON_ROAD_M = 10;
/** A line this near is in doubt even on a road of another number, which may be an older one. Metres. */
const TOUCHES_M = 5;

/**
 * @param roads before, at and after the station.
 * @param offM from the station to the line.
 */
function judge(
  site: NamedSite,
  roads: readonly (RoadStretch | undefined)[],
  offM: number,
): Verdict {
  const kinships = roads.map((road) => compareRoad(site, road));
  const isAll = (kinship: Kinship) => kinships.every((one) => one === kinship);
  if (isAll('same')) return 'passed';
  if (isAll('other')) return offM <= TOUCHES_M ? 'doubted' : 'not-passed';
  if (kinships.includes('other')) {
    // The route joins or leaves the road of the station here.
    const isReached = kinships[1] === 'same' && offM <= ON_ROAD_M;
    return isReached ? 'passed' : 'doubted';
  }
  return kinships[1] === 'same' || offM <= ON_ROAD_M ? 'passed' : 'doubted';
}

/** Is a road that of the station? `unknown`: it may be. */
type Kinship = 'same' | 'other' | 'unknown';

/** A road with a number of its own on the signs. */
const NUMBERED = /^([ERF])(\d+)$/;

function compareRoad(site: NamedSite, road: RoadStretch | undefined): Kinship {
  if (road === undefined) return 'unknown';
  if (isSameStreet(site.name, road.name)) return 'same';
  const [, letter, number] = NUMBERED.exec(site.road ?? '') ?? [];
  const numbers = road.numbers.flatMap((text) => readNumber(text) ?? []);
  if (numbers.length === 0) return 'unknown';
  if (number === undefined) return site.road === undefined ? 'unknown' : 'other';
  // A ramp between two numbered roads may bear the number of either.
  const isSame = numbers.some(
    (one) => one.number === number && one.isEuropean === (letter === 'E'),
  );
  return isSame ? 'same' : site.onRamp ? 'unknown' : 'other';
}

/** `E 6`, `Rv 150`, `Fv509`, `509`; `undefined` for a text that is no number, such as `Ring 2`. */
function readNumber(text: string): { number: string; isEuropean: boolean } | undefined {
  const [, prefix, number] = /^(E|RV|FV|R|F)?[ .]*(\d{1,5})$/i.exec(text.trim()) ?? [];
  return number === undefined ? undefined : { number, isEuropean: /^e$/i.test(prefix ?? '') };
}

/** Shorter names of streets are found in too many others. Letters. */
const TELLING_LETTERS = 5;

/** A station may be named after its street, with more words behind it. */
function isSameStreet(station = '', street = ''): boolean {
  const wanted = toStem(street);
  return wanted.length >= TELLING_LETTERS && toStem(station).startsWith(wanted);
}

/** Veien and vegen, gata and gaten are one word. */
const toStem = (name: string): string =>
  toLetters(name)
    .replace(/(?:vei|veg)(?:en)?/g, 'v')
    .replace(/gat(?:en|a|e)/g, 'g');

/** The parts of a toll site that a line is matched with. */
type Site = Pick<TollSite, 'stationId' | 'at' | 'chargedBearingDeg'>;

/** Sites by their place; see `buildSiteIndex`. */
interface SiteIndex {
  readonly sites: readonly Site[];
  readonly points: StationIndex;
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

/**
 * The sites that a line passes in a charged direction, in travel order, by nearness and heading: the way for lines that
 * are not matched with the road.
 *
 * A line passes the site of a one-way station if it leads in the charged direction both up to it and
 * away from it. So a line on the other carriageway or on a road that crosses does not pass it, nor does a
 * trip that starts, ends, turns round or turns off at the site. Where no direction is known, nearness decides.
 */
export function findSitePassages(
  line: readonly LatLon[],
  { sites, points }: SiteIndex,
  { nearM, headingDeg }: SiteLimits,
) {
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
