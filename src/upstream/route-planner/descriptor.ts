import type { LatLon } from '../../base/point.ts';
import type { SettingReader } from '../../base/settings.ts';
import { buildLinkFinder } from '../../passages/link-finder.ts';
import type { RoutePlanner } from '../../trip/ports.ts';
import { SITE_LIMITS } from '../../trip/settings.ts';
import { openDailyAllowance } from '../call/daily-allowance.ts';
import type { UpstreamLimits } from '../call/terms.ts';
import { openUpstream } from '../call/upstream.ts';
import type { OpenTerms, RoutingService, ServiceDescriptor } from '../descriptor.ts';
import { openAnswerMemory } from './ask-routes.ts';
import { openRoutePlanner } from './planner.ts';

/** How the route planner is asked. */
export interface RoutePlannerSettings {
  /** Before `/best`. */
  readonly url: string;
  /** Absent: the open variant, without a user. */
  readonly login?: { readonly user: string; readonly password: string };
  /** Calls of a day that it allows, to tell how many are left; absent: as published. */
  readonly callsPerDay?: number;
  /** How long its answers are remembered, milliseconds; 0: not at all; absent: as we choose. */
  readonly rememberMs?: number;
}

/** The road authority's route planner V3. Its network has every road, so no station is out of its sight. */
export const ROUTE_PLANNER: ServiceDescriptor<RoutePlannerSettings, RoutePlannerService> = {
  name: 'route planner',
  variables: ['PLANNER', 'PLANNER_URL', 'PLANNER_USER', 'PLANNER_PASSWORD', 'PLANNER_DAILY_CALLS'],
  settings: readPlannerSettings,
  attribution: 'Routes: Statens vegvesen, ruteplantjeneste.',
  open: openService,
};

/** The road authority's services. Source: docs/upstreams.md, "Addresses". */
const PLANNER_BASE = 'https://www.vegvesen.no/ws/no/vegvesen/ruteplan/routingservice_v3_0';
const PLANNER_OPEN_URL = `${PLANNER_BASE}/open/routingService/api/Route`;
const PLANNER_LOGIN_URL = `${PLANNER_BASE}/routingService/api/Route`;

function readPlannerSettings(set: SettingReader): RoutePlannerSettings | undefined {
  const url = set.url('PLANNER_URL', ['http:', 'https:']);
  const [user, password] = [set.text('PLANNER_USER'), set.text('PLANNER_PASSWORD')];
  if ((user === undefined) !== (password === undefined))
    throw new Error('PLANNER_USER and PLANNER_PASSWORD must be set together, or neither.');
  if ((set.choice('PLANNER', ['embedded', 'vegvesen']) ?? 'embedded') === 'embedded')
    return undefined;
  const calls = set.whole('PLANNER_DAILY_CALLS', 1, 100_000_000);
  const callsPerDay = calls === undefined ? {} : { callsPerDay: calls };
  if (user === undefined || password === undefined)
    return { url: url ?? PLANNER_OPEN_URL, ...callsPerDay };
  const login = { user, password };
  return { url: url ?? PLANNER_LOGIN_URL, login, ...callsPerDay };
}

/** The planner asks its clients to be modest: one more try is enough. */
const LIMITS: Partial<UpstreamLimits> = { retries: 1 };

/** A call with links is large: one try of 8 s, and another where the first has failed at once. */
const LINKED_LIMITS: Partial<UpstreamLimits> = { attemptMs: 8000, retryRoomMs: 6000 };

/** "Not strictly enforced". Source: docs/upstreams.md, "Route planner V3". */
const CALLS_PER_DAY = 2500;

/** Long enough for a caller who asks again with other prices in mind; delays on the road change. */
const REMEMBER_MS = 5 * 60_000;

interface RoutePlannerService extends RoutingService {
  /** @param quays where car ferries call. */
  planWith(quays: readonly LatLon[]): RoutePlanner;
}

function openService(
  { url, login, callsPerDay = CALLS_PER_DAY, rememberMs = REMEMBER_MS }: RoutePlannerSettings,
  { log, clock, limits }: OpenTerms,
): RoutePlannerService {
  const allowance = openDailyAllowance(callsPerDay, clock.now);
  const open = (ownLimits: Partial<UpstreamLimits>) =>
    openUpstream({
      name: ROUTE_PLANNER.name,
      baseUrl: url,
      ...(login && { headers: formatLogin(login) }),
      limits: { ...LIMITS, ...ownLimits, ...limits },
      onSend: allowance.take,
    });
  const server = open({});
  const linked = open(LINKED_LIMITS);
  // The open variant gives one route a call.
  const others = login === undefined ? open({}) : undefined;
  const all = [server, linked, ...(others ? [others] : [])];
  const planWith = (quays: readonly LatLon[]) =>
    openRoutePlanner(server, {
      source: 'vegvesen-ruteplan-v3',
      linked,
      ...(others && { others }),
      baseUrl: url,
      quays,
      clock,
      ...(rememberMs > 0 && { memory: openAnswerMemory(rememberMs) }),
      listener: {
        alarm: (sentence) => log.error({ alarm: 'planner_login' }, sentence),
        warn: (sentence) => log.warn(sentence),
        note: (sentence) => log.debug(sentence),
      },
    });
  return {
    // Its state is that of the questions for the recommended route.
    server: {
      ...server,
      state: () => ({ ...server.state(), allowance: allowance.state() }),
      listen(onEnd) {
        for (const one of all) one.listen(onEnd);
      },
      async close() {
        await Promise.all(all.map((one) => one.close()));
      },
    },
    planWith,
    engineFor: ({ sites, quays }) => ({
      planner: planWith(quays),
      passages: buildLinkFinder(sites, SITE_LIMITS),
    }),
  };
}

/** Header of HTTP Basic, in UTF-8. Source: RFC 7617, September 2015. */
function formatLogin({ user, password }: { readonly user: string; readonly password: string }) {
  const credentials = Buffer.from(`${user}:${password}`, 'utf8').toString('base64');
  return { authorization: `Basic ${credentials}` };
}
