import { Fault } from '../../base/fault.ts';
import type { LatLon } from '../../base/point.ts';
import { readList, readNumber, readRecord, readText } from '../../base/read-loose.ts';
import { findPlaceOnLine, flatDistanceM } from '../../geo/on-line.ts';
import type { StopOnRoad } from '../../passages/planned-route.ts';
import { buildSiteFinder } from '../../passages/site-finder.ts';
import type { RoutePlanner } from '../../trip/ports.ts';
import { MOST_ALTERNATIVES, mostRoutes, SITE_LIMITS } from '../../trip/settings.ts';
import type { UpstreamLimits } from '../call/terms.ts';
import { openUpstream, type Upstream } from '../call/upstream.ts';
import type { OpenTerms, RoutingService } from '../descriptor.ts';
import { parseRoute, readAnswer, unreadable } from './parse-route.ts';

/** The settings for asking an OSRM server. */
export interface OsrmSettings {
  /** The address before `/route/v1`. */
  readonly url: string;
}

/** A stop farther from a drivable road has no route. Metres. Source: docs/interface.md. */
const MAX_MOVED_M = 10_000;

/**
 * Three routes across the whole country with their steps take about 20 MB. So only a few answers are read at the same
 * time.
 */
const LIMITS: Partial<UpstreamLimits> = { bodyBytes: 32 * 1024 * 1024, inFlight: 16 };

/** Opens an OSRM server. */
export function openService(
  name: string,
  { url }: OsrmSettings,
  { limits }: OpenTerms,
): RoutingService {
  const server = openUpstream({ name, baseUrl: url, limits: { ...LIMITS, ...limits } });
  const planner = openPlanner(server);
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

/**
 * Plans trips with an OSRM server. Departure and the wish to avoid tolls have no effect.
 *
 * A server that can not be reached is `upstream_broken` here: the interface knows only 502 for this engine.
 */
function openPlanner(server: Upstream): RoutePlanner {
  return {
    source: 'osrm-estimat',
    async planTrip(trip, { signal } = {}) {
      const stops = [trip.from, ...trip.via, trip.to];
      const call = { path: formatPath(stops, trip.alternatives), signal };
      const answer = readAnswer(await server.get(call).catch(throwBroken));
      // A server may be configured to give more routes than are wanted.
      const routes = answer.routes
        .slice(0, mostRoutes(trip))
        .map((route, i) => parseRoute(route, String(i + 1)));

      const onRoads = stops.map((stop, i) =>
        placeOf(answer.waypoints[i], routes[0]?.line ?? [], stop),
      );
      const farthestM = Math.max(...onRoads.map(({ movedM }) => movedM));
      if (farthestM > MAX_MOVED_M)
        throw new Fault('route_not_possible', undefined, {
          message: `A stop lies ${Math.round(farthestM)} m from the nearest road.`,
        });
      return routes.map((route) => ({ ...route, stops: onRoads }));
    },
  };
}

function throwBroken(error: unknown): never {
  if (!(error instanceof Fault) || error.code !== 'upstream_down') throw error;
  const { message, publicMessage, retryAfterS } = error;
  throw new Fault('upstream_broken', publicMessage, { message, cause: error, retryAfterS });
}

/**
 * Where a stop was put. If the server does not say, it is the place of the route that is nearest to the stop.
 *
 * @throws Fault `upstream_broken` for a place that is farther off than the server says: the answer is one to another
 * question, as from a cache, and its price would be that of another trip.
 */
function placeOf(waypoint: unknown, line: readonly LatLon[], stop: LatLon): StopOnRoad {
  const { distance, location, name } = readRecord(waypoint) ?? {};
  const [lon, lat] = readList(location).map(readNumber);
  const at =
    lat === undefined || lon === undefined ? findPlaceOnLine(line, stop)?.at : { lat, lon };
  const offM = at && flatDistanceM(at, stop);
  const saidM = readNumber(distance);
  if (offM !== undefined && offM > MAX_MOVED_M && saidM !== undefined && saidM <= MAX_MOVED_M)
    throw unreadable(`a stop ${Math.round(offM)} m off, which is said to be ${saidM} m off`);
  const street = readText(name);
  return {
    at: at ?? stop,
    movedM: Math.max(saidM ?? 0, offM ?? Number.POSITIVE_INFINITY),
    ...(street !== undefined && { road: street }),
  };
}

/**
 * The path and query for routes over stops, in travel order.
 *
 * There is no departure time. With stops on the way only one route is asked for: a server refuses alternatives then.
 * The server decides how many alternatives it looks for.
 *
 * @param alternatives 0: none are wanted.
 */
export function formatPath(stops: readonly LatLon[], alternatives = MOST_ALTERNATIVES): string {
  const query = new URLSearchParams({
    alternatives: String(stops.length === 2 && alternatives > 0),
    steps: 'true',
    geometries: 'geojson',
    overview: 'full',
    generate_hints: 'false',
  });
  return `/route/v1/driving/${stops.map(formatPoint).join(';')}?${query}`;
}

/** Longitude first, at most six decimals, which is 0.1 m. */
const formatPoint = ({ lat, lon }: LatLon) => `${toSixDecimals(lon)},${toSixDecimals(lat)}`;

const toSixDecimals = (degrees: number) => String(Number(degrees.toFixed(6)));
