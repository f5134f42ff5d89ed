import { buildSiteFinder } from '../../passages/site-finder.ts';
import { SITE_LIMITS } from '../../trip/settings.ts';
import type { UpstreamLimits } from '../call/terms.ts';
import { openUpstream } from '../call/upstream.ts';
import type { OpenTerms, RoutingService } from '../descriptor.ts';
import { openPlanner } from './planner.ts';

/** How an OSRM server is asked. */
export interface OsrmSettings {
  /** What stands before `/route/v1`. */
  readonly url: string;
}

/** A stop farther from a drivable road has no route. Metres. Source: docs/interface.md. */
const MAX_MOVED_M = 10_000;

/**
 * Three routes across the whole country, each with its steps, take about 20 MB; so few are read at
 * the same time.
 */
const LIMITS: Partial<UpstreamLimits> = { bodyBytes: 32 * 1024 * 1024, inFlight: 16 };

/** Opens the way to an OSRM server. */
export function openService(
  name: string,
  { url }: OsrmSettings,
  { limits }: OpenTerms,
): RoutingService {
  const server = openUpstream({
    name,
    baseUrl: url,
    limits: { ...LIMITS, ...limits },
  });
  const planner = openPlanner(server, { source: 'osrm-estimat', maxMovedM: MAX_MOVED_M });
  return {
    server,
    engineFor: ({ stations }) => ({
      planner,
      passages: buildSiteFinder(
        stations.map(({ id, ...place }) => ({ ...place, stationId: id })),
        SITE_LIMITS,
      ),
    }),
  };
}
