import { toUtm33 } from '../geo/utm33.ts';
import { utmLineOf } from '../geo/utm33-cells.ts';
import { buildStationIndex, findPassages } from './passage.ts';
import {
  type DoubtedPassage,
  isSameName,
  type MeasuredRoute,
  measureRoute,
  type NamedStation,
  type PassageFinder,
  type PlannedRoute,
  type RoutePlace,
  type StationPassage,
} from './planned-route.ts';
import { buildSiteIndex, findSitePassages, listNear, type SiteLimits } from './site-finder.ts';
import {
  buildLinkIndex,
  findLinkPassages,
  type LinkPassage,
  type TollSite,
  type TollSites,
} from './toll-site.ts';

/** A station that the planner names this near to a passage of it is passed there. Metres. */
const SAME_PLACE_M = 500;

/**
 * Finds passages on the routes of a planner that tells which links of the road database are driven,
 * and which stations it passes.
 *
 * A station with a position on a link is passed where that is driven in the charged direction. Any
 * other station is passed only where the planner names it, by nearness and heading: the road database
 * puts stations of a parallel street beside the line, too. If a planner names no stations, nearness and
 * heading decide alone. Without links nothing is exact.
 */
export function buildLinkFinder(toll: TollSites, limits: SiteLimits): PassageFinder {
  const byLink = buildLinkIndex(toll);
  const unlinked = buildSiteIndex(toll.sites.filter(({ positions }) => positions.length === 0));
  const everywhere = buildSiteIndex(toll.sites);
  const anywhere = buildSiteIndex(toll.sites.map(({ stationId, at }) => ({ stationId, at })));
  const { siteOf, findSite, means, isThere, isNamed } = openNames(toll);

  const listUnlinked = (route: PlannedRoute) =>
    listNear(route, unlinked, limits).filter((passage) => isNamed(route, passage));

  /** Passages of a station that the planner names, whose place is where the planner puts it. */
  const listNamed = (measured: MeasuredRoute, { id, at, alongM }: NamedStation) => {
    const site = findSite(id);
    if (site === undefined) return [];
    const { piece, startM } = measured.around(alongM, SAME_PLACE_M);
    return listNear(piece, buildSiteIndex([{ ...site, at }]), limits)
      .slice(0, 1)
      .map((passage) => ({ ...passage, alongM: startM + passage.alongM }));
  };

  return {
    findExact: (route) => {
      if (route.links === undefined) return undefined;
      const measured = measureRoute(route);
      const drives = findLinkPassages(route.links, byLink);
      const near = listUnlinked(route);
      const open = (route.namedStations ?? []).filter(
        (named) =>
          !drives.some(({ site }) => means(named, site)) &&
          !near.some((passage) => isThere(passage, named)),
      );
      return [
        ...placeDrives(measured, drives),
        ...near,
        ...open.flatMap((named) => listNamed(measured, named)),
      ].sort((a, b) => a.alongM - b.alongM);
    },
    findByGeometry: (route) => listNear(route, everywhere, limits),
    findPossible: (route) => {
      const measured = measureRoute(route);
      const named = (route.namedStations ?? []).flatMap((station) => listNamed(measured, station));
      const sure = [...listUnlinked(route), ...named];
      const perhaps = listNear(route, anywhere, { ...limits, nearM: WIDE_M }).filter(
        (passage) =>
          siteOf.get(passage.stationId)?.positions.length !== 0 || isNamed(route, passage),
      );
      return { passages: joinDoubted(sure, perhaps), isTimeSure: false };
    },
  };
}

/** Tells which station of ours a planner means by what it names. */
function openNames({ sites }: TollSites) {
  const siteOf = new Map(sites.map((site) => [site.stationId, site]));
  const owner = new Map(
    sites.flatMap((site) => (site.otherIds ?? []).map((id) => [id, site] as const)),
  );
  const findSite = (id: string) => siteOf.get(id) ?? owner.get(id);
  /** A station that was given a new id since our data was read keeps its name. */
  const means = ({ id, name }: NamedStation, site: TollSite) =>
    id === site.stationId ||
    site.otherIds?.includes(id) === true ||
    (findSite(id) === undefined && isSameName(name, site.name));
  const isThere = ({ stationId, alongM }: StationPassage, named: NamedStation) => {
    const site = siteOf.get(stationId);
    return (
      site !== undefined && means(named, site) && Math.abs(alongM - named.alongM) <= SAME_PLACE_M
    );
  };
  const isNamed = ({ namedStations }: PlannedRoute, passage: StationPassage) =>
    namedStations?.some((named) => isThere(passage, named)) ?? true;
  return { siteOf, findSite, means, isThere, isNamed };
}

/** A station that is driven past by its links lies within this of the line. Metres. */
const WIDE_M = 150;

