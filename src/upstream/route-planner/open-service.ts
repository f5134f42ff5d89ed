import { setTimeout } from 'node:timers/promises';
import { Fault } from '../../base/fault.ts';
import { toOsloTime } from '../../base/oslo-time.ts';
import type { LatLon } from '../../base/point.ts';
import { findPlaceOnLine, flatDistanceM } from '../../geo/on-line.ts';
import { buildLinkFinder } from '../../passages/link-finder.ts';
import type { PlannedRoute, StopOnRoad } from '../../passages/planned-route.ts';
import type { RoutePlanner, TripRequest } from '../../trip/ports.ts';
import { mostRoutes, SITE_LIMITS } from '../../trip/settings.ts';
import type { UpstreamLimits, UpstreamState } from '../call/terms.ts';
import { openUpstream, type Upstream } from '../call/upstream.ts';
import type { OpenTerms, RoutingService } from '../descriptor.ts';
import {
  type AskTerms,
  askRoutes,
  openAnswerMemory,
  type QueryTerms,
  type ReadRoute,
} from './ask-routes.ts';
import { mayBeAvoidance } from './judge-reply.ts';
import type { ParsedRoute } from './parse-route.ts';

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

interface RoutePlannerTerms extends AskTerms {
  /**
   * Is asked for other routes if a call gives only one route. These calls may fail, so they have limits of their own,
   * and do not use up those of the recommended route. Absent: one call gives all routes.
   */
  readonly others?: Upstream;
  /**
   * Is asked for routes with their driven links. These answers are larger and slower, and their failures do not count
   * as failures of the plain call.
   */
  readonly linked: Upstream;
  /** A clock that never goes back. */
  readonly nowMs: () => number;
  /** Waits for some milliseconds, or until the signal is aborted; absent: by the clock of this process. */
  readonly pause?: (ms: number, signal: AbortSignal) => Promise<unknown>;
}

/** Time for all tries together. It leaves time for the remaining work within the 15 s of an answer. */
const PLAN_MS = 13_000;
/** A call with links that takes longer may fail, so the plain call is sent in parallel. */
const PATIENCE_MS = 4000;
/** Other routes are waited for, but not as long as the recommended route. */
const OTHERS_MS = 6000;

/**
 * Plans trips with the route planner of the road authority, version 3. If tolls can not be avoided, the trip is planned
 * again without toll avoidance.
 */
export function openRoutePlanner(upstream: Upstream, terms: RoutePlannerTerms): RoutePlanner {
  return {
    source: 'vegvesen-ruteplan-v3',
    async planTrip(trip, { refine: links = false, signal } = {}) {
      const endsAtMs = terms.nowMs() + PLAN_MS;
      const plan = (avoidTolls: boolean) =>
        askBoth(upstream, terms, { trip, query: { links, avoidTolls }, endsAtMs, signal });
      const found = await plan(trip.avoidTolls).catch((error: unknown) => {
        if (trip.avoidTolls && mayBeAvoidance(error)) return plan(false);
        throw error;
      });
      return chooseRoutes(found, trip);
    },
  };
}

interface Plan {
  readonly trip: TripRequest;
  readonly query: Omit<QueryTerms, 'kind'>;
  /** The end of the time for planning, by the clock of the terms, milliseconds. */
  readonly endsAtMs: number;
  readonly signal?: AbortSignal | undefined;
}

/**
 * The recommended routes, followed by the other routes of the open variant. The others are asked for if they are
 * wanted. They are also asked for, in one more call, if all recommended routes are closed.
 */
async function askBoth(
  upstream: Upstream,
  terms: RoutePlannerTerms,
  { trip, query, endsAtMs, signal }: Plan,
): Promise<readonly ReadRoute[]> {
  const { others, nowMs } = terms;
  const unneeded = new AbortController();
  const ended = AbortSignal.any([unneeded.signal, ...(signal ? [signal] : [])]);
  const ask = (server: Upstream, kind: QueryTerms['kind'], deadlineMs: number) =>
    askRoutes(server, terms, { trip, query: { ...query, kind }, deadlineMs, signal: ended });
  const askBest = () =>
    query.links
      ? askWithLinks(upstream, terms, { trip, query, endsAtMs, signal: ended })
      : ask(upstream, 'best', endsAtMs - nowMs());
  const askOthers = async () => {
    const leftMs = endsAtMs - nowMs();
    if (others === undefined || leftMs <= 0) return [];
    return orNone(ask(others, 'tourist', Math.min(leftMs, OTHERS_MS)), ended);
  };
  const areWanted = trip.alternatives !== 0;
  try {
    const [best, beside] = await Promise.all([askBest(), areWanted ? askOthers() : []]);
    const areClosed = !areWanted && best.every(isObstructed);
    return [...best, ...(areClosed ? await askOthers() : beside)];
  } finally {
    // Without a recommended route the other routes are useless.
    unneeded.abort();
  }
}

