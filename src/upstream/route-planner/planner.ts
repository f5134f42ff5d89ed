import { setTimeout } from 'node:timers/promises';
import { Fault } from '../../base/fault.ts';
import type { LatLon } from '../../base/point.ts';
import { findPlaceOnLine, flatDistanceM } from '../../geo/on-line.ts';
import type { PlannedRoute, StopOnRoad } from '../../passages/planned-route.ts';
import type { RoutePlanner, TripRequest } from '../../trip/ports.ts';
import { mostRoutes } from '../../trip/settings.ts';
import type { Upstream } from '../call/upstream.ts';
import { type AskTerms, askRoutes, type QueryTerms, type ReadRoute } from './ask-routes.ts';
import { mayBeAvoidance } from './judge-reply.ts';
import type { ParsedRoute } from './parse-route.ts';

export interface RoutePlannerTerms extends AskTerms {
  /**
   * Asked for other routes beside the recommended one, where a call gives one. A way of its own:
   * what may fail must not use up the places and the patience of what may not. Absent: one call
   * gives them all.
   */
  readonly others?: Upstream;
  /**
   * Asked where a call is to bring the driven links: a larger and slower answer, whose failures are
   * not those of the plain call.
   */
  readonly linked: Upstream;
  /** A clock that never goes back. */
  readonly nowMs: () => number;
  /** Waits so long, milliseconds, or until the signal; absent: by the clock of this process. */
  readonly pause?: (ms: number, signal: AbortSignal) => Promise<unknown>;
}

/** All tries together; what comes after them still has its time within the 15 s of an answer. */
const PLAN_MS = 13_000;
/** A call with links that takes longer may not come at all: the plain one is sent beside it. */
const PATIENCE_MS = 4000;
/** Other routes are worth waiting for, but not as long as for the recommended one. */
const OTHERS_MS = 6000;

/**
 * Plans trips with the route planner of the road authority, version 3. Where tolls cannot be
 * avoided the trip is planned once more without asking for that.
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
  /** By the clock of the terms, milliseconds. */
  readonly endsAtMs: number;
  readonly signal?: AbortSignal | undefined;
}

/**
 * The recommended routes, and behind them the others that the open variant has: where they are wanted, and where all
 * the recommended ones are closed, which is one more call.
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
    // Without a recommended route the others are of no use.
    unneeded.abort();
  }
}

/**
 * The recommended route with its links; without them where the call that brings them fails or is
 * late, and the plain one does not. The plain call is sent when the other has failed, or has taken
 * long.
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
    // Where it is not waited for after all, it is ended.
    plain.catch(() => undefined);
    const late = await asked;
    if (!isOpen(late)) return take(late);
    terms.log.warn(`Without the driven links the answer is preliminary: ${late.message}`);
    return take(await plain);
  } finally {
    done.abort();
  }
}

/** `undefined` after the time, and when the caller has left. */
const wait = (ms: number, signal: AbortSignal): Promise<undefined> =>
  setTimeout(ms, undefined, { signal }).catch(() => undefined);

type Asked = readonly ReadRoute[] | Fault;

/** Another question would be answered otherwise: neither routes, nor that there is none. */
const isOpen = (asked: Asked): asked is Fault =>
  asked instanceof Fault && asked.code !== 'route_not_possible';

/** A question that fails after another has been answered must not end the process. */
const orFault = (asked: Promise<readonly ReadRoute[]>): Promise<Asked> =>
  asked.catch((error: unknown) => {
    if (error instanceof Fault) return error;
    throw error;
  });

function take(asked: Asked): readonly ReadRoute[] {
  if (asked instanceof Fault) throw asked;
  return asked;
}

/** An answer without other routes is whole: whatever keeps them away stays here. */
const orNone = (
  asked: Promise<readonly ReadRoute[]>,
  ended: AbortSignal,
): Promise<readonly ReadRoute[]> =>
  asked.catch((error: unknown) => {
    if (error instanceof Fault || ended.aborted) return [];
    throw error;
  });

/**
 * The routes of one answer of ours: those of the planner in its order, each line once, no more than
 * the trip wants; those that are closed somewhere come last. A route without an id, or with that of another, gets its place in the list as its id.
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
 * Where each stop was put. The planner does not say; a route begins and ends where the first and the
 * last one went, and a via point went to the line.
 */
function listPlaces(stops: readonly LatLon[], line: readonly LatLon[]): StopOnRoad[] {
  return stops.map((stop, i) => {
    const end = i === 0 ? line[0] : line.at(-1);
    const isEnd = i === 0 || i === stops.length - 1;
    const at = (isEnd ? end : findPlaceOnLine(line, stop)?.at) ?? stop;
    return { at, movedM: flatDistanceM(at, stop) };
  });
}
