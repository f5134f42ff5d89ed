/** The planner behind `/api/route`: the embedded engine, or the road authority's route planner. */
import type { Logger } from 'pino';
import { type AnswerTrip, answerTrip } from '../answer/answer-trip.ts';
import type { LatLon } from '../base/point.ts';
import type { TollSites } from '../geo/toll-site.ts';
import { openKernelPlanner } from '../network/kernel-planner.ts';
import type { OpenNetwork, TileEngine } from '../network/opened-network.ts';
import type { ExplainNoRoute } from '../trip/explain-no-route.ts';
import { buildLinkFinder } from '../trip/link-finder.ts';
import type { RoutePlanner } from '../trip/ports.ts';
import { type QuoteParts, quoteTrip } from '../trip/quote-trip.ts';
import type { RoadSection } from '../trip/road-section.ts';
import { SITE_LIMITS } from '../trip/settings.ts';
import { openDailyAllowance } from '../upstream/call/daily-allowance.ts';
import type { UpstreamLimits } from '../upstream/call/terms.ts';
import { openUpstream, type Upstream } from '../upstream/call/upstream.ts';
import { openAnswerMemory } from '../upstream/route-planner/ask-routes.ts';
import { formatLogin } from '../upstream/route-planner/format-login.ts';
import { openRoutePlanner } from '../upstream/route-planner/planner.ts';
import type { PlannerConfig } from './config.ts';
import { systemClock } from './machine.ts';

/** A stop farther from a drivable road has no route. Source: docs/interface.md. */
export const MAX_MOVED_M = 10_000;

/** A planner on a network of ours. */
export interface EmbeddedPlanner {
  readonly planner: RoutePlanner;
  /** Asks it something trivial; throws when it fails. */
  check(): Promise<void>;
  /** Nobody asks any more. */
  close(): void;
}

/**
 * @param processes of the engine for tiles; 0: it runs in this one.
 * @param sections whose closed days our kernel keeps to.
 */
export async function openPlannerOn(
  { engine, gates }: OpenNetwork,
  processes: number,
  sections: readonly RoadSection[] = [],
): Promise<EmbeddedPlanner> {
  if (engine.kind === 'tiles') return openTilePlanner(engine, gates[0]?.at, processes);
  const terms = { source: engine.source, maxMovedM: MAX_MOVED_M, sections };
  const planner = openKernelPlanner(engine, terms);
  return { planner, check: async () => undefined, close: () => undefined };
}

/**
 * Opens Valhalla on a map of one's own, and asks it once, so that the first trip does not wait for it.
 * It is loaded only then.
 *
 * @param at a place on a road of the network; absent: nothing is asked.
 */
async function openTilePlanner(
  { settings, lengthFactor, boardingS }: TileEngine,
  at: LatLon | undefined,
  processes: number,
): Promise<EmbeddedPlanner> {
  const { openEngine } = await import('../upstream/valhalla/engine.ts');
  const { openPlanner } = await import('../upstream/valhalla/planner.ts');
  const { formatLocate } = await import('../upstream/valhalla/format-request.ts');
  const engine = openEngine(settings, processes);
  const check = async () => {
    if (at !== undefined) await engine.locate(formatLocate([at]));
  };
  // Each process of the engine is asked once, so that no trip waits for its start.
  await Promise.all(Array.from({ length: Math.max(1, processes) }, check));
  const planner = openPlanner(engine, {
    source: 'veipris-valhalla',
    lengthFactor,
    boardingS,
    maxMovedM: MAX_MOVED_M,
  });
  return { planner, check, close: engine.close };
}

/** The road authority's route planner, opened once per process. */
export interface RoadPlanner {
  /** Its state is that of the questions for the recommended route. */
  readonly server: Upstream;
  /** @param quays where car ferries call, as the facts in force have them. */
  planWith(quays: readonly LatLon[]): RoutePlanner;
}

type RoadPlannerConfig = Extract<PlannerConfig, { readonly kind: 'vegvesen' }>;

/** The planner asks its clients to be modest: one more try is enough. */
const LIMITS: Partial<UpstreamLimits> = { retries: 1 };

/** A call with links is large: one try of 8 s, and another where the first has failed at once. */
const LINKED_LIMITS: Partial<UpstreamLimits> = { attemptMs: 8000, retryRoomMs: 6000 };

/** "Not strictly enforced". Source: docs/upstreams.md, "Route planner V3". */
const CALLS_PER_DAY = 2500;

/** Long enough for a caller who asks again with other prices in mind; delays on the road change. */
const REMEMBER_MS = 5 * 60_000;

/** Opens the way to the route planner; the first question connects. */
export function openRoadPlanner(
  { url, login, callsPerDay = CALLS_PER_DAY, rememberMs = REMEMBER_MS }: RoadPlannerConfig,
  log: Logger,
  limits: Partial<UpstreamLimits> = {},
): RoadPlanner {
  const allowance = openDailyAllowance(callsPerDay, systemClock.now);
  const open = (ownLimits: Partial<UpstreamLimits>) =>
    openUpstream({
      name: 'route planner',
      baseUrl: url,
      ...(login && { headers: formatLogin(login.user, login.password) }),
      limits: { ...LIMITS, ...ownLimits, ...limits },
      onSend: allowance.take,
    });
  const server = open({});
  const linked = open(LINKED_LIMITS);
  // The open variant gives one route a call.
  const others = login === undefined ? open({}) : undefined;
  const all = [server, linked, ...(others ? [others] : [])];
  return {
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
    planWith: (quays) =>
      openRoutePlanner(server, {
        source: 'vegvesen-ruteplan-v3',
        linked,
        ...(others && { others }),
        baseUrl: url,
        quays,
        clock: systemClock,
        ...(rememberMs > 0 && { memory: openAnswerMemory(rememberMs) }),
        listener: {
          alarm: (sentence) => log.error({ alarm: 'planner_login' }, sentence),
          warn: (sentence) => log.warn(sentence),
          note: (sentence) => log.debug(sentence),
        },
      }),
  };
}

/** Source: the licence of the stations is named in data/README.md. */
const ATTRIBUTION =
  'Inneholder data under norsk lisens for offentlige data (NLOD) tilgjengeliggjort av Statens vegvesen. ' +
  'Routes: Statens vegvesen, ruteplantjeneste.';

/** What the quotes of this planner are made with besides it. */
export interface RoadPlannerParts extends Omit<QuoteParts, 'planner' | 'passages' | 'listUnseen'> {
  readonly sites: TollSites;
  readonly quays: readonly LatLon[];
  readonly explain: ExplainNoRoute;
}

/**
 * Answers with the routes of the route planner. Its network has every road, so no station is out
 * of its sight.
 */
export function answerByRoadPlanner(
  planner: RoadPlanner,
  { sites, quays, explain, ...parts }: RoadPlannerParts,
  log: Logger,
): AnswerTrip {
  const passages = buildLinkFinder(sites, SITE_LIMITS);
  const quote = quoteTrip({ ...parts, planner: planner.planWith(quays), passages });
  return answerTrip(quote, { attribution: ATTRIBUTION, explain }, log);
}
