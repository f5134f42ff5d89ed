import { Fault } from '../../base/fault.ts';
import type { LatLon } from '../../base/point.ts';
import type { Clock, TripRequest } from '../../trip/ports.ts';
import type { Upstream } from '../call/upstream.ts';
import type { ReadRoute } from './choose-routes.ts';
import { formatQuery, type QueryTerms } from './format-query.ts';
import { broken, judgeReply, type Refusal } from './judge-reply.ts';
import { parseRoute } from './parse-route.ts';

/** What a call needs besides its question. */
export interface AskTerms {
  /** What stands before the path: the length of the whole address counts. */
  readonly baseUrl: string;
  /** Where car ferries call. */
  readonly quays: readonly LatLon[];
  readonly clock: Clock;
  readonly listener: PlannerListener;
}

/** Hears in a sentence what the caller does not. */
export interface PlannerListener {
  /** An operator must look after it. */
  alarm(sentence: string): void;
  /** Good to know. */
  note(sentence: string): void;
}

/** One call. */
export interface RoutesCall {
  readonly trip: TripRequest;
  readonly query: QueryTerms;
  readonly deadlineMs: number;
  readonly signal: AbortSignal;
}

/** A firewall before the planner refuses longer addresses. Source: client code, November 2026. */
const MOST_URL_CHARACTERS = 2000;

/**
 * Asks the planner once.
 *
 * @returns at least one route, or why there is none.
 * @throws Fault `invalid_parameter` for a question that is too long, and what the upstream throws.
 */
export async function askRoutes(
  upstream: Upstream,
  { baseUrl, quays, clock, listener }: AskTerms,
  { trip, query, deadlineMs, signal }: RoutesCall,
): Promise<readonly ReadRoute[] | Refusal> {
  const path = formatQuery(trip, query);
  if (baseUrl.length + path.length > MOST_URL_CHARACTERS)
    throw new Fault(
      'invalid_parameter',
      'via makes the question too long for the route planner: give fewer points.',
    );
  const verdict = judgeReply(await upstream.get({ path, deadlineMs, signal }), clock.now());
  if ('fault' in verdict) {
    if (verdict.isLoginRefused) listener.alarm(LOGIN_REFUSED);
    return verdict;
  }
  const found = verdict.routes.flatMap((raw): ReadRoute[] => {
    const route = parseRoute(raw, quays);
    return route === undefined ? [] : [{ raw, route }];
  });
  for (const { route } of found) noteFerries(route, listener);
  return found.length > 0 ? found : broken('routes without lines or times');
}

const LOGIN_REFUSED =
  'The route planner does not let us in: look at PLANNER_URL, PLANNER_USER and PLANNER_PASSWORD.';

/** The planner's own number is often missing or doubled, so it decides nothing. */
function noteFerries(
  { ferries, saidFerryCount }: ReadRoute['route'],
  { note }: PlannerListener,
): void {
  if (saidFerryCount !== undefined && saidFerryCount !== ferries.length)
    note(`The route planner counts ${saidFerryCount} ferries where ${ferries.length} were found.`);
}
