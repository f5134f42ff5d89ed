import { toOsloTime } from '../../base/oslo-time.ts';
import { buildLinkFinder } from '../../passages/link-finder.ts';
import { SITE_LIMITS } from '../../trip/settings.ts';
import type { UpstreamLimits, UpstreamState } from '../call/terms.ts';
import { openUpstream } from '../call/upstream.ts';
import type { OpenTerms, RoutingService } from '../descriptor.ts';
import { openAnswerMemory } from './ask-routes.ts';
import { openRoutePlanner } from './planner.ts';

/** The settings for asking the route planner. */
export interface RoutePlannerSettings {
  /** Before `/best`. */
  readonly url: string;
  /** Absent: the open variant, without a user. */
  readonly login?: { readonly user: string; readonly password: string };
  /** The calls in a day that it allows, to tell how many are left; absent: the published number. */
  readonly callsPerDay?: number;
  /** How long its answers are remembered, milliseconds; 0: not at all; absent: `REMEMBER_MS`. */
  readonly rememberMs?: number;
}

/** The planner asks its clients to be modest: one more try is enough. */
const LIMITS: Partial<UpstreamLimits> = { retries: 1 };

/** A call with links is large. It has one try of 8 s, and a second try only if the first has failed at once. */
const LINKED_LIMITS: Partial<UpstreamLimits> = { attemptMs: 8000, retryRoomMs: 6000 };

/** "Not strictly enforced". Source: docs/upstreams.md, "Route planner V3". */
const CALLS_PER_DAY = 2500;

/** Long enough for a caller who asks again for other prices, but short because delays on roads change. */
const REMEMBER_MS = 5 * 60_000;

/** Opens the planner. */
export function openService(
  name: string,
  { url, login, callsPerDay = CALLS_PER_DAY, rememberMs = REMEMBER_MS }: RoutePlannerSettings,
  { log, clock, nowMs, limits }: OpenTerms,
): RoutingService {
  const allowance = countCalls(callsPerDay, clock.now);
  const open = (ownLimits: Partial<UpstreamLimits>) =>
    openUpstream({
      name,
      baseUrl: url,
      ...(login && { headers: formatLogin(login) }),
      limits: { ...LIMITS, ...ownLimits, ...limits },
      onSend: allowance.onSend,
    });
  const server = open({});
  const linked = open(LINKED_LIMITS);
  // The open variant gives one route for each call.
  const others = login === undefined ? open({}) : undefined;
  const all = [server, linked, ...(others ? [others] : [])];
  return {
    // The state is that of the questions for the recommended route.
    server: {
      ...server,
      state: () => ({ ...server.state(), allowance: allowance.tell() }),
      listen(onEnd) {
        for (const one of all) one.listen(onEnd);
      },
      async close() {
        await Promise.all(all.map((one) => one.close()));
      },
    },
    engineFor: ({ sites, quays }) => ({
      planner: openRoutePlanner(server, {
        linked,
        ...(others && { others }),
        baseUrl: url,
        ...{ quays, clock, nowMs, log },
        ...(rememberMs > 0 && { memory: openAnswerMemory(rememberMs) }),
      }),
      passages: buildLinkFinder(sites, SITE_LIMITS),
    }),
  };
}

/** Counts the calls in a Norwegian day. The count starts again with each process. */
function countCalls(perDay: number, nowMs: () => number) {
  let counted = { day: '', calls: 0 };
  const today = () => {
    const { day } = toOsloTime(nowMs());
    if (counted.day !== day) counted = { day, calls: 0 };
    return counted;
  };
  return {
    onSend: () => {
      today().calls += 1;
    },
    tell: (): NonNullable<UpstreamState['allowance']> => ({
      perDay,
      left: Math.max(0, perDay - today().calls),
    }),
  };
}

/** Header of HTTP Basic, in UTF-8. Source: RFC 7617, September 2015. */
function formatLogin({ user, password }: { readonly user: string; readonly password: string }) {
  const credentials = Buffer.from(`${user}:${password}`, 'utf8').toString('base64');
  return { authorization: `Basic ${credentials}` };
}
