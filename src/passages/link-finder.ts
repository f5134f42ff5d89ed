import { buildLinkIndex, findLinkPassages } from './link-passage.ts';
import { type MeasuredRoute, measureRoute } from './measured-route.ts';
import { placeDrives } from './place-drives.ts';
import {
  type DoubtedPassage,
  isSameName,
  type NamedStation,
  type PassageFinder,
  type PlannedRoute,
  type StationPassage,
} from './planned-route.ts';
import { listNear } from './site-finder.ts';
import { buildSiteIndex, type SiteLimits } from './site-passage.ts';
import type { TollSite, TollSites } from './toll-site.ts';

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
