import { LRUCache } from 'lru-cache';
import { refusedValue } from '../../base/fault.ts';
import type { LatLon } from '../../base/point.ts';
import type { Clock, TripRequest } from '../../trip/ports.ts';
import type { UpstreamReply } from '../call/terms.ts';
import type { Upstream } from '../call/upstream.ts';
import type { ReadRoute } from './choose-routes.ts';
import { formatQuery, type QueryTerms } from './format-query.ts';
import { broken, judgeReply, Refusal } from './judge-reply.ts';
import { parseRoute } from './parse-route.ts';

/** What a call needs besides its question. */
export interface AskTerms {
  /** What stands before the path: the length of the whole address counts. */
  readonly baseUrl: string;
  /** Where car ferries call. */
  readonly quays: readonly LatLon[];
  readonly clock: Clock;
  readonly listener: PlannerListener;
  /** Answers by their question; absent: none is remembered. */
  readonly memory?: AnswerMemory;
}

export type AnswerMemory = LRUCache<string, readonly ReadRoute[]>;

/** Characters of the answers that are remembered. */
const MOST_CHARACTERS = 16 * 1024 * 1024;

/** Opens an empty memory; the longest unused answers make room for others. */
export const openAnswerMemory = (rememberMs: number): AnswerMemory =>
  new LRUCache({ ttl: rememberMs, maxSize: MOST_CHARACTERS });

/** Hears in a sentence what the caller does not. */
export interface PlannerListener {
  /** An operator must look after it. */
  alarm(sentence: string): void;
  /** An answer is less than it might be. */
  warn(sentence: string): void;
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
 * Asks the planner once, or not at all where it has answered the question a while ago.
 *
 * @returns at least one route.
 * @throws Refusal where there is none; Fault `invalid_parameter` for a question that is too long, and
 * what the upstream throws.
 */
export async function askRoutes(
  upstream: Upstream,
  { baseUrl, quays, clock, listener, memory }: AskTerms,
  { trip, query, deadlineMs, signal }: RoutesCall,
): Promise<readonly ReadRoute[]> {
  const path = formatQuery(trip, query);
  if (baseUrl.length + path.length > MOST_URL_CHARACTERS)
    throw refusedValue(
      'via',
      'via makes the question too long for the route planner: give fewer points.',
    );
  const remembered = memory?.get(path);
  if (remembered !== undefined) return remembered;
  const reply = await upstream.get({ path, deadlineMs, signal });
  const found = judge(reply, clock.now(), listener).flatMap((raw): ReadRoute[] => {
    const route = parseRoute(raw, quays);
    return route === undefined ? [] : [{ raw, route }];
  });
  for (const { route } of found) noteFerries(route, listener);
  if (found.length === 0) throw broken('routes without lines or times');
  memory?.set(path, found, { size: reply.body.length });
  return found;
}

function judge(reply: UpstreamReply, nowMs: number, { alarm }: PlannerListener) {
  try {
    return judgeReply(reply, nowMs);
  } catch (error) {
    if (error instanceof Refusal && error.isLoginRefused) alarm(LOGIN_REFUSED);
    throw error;
  }
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
