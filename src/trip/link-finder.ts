import { buildLinkIndex, findLinkPassages } from '../geo/link-passage.ts';
import { buildSiteIndex, type SiteLimits } from '../geo/site-passage.ts';
import type { TollSites } from '../geo/toll-site.ts';
import { type MeasuredRoute, measureRoute } from './measured-route.ts';
import { placeDrives } from './place-drives.ts';
import type { NamedStation, PassageFinder, StationPassage } from './ports.ts';
import { type DoubtedPassage, withoutDirection } from './possible-passages.ts';
import { listNear } from './site-finder.ts';

/** A station that the planner names this near to a passage of it is passed there. Metres. */
const SAME_PLACE_M = 500;

/**
 * Finds passages on the routes of a planner that tells which links of the road database are driven.
 *
 * A station with a position on a link is passed where that is driven in the charged direction. A
 * station without one is passed by nearness and heading; so is one whose links are not driven
 * although the planner names it, as on a carriageway whose road nobody knows. Without links nothing
 * is exact.
 */
export function buildLinkFinder(toll: TollSites, limits: SiteLimits): PassageFinder {
  const byLink = buildLinkIndex(toll);
  const unlinked = buildSiteIndex(toll.sites.filter(({ positions }) => positions.length === 0));
  const everywhere = buildSiteIndex(toll.sites);
  const anywhere = buildSiteIndex(withoutDirection(toll.sites));
  const siteOf = new Map(toll.sites.map((site) => [site.stationId, site]));

  /** Where the planner names it, its place is where it stands. */
  const listNamed = (measured: MeasuredRoute, { id, at, alongM }: NamedStation) => {
    const site = siteOf.get(id);
    if (site === undefined) return [];
    const { piece, startM } = measured.around(alongM, SAME_PLACE_M);
    return listNear(piece, buildSiteIndex([{ ...site, at }]), limits)
      .slice(0, 1)
      .map((passage) => ({ ...passage, alongM: startM + passage.alongM }));
  };

  return {
    findExact: async (route) => {
      if (route.links === undefined) return undefined;
      const measured = measureRoute(route);
      const drives = findLinkPassages(route.links, byLink);
      const driven = new Set(drives.map(({ site }) => site.stationId));
      const near = listNear(route, unlinked, limits);
      const open = (route.namedStations ?? []).filter(
        (named) => !driven.has(named.id) && !near.some((passage) => isThere(passage, named)),
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
      const sure = [...listNear(route, unlinked, limits), ...named];
      const perhaps = listNear(route, anywhere, { ...limits, nearM: WIDE_M });
      return { passages: joinDoubted(sure, perhaps), isTimeSure: false };
    },
  };
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

const isThere = ({ stationId, alongM }: StationPassage, named: NamedStation): boolean =>
  stationId === named.id && Math.abs(alongM - named.alongM) <= SAME_PLACE_M;
