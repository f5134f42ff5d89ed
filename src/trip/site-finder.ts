import {
  buildSiteIndex,
  findSitePassages,
  type Site,
  type SiteLimits,
} from '../geo/site-passage.ts';
import { locateOn } from './passage-finder.ts';
import type { PassageFinder } from './ports.ts';

/**
 * Finds passages on the lines of any engine, by nearness and heading alone: the way for an engine
 * that knows neither our gates nor the links of the road database.
 */
export function buildSiteFinder(sites: readonly Site[], limits: SiteLimits): PassageFinder {
  const index = buildSiteIndex(sites);
  const findByGeometry: PassageFinder['findByGeometry'] = (route) => {
    const placeOn = locateOn(route);
    return findSitePassages(route.line, index, limits).map(({ site, leg, share }) => ({
      stationId: site.stationId,
      ...placeOn(leg, share),
    }));
  };
  return { findByGeometry, findExact: async (route) => findByGeometry(route) };
}