/**
 * The recommended route with its links. If the call with links fails, it is the route of the plain call without links.
 * The plain call is sent when the call with links has failed, or takes long.
 */
async function askWithLinks(
  upstream: Upstream,
  { linked, nowMs, pause = wait, ...terms }: RoutePlannerTerms,
  { trip, query, endsAtMs, signal }: Plan & { readonly signal: AbortSignal },
): Promise<readonly ReadRoute[]> {
  const done = new AbortController();
  const call = { trip, signal: AbortSignal.any([signal, done.signal]) };
  const ask = (server: Upstream, links: boolean) =>
    orFault(
      askRoutes(server, terms, {
        ...call,
        query: { ...query, links, kind: 'best' },
        deadlineMs: endsAtMs - nowMs(),
      }),
    );
  try {
    const asked = ask(linked, true);
    const early = await Promise.race([
      asked,
      pause(PATIENCE_MS, call.signal).then(() => undefined),
    ]);
    if (early !== undefined && !isOpen(early)) return take(early);
    const plain = ask(upstream, false);
    // The plain call is ended if its answer is not needed. Then its rejection must not stay unhandled.
    plain.catch(() => undefined);
    const late = await asked;
    if (!isOpen(late)) return take(late);
    terms.log.warn(`Without the driven links the answer is preliminary: ${late.message}`);
    return take(await plain);
  } finally {
    done.abort();
  }
}

/** Resolves after the time, or when the caller has left. */
const wait = (ms: number, signal: AbortSignal): Promise<undefined> =>
  setTimeout(ms, undefined, { signal }).catch(() => undefined);

type Asked = readonly ReadRoute[] | Fault;

/** Is the question still open: there are neither routes nor the answer that no route exists? */
const isOpen = (asked: Asked): asked is Fault =>
  asked instanceof Fault && asked.code !== 'route_not_possible';

/** Turns the fault of a question into a value: a failure after another answer must not end the process. */
const orFault = (asked: Promise<readonly ReadRoute[]>): Promise<Asked> =>
  asked.catch((error: unknown) => {
    if (error instanceof Fault) return error;
    throw error;
  });

function take(asked: Asked): readonly ReadRoute[] {
  if (asked instanceof Fault) throw asked;
  return asked;
}

/** Gives no routes if the question for other routes fails: an answer without other routes is complete. */
const orNone = (
  asked: Promise<readonly ReadRoute[]>,
  ended: AbortSignal,
): Promise<readonly ReadRoute[]> =>
  asked.catch((error: unknown) => {
    if (error instanceof Fault || ended.aborted) return [];
    throw error;
  });

/**
 * The routes of an answer of ours: the routes of the planner in its order, each line once, and no more than the trip
 * wants. Routes that are closed somewhere come last. A route without an id, or with the id of another route, gets its
 * place in the list as its id.
 */
function chooseRoutes(found: readonly ReadRoute[], trip: TripRequest): PlannedRoute[] {
  const stops = [trip.from, ...trip.via, trip.to];
  const chosen = found
    .filter(({ route }, i) => found.findIndex((other) => isSameLine(other.route, route)) === i)
    .toSorted((a, b) => Number(isObstructed(a)) - Number(isObstructed(b)))
    .slice(0, mostRoutes(trip));
  return chosen.map(({ raw, route: { id, saidFerryCount: _, ...route } }, i) => {
    const isTaken = chosen.slice(0, i).some((before) => before.route.id === id);
    return {
      ...route,
      id: id === undefined || isTaken ? String(i + 1) : id,
      stops: listPlaces(stops, route.line),
      asGiven: raw,
    };
  });
}

/** Is the route closed somewhere? */
const isObstructed = ({ route }: ReadRoute): boolean => route.isObstructed === true;

function isSameLine({ line: a }: ParsedRoute, { line: b }: ParsedRoute): boolean {
  return (
    a.length === b.length && a.every(({ lat, lon }, i) => b[i]?.lat === lat && b[i]?.lon === lon)
  );
}

/**
 * The places where the stops were put. The planner does not say: the first and the last stop lie at the ends of the
 * route, and a via point lies on its line.
 */
function listPlaces(stops: readonly LatLon[], line: readonly LatLon[]): StopOnRoad[] {
  return stops.map((stop, i) => {
    const end = i === 0 ? line[0] : line.at(-1);
    const isEnd = i === 0 || i === stops.length - 1;
    const at = (isEnd ? end : findPlaceOnLine(line, stop)?.at) ?? stop;
    return { at, movedM: flatDistanceM(at, stop) };
  });
}