/** Each drive past a station once, in travel order; one that is sure is not in doubt as well. */
function joinDoubted(
  sure: readonly StationPassage[],
  perhaps: readonly StationPassage[],
): DoubtedPassage[] {
  const isNew = (passage: StationPassage, before: readonly StationPassage[]) =>
    !before.some((one) => isSamePlace(one, passage));
  return [
    ...sure
      .filter((passage, i) => isNew(passage, sure.slice(0, i)))
      .map((passage) => ({ ...passage, isSure: true })),
    ...perhaps
      .filter((passage) => isNew(passage, sure))
      .map((passage) => ({ ...passage, isSure: false })),
  ].toSorted((a, b) => a.alongM - b.alongM);
}

const isSamePlace = (a: StationPassage, b: StationPassage): boolean =>
  a.stationId === b.stationId && Math.abs(a.alongM - b.alongM) <= SAME_PLACE_M;

/**
 * How far from its line a station is looked for that its links lead over: first where it stands,
 * then where its own position was measured beside the road. Metres.
 */
const LOOK_M = [30, 250];
/** A heading within this of the charged bearing is charged, and of the opposite one is not. */
const CLEAR_DEG = 60;
/** Headings are asked for on the line itself. Metres. */
const ON_LINE_M = 5;
/** The line this far around a place tells the heading there. Metres. */
const REACH_M = 50;

/** The drives in a charged direction, each with its place on the line and its moment, in no order. */
function placeDrives(measured: MeasuredRoute, drives: readonly LinkPassage[]): StationPassage[] {
  if (drives.length === 0) return [];
  const sites = [...new Set(drives.map(({ site }) => site))];
  const listPlaces = findPlaces(measured, sites);
  return sites.flatMap((site, s) => {
    const ofSite = drives.filter((drive) => drive.site === site);
    const places = listPlaces(s, ofSite);
    return places.flatMap((place, p): StationPassage[] => {
      // Links that lead over a station twice where the line passes it once are one drive.
      const here = ofSite.filter((_, d) => Math.floor((d * places.length) / ofSite.length) === p);
      if (!here.some((drive) => isCharged(measured, drive, place))) return [];
      const { alongM, atS } = place;
      const isDirectionCertain = here.every(({ isOneWay }) => isOneWay);
      return [
        {
          stationId: site.stationId,
          alongM,
          atS,
          ...(isDirectionCertain && { isDirectionCertain }),
        },
      ];
    });
  });
}

/**
 * Gives the places where the line passes a site, in travel order; at least one, and no more than
 * there are drives. They are the places that the planner names, else those nearest to the station. Else
 * it is the place of the first link by its number among all links, which is rough.
 */
function findPlaces(
  measured: MeasuredRoute,
  sites: readonly TollSite[],
): (site: number, drives: readonly LinkPassage[]) => readonly RoutePlace[] {
  const { line, namedStations = [] } = measured.route;
  // A line has tens of thousands of points: it is looked through once for all sites.
  const utmLine = utmLineOf(line);
  const index = buildStationIndex(sites.map(({ at }) => toUtm33(at)));
  const looks = LOOK_M.map((lookM) => findPassages(utmLine, index, lookM));

  return (site, drives) => {
    const named = namedStations.filter(({ id }) => id === sites[site]?.stationId);
    if (named.length === drives.length) return named;
    const near = looks
      .map((passages) => passages.filter(({ point }) => point === site))
      .find(({ length }) => length > 0);
    if (near === undefined) return drives.slice(0, 1).map((drive) => placeByLink(measured, drive));
    return near
      .toSorted((a, b) => a.offM - b.offM)
      .slice(0, drives.length)
      .sort((a, b) => a.alongM - b.alongM)
      .map(({ leg, share }) => measured.placeOn(leg, share));
  };
}

function placeByLink({ route, placeOn }: MeasuredRoute, { linkAt }: LinkPassage): RoutePlace {
  const legs = route.line.length - 1;
  const along = (linkAt / Math.max(1, route.links?.length ?? 0)) * legs;
  const leg = Math.min(Math.floor(along), legs - 1);
  return placeOn(leg, along - leg);
}

/** What somebody has decided about the station goes before what its link says. */
function isCharged(
  measured: MeasuredRoute,
  { site, isCharged: byLink }: LinkPassage,
  { at, alongM }: RoutePlace,
): boolean {
  const { isDirectionDecided = false, chargedBearingDeg, stationId } = site;
  if (!isDirectionDecided) return byLink;
  if (chargedBearingDeg === undefined) return true;
  const { line } = measured.around(alongM, REACH_M).piece;
  const heads = (bearingDeg: number) => {
    const index = buildSiteIndex([{ stationId, at, chargedBearingDeg: bearingDeg % 360 }]);
    return findSitePassages(line, index, { nearM: ON_LINE_M, headingDeg: CLEAR_DEG }).length > 0;
  };
  if (heads(chargedBearingDeg)) return true;
  return heads(chargedBearingDeg + 180) ? false : byLink;
}
