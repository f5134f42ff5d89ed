import { LRUCache } from 'lru-cache';
import { refusedValue } from '../../base/fault.ts';
import { formatOsloInstant } from '../../base/oslo-time.ts';
import type { LatLon } from '../../base/point.ts';
import { flatDistanceM } from '../../geo/on-line.ts';
import type { Clock, TripRequest } from '../../trip/ports.ts';
import type { Upstream } from '../call/upstream.ts';
import type { OpenTerms } from '../descriptor.ts';
import { broken, judgeReply, type RawRoute } from './judge-reply.ts';
import { type ParsedRoute, parseRoute } from './parse-route.ts';

/** The terms of a call besides its question. */
export interface AskTerms {
  /** The address before the path. The length of the whole address is limited. */
  readonly baseUrl: string;
  /** Where car ferries call. */
  readonly quays: readonly LatLon[];
  readonly clock: Clock;
  readonly log: OpenTerms['log'];
  /** Remembered answers by their question; absent: none are remembered. */
  readonly memory?: AnswerMemory;
}

/** A raw route, and the route that was read from it. */
export interface ReadRoute {
  readonly raw: RawRoute;
  readonly route: ParsedRoute;
}

export type AnswerMemory = LRUCache<string, readonly ReadRoute[]>;

/** The most characters of remembered answers. */
const MOST_CHARACTERS = 16 * 1024 * 1024;

/** Opens an empty memory. It drops the answers that have been unused the longest. */
export const openAnswerMemory = (rememberMs: number): AnswerMemory =>
  new LRUCache({ ttl: rememberMs, maxSize: MOST_CHARACTERS });

/** One call. */
interface RoutesCall {
  readonly trip: TripRequest;
  readonly query: QueryTerms;
  readonly deadlineMs: number;
  readonly signal: AbortSignal;
}

/** A firewall before the planner refuses longer addresses. Source: client code, November 2026. */
const MOST_URL_CHARACTERS = 2000;

/**
 * Asks the planner once, unless its answer to the question is remembered.
 *
 * @returns at least one route.
 * @throws Fault when there is no route, `invalid_parameter` for a question that is too long, errors of the upstream.
 */
export async function askRoutes(
  upstream: Upstream,
  { baseUrl, quays, clock, log, memory }: AskTerms,
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
  if (reply.status === 401 || reply.status === 403)
    log.error({ alarm: 'planner_login' }, LOGIN_REFUSED);
  const found = judgeReply(reply, clock.now()).flatMap((raw): ReadRoute[] => {
    const route = parseRoute(raw, quays);
    return route === undefined || leadsElsewhere(route, trip) ? [] : [{ raw, route }];
  });
  for (const { route } of found) noteFerries(route, log);
  if (found.length === 0) throw broken('routes without lines or times, or between other places');
  memory?.set(path, found, { size: reply.body.length });
  return found;
}

/**
 * No stop of an honest answer is moved this far, in metres: the planner refuses stops too far off, by a limit that it
 * does not tell, and nowhere in the country are roads so far away. A choice of ours.
 */
const ELSEWHERE_M = 50_000;

/** Is the route one of another question, as a cache before the planner gives it? Its price is that of another trip. */
const leadsElsewhere = ({ line }: ParsedRoute, { from, to }: TripRequest): boolean =>
  [[line[0], from] as const, [line.at(-1), to] as const].some(
    ([end, stop]) => end !== undefined && flatDistanceM(end, stop) > ELSEWHERE_M,
  );

const LOGIN_REFUSED =
  'The route planner does not let us in: look at PLANNER_URL, PLANNER_USER and PLANNER_PASSWORD.';

/** Logs a difference between the planner's number of ferries and ours. Its number is often missing or doubled. */
function noteFerries({ ferries, saidFerryCount }: ParsedRoute, log: AskTerms['log']): void {
  if (saidFerryCount !== undefined && saidFerryCount !== ferries.length)
    log.debug(
      `The route planner counts ${saidFerryCount} ferries where ${ferries.length} were found.`,
    );
}

/** The terms of a question besides the trip. */
export interface QueryTerms {
  /** `best` is the recommended route, `tourist` gives others. */
  readonly kind: 'best' | 'tourist';
  /** Whether the driven road links are asked for. */
  readonly links: boolean;
  readonly avoidTolls: boolean;
}

/**
 * Path and query of one call, to be appended to the address of the planner. Stops have x first, with at most six
 * decimals. The start is Norwegian wall-clock time without an offset. In the hour that comes twice in October the
 * planner can not know which of the two is meant.
 *
 * Source: route planner V3, query parameters, November 2026. `Bomstasjon` as a feature to avoid is
 * inferred from the ids of features in its answers.
 * @internal Outside this file only its tests use it.
 */
export function formatQuery(trip: TripRequest, { kind, links, avoidTolls }: QueryTerms): string {
  const stops = [trip.from, ...trip.via, trip.to].map(formatStop).join(';');
  const query = [
    `Stops=${stops}`,
    'InputSRS=EPSG_4326',
    'OutputSRS=EPSG_25833',
    'ReturnFields=Geometry',
    ...(links ? ['ReturnFields=NvdbReferences'] : []),
    `StartTime=${formatStart(trip.startMs)}`,
    ...(avoidTolls ? ['AvoidRoadFeatureTypes=Bomstasjon'] : []),
  ];
  return `/${kind}?${query.join('&')}`;
}

const formatStop = ({ lat, lon }: LatLon) => `${formatDegrees(lon)},${formatDegrees(lat)}`;

/** The conversion back to a number drops zeros at the end and the sign of a zero. */
const formatDegrees = (degrees: number) => String(Number(degrees.toFixed(6)) + 0);

const formatStart = (startMs: number) =>
  formatOsloInstant(startMs).slice(0, 'yyyy-mm-ddThh:mm:ss'.length).replace(/\D/g, '');
