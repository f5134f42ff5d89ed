/** The second engine, behind `/api/route-osrm`: an OSRM server, or the embedded engine. */
import type { Logger } from 'pino';
import { type AnswerTrip, answerTrip } from '../answer/answer-trip.ts';
import { estimateTrip } from '../trip/estimate-trip.ts';
import type { ExplainNoRoute } from '../trip/explain-no-route.ts';
import type { RoutePlanner } from '../trip/ports.ts';
import type { QuoteParts } from '../trip/quote-trip.ts';
import { SITE_LIMITS } from '../trip/settings.ts';
import { buildSiteFinder, type NamedSite } from '../trip/site-finder.ts';
import type { UpstreamLimits } from '../upstream/call/terms.ts';
import { openUpstream, type Upstream } from '../upstream/call/upstream.ts';
import { openPlanner } from '../upstream/osrm/planner.ts';

/** An OSRM server, opened once per process. */
export interface OsrmEngine {
  readonly server: Upstream;
  readonly planner: RoutePlanner;
}

export interface OsrmSettings {
  /** What stands before `/route/v1`. */
  readonly url: string;
  /** A stop farther from a drivable road has no route. Metres. */
  readonly maxMovedM: number;
  /** Absent: the usual ones. */
  readonly limits?: Partial<UpstreamLimits>;
}

/** Source: openstreetmap.org/copyright; the licence of the stations is named in data/README.md. */
const ATTRIBUTION =
  'Inneholder data under norsk lisens for offentlige data (NLOD) tilgjengeliggjort av Statens vegvesen. ' +
  'Roads: © OpenStreetMap contributors (ODbL).';

/**
 * Three routes across the whole country, each with its steps, take about 20 MB; so few are read at
 * the same time.
 */
const LIMITS: Partial<UpstreamLimits> = { bodyBytes: 32 * 1024 * 1024, inFlight: 16 };

/** Opens the way to an OSRM server; the first question connects. */
export function openOsrm({ url, maxMovedM, limits }: OsrmSettings): OsrmEngine {
  const server = openUpstream({
    name: 'OSRM server',
    baseUrl: url,
    limits: { ...LIMITS, ...limits },
  });
  return { server, planner: openPlanner(server, { source: 'osrm-estimat', maxMovedM }) };
}

/** What an estimate is made with besides its engine. */
export interface EstimateParts extends Omit<QuoteParts, 'planner' | 'passages' | 'listUnseen'> {
  readonly stations: readonly StationPlace[];
  readonly explain: ExplainNoRoute;
}

/** Where a station stands, and on what road. */
type StationPlace = Omit<NamedSite, 'stationId'> & { readonly id: string };

/** Answers with the routes of an OSRM server, which follow true roads past the stations. */
export function answerByOsrm(
  { planner }: OsrmEngine,
  { stations, explain, ...parts }: EstimateParts,
  log: Logger,
): AnswerTrip {
  const sites = stations.map(({ id, ...place }) => ({ ...place, stationId: id }));
  const passages = buildSiteFinder(sites, SITE_LIMITS);
  const quote = estimateTrip({ ...parts, planner, passages });
  return answerTrip(quote, { attribution: ATTRIBUTION, explain }, log);
}
