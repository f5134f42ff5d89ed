import {
  buildSiteIndex,
  findSitePassages,
  type Site,
  type SiteIndex,
  type SiteLimits,
} from '../geo/site-passage.ts';
import { locateOn } from './passage-finder.ts';
import type { PassageFinder, PlannedRoute, StationPassage } from './ports.ts';

/**
 * Finds passages on the lines of any engine, by nearness and heading alone: the way for an engine
 * that knows neither our gates nor the links of the road database.
 */
export function buildSiteFinder(sites: readonly Site[], limits: SiteLimits): PassageFinder {
  const index = buildSiteIndex(sites);
  const findByGeometry = (route: PlannedRoute) => listNear(route, index, limits);
  return { findByGeometry, findExact: async (route) => findByGeometry(route) };
}

/** The passages of indexed sites by nearness and heading, in travel order. */
export function listNear(
  route: PlannedRoute,
  index: SiteIndex,
  limits: SiteLimits,
): StationPassage[] {
  const placeOn = locateOn(route);
  return findSitePassages(route.line, index, limits).map(({ site, leg, share }) => ({
    stationId: site.stationId,
    ...placeOn(leg, share),
  }));
}
