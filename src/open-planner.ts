/** The planner behind `/api/route`: the embedded engine, or the road authority's route planner. */
import type { Logger } from 'pino';
import { type AnswerTrip, answerTrip } from './answer/answer-trip.ts';
import type { LatLon } from './base/point.ts';
import type { PlannerConfig } from './config.ts';
import type { TollSites } from './geo/toll-site.ts';
import type { OpenNetwork } from './network/opened-network.ts';
import { systemClock } from './system-clock.ts';
import type { ExplainNoRoute } from './trip/explain-no-route.ts';
import { buildLinkFinder } from './trip/link-finder.ts';
import type { RoutePlanner } from './trip/ports.ts';
import { type QuoteParts, quoteTrip } from './trip/quote-trip.ts';
import { SITE_LIMITS } from './trip/settings.ts';
import type { UpstreamLimits } from './upstream/call/limits.ts';
import { openUpstream, type Upstream } from './upstream/call/upstream.ts';
import { formatLogin } from './upstream/route-planner/format-login.ts';
import { openRoutePlanner } from './upstream/route-planner/planner.ts';

/** A stop farther from a drivable road has no route. Source: docs/interface.md. */
export const MAX_MOVED_M = 10_000;

/**
 * Starts the processes of the engine, which goes on while others read what else belongs to the
 * network; whether it went well says the first question after it.
 *
 * @param processes of the engine; 0: it runs in this one, and there is nothing to start.
 * @param at somewhere in Norway.
 * @returns what lets go of it, once somebody else has opened it.
 */
export async function startEngine(
  engineSettings: string,
  processes: number,
  at: LatLon,
): Promise<() => void> {
  if (processes === 0) return () => undefined;
  const { openEngine } = await import('./upstream/valhalla/engine.ts');
  const { formatLocate } = await import('./upstream/valhalla/format-request.ts');
  const engine = openEngine(engineSettings, processes);
  for (let i = 0; i < processes; i++) void engine.locate(formatLocate([at])).catch(() => undefined);
  return engine.close;
}

/**
 * Opens the engine on a network, and asks it once, so that the first trip does not wait for it.
 *
 * @param processes of the engine; 0: it runs in this one.
 * The engine is loaded only when it is needed: most commands do without it.
 */
export async function openPlannerOn(
  network: OpenNetwork,
  processes: number,
): Promise<{ readonly planner: RoutePlanner; check(): Promise<void>; close(): void }> {
  const { openEngine } = await import('./upstream/valhalla/engine.ts');
  const { openPlanner } = await import('./upstream/valhalla/planner.ts');
  const { formatLocate } = await import('./upstream/valhalla/format-request.ts');
  const engine = openEngine(network.engineSettings, processes);
  const [gate] = network.gates;
  const check = async () => {
    if (gate !== undefined) await engine.locate(formatLocate([gate.at]));
  };
  // Each process of the engine is asked once, so that no trip waits for its start.
  await Promise.all(Array.from({ length: Math.max(1, processes) }, check));
  const planner = openPlanner(engine, {
    source: 'veipris-valhalla',
    lengthFactor: network.lengthFactor,
    boardingS: network.boardingS,
    isSmall: network.isSmall,
    maxMovedM: MAX_MOVED_M,
    ...(network.chart && { charted: network.chart }),
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

/** Opens the way to the route planner; the first question connects. */
export function openRoadPlanner(
  { url, login }: RoadPlannerConfig,
  log: Logger,
  limits: Partial<UpstreamLimits> = {},
): RoadPlanner {
  const open = () =>
    openUpstream({
      name: 'route planner',
      baseUrl: url,
      ...(login && { headers: formatLogin(login.user, login.password) }),
      limits: { ...LIMITS, ...limits },
    });
  const server = open();
  // The open variant gives one route a call.
  const others = login === undefined ? open() : undefined;
  return {
    server: {
      ...server,
      listen(onEnd) {
        server.listen(onEnd);
        others?.listen(onEnd);
      },
      async close() {
        await Promise.all([server.close(), others?.close()]);
      },
    },
    planWith: (quays) =>
      openRoutePlanner(server, {
        source: 'vegvesen-ruteplan-v3',
        ...(others && { others }),
        baseUrl: url,
        quays,
        clock: systemClock,
        listener: {
          alarm: (sentence) => log.error({ alarm: 'planner_login' }, sentence),
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
