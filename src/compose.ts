/** The one place that knows every folder: builds the service and what the commands need. */
import type { Logger } from 'pino';
import { Fault } from './base/fault.ts';
import { readDataVersion } from './catalogue/data-version.ts';
import { loadCalendar } from './catalogue/load-calendar.ts';
import { loadDump } from './catalogue/load-dump.ts';
import { loadFerries } from './catalogue/load-ferries.ts';
import { loadTolls } from './catalogue/load-tolls.ts';
import type { Config } from './config.ts';
import { DATA_DIR } from './data-dir.ts';
import type { Services } from './http/services.ts';
import { auditPlacement } from './network/audit-placement.ts';
import { loadStations } from './network/load-stations.ts';
import { type OpenNetwork, openNetwork, placeOnNetwork } from './network/open-network.ts';
import { formatAnswer } from './trip/answer.ts';
import type { RouteAnswer } from './trip/answer-types.ts';
import { explainNoRoute } from './trip/explain-no-route.ts';
import { openUnseenStations } from './trip/list-unseen-stations.ts';
import type { ParsedQuestion, QuestionTerms } from './trip/parse-quote-request.ts';
import { buildPassageFinder } from './trip/passage-finder.ts';
import type { Clock, RoutePlanner, Timer } from './trip/ports.ts';
import { quoteTrip } from './trip/quote-trip.ts';
import { TRIP_SETTINGS } from './trip/settings.ts';

/** Source: the licences named in data/README.md. */
const ATTRIBUTION =
  'Inneholder data under norsk lisens for offentlige data (NLOD) tilgjengeliggjort av Statens vegvesen. ' +
  'Roads: © Kartverket (CC BY 4.0), converted and completed.';

/** A stop farther from a drivable road has no route. Source: docs/interface.md. */
const MAX_MOVED_M = 10_000;

const clock: Clock = { now: () => Date.now() };

const timer: Timer = {
  start(delayMs, ring) {
    const timeout = setTimeout(ring, delayMs);
    return () => clearTimeout(timeout);
  },
};

/** Hears in a few words what takes a while. */
export type OnProgress = (step: string) => void;

/** What a question is read with. */
export function loadTerms(): QuestionTerms & { readonly clock: Clock } {
  const ferryBounds = loadFerries(DATA_DIR).tariffs.zoneTable.bounds;
  return { clock, ferryBounds, nowMs: clock.now() };
}

/** Opens the road network, and builds it first where that has not been done. */
export async function buildNetwork(config: Config, onProgress: OnProgress) {
  return openNetwork(foldersOf(config), await loadStations(DATA_DIR), onProgress);
}

const foldersOf = ({ home }: Config) => ({ data: DATA_DIR, home });

/** The engine is loaded only when it is needed: most commands do without it. */
async function openPlannerOn(network: OpenNetwork): Promise<RoutePlanner> {
  const { openEngine } = await import('./upstream/valhalla/engine.ts');
  const { openPlanner } = await import('./upstream/valhalla/planner.ts');
  return openPlanner(openEngine(network.engineSettings), {
    source: 'veipris-valhalla',
    lengthFactor: network.lengthFactor,
    boardingS: network.boardingS,
    maxMovedM: MAX_MOVED_M,
  });
}

/** Opens everything that a question is answered with. */
export async function openAnswers(config: Config, log: Logger, onProgress: OnProgress) {
  const tolls = loadTolls(DATA_DIR);
  const ferries = loadFerries(DATA_DIR);
  const stations = await loadStations(DATA_DIR);
  const network = await openNetwork(foldersOf(config), stations, onProgress);
  const planner = await openPlannerOn(network);
  const placed = new Set(network.gates.map(({ stationId }) => stationId));
  const listUnseen = openUnseenStations(
    stations.filter(
      // Without a tariff there is no toll to warn of: payment points of ferries have none.
      ({ id }) => !placed.has(id) && (tolls.findStation(id)?.tariffs ?? []).length > 0,
    ),
    TRIP_SETTINGS.unseen,
  );
  const passages = buildPassageFinder({
    gates: network.gates,
    stations: tolls.stations.filter(({ id }) => placed.has(id)),
    nearM: TRIP_SETTINGS.nearM,
  });
  const calendar = loadCalendar(DATA_DIR);
  const dataVersion = readDataVersion(DATA_DIR, tolls.day, network.version);
  const quote = quoteTrip({
    planner,
    passages,
    tolls,
    ferries,
    listUnseen,
    calendar,
    clock,
    timer,
    dataVersion,
  });
  const answerRoute = async (question: ParsedQuestion): Promise<RouteAnswer> => {
    const { request, ...options } = question;
    const quoted = await quote(request).catch((error: unknown) => {
      // The reason names distances and limits, never coordinates.
      if (error instanceof Fault) log.info({ code: error.code, reason: error.message }, 'no quote');
      throw explainNoRoute(error, request);
    });
    if (quoted.refineFallback)
      log.warn({ err: quoted.fallbackFault }, 'a refined quote fell back to preliminary tolls');
    return formatAnswer(quoted, request, { ...options, attribution: ATTRIBUTION });
  };
  return { answerRoute, ferries, dataVersion };
}

/** Opens the service behind the endpoints. */
export async function openServices(
  config: Config,
  log: Logger,
  onProgress: OnProgress,
): Promise<Services> {
  const { answerRoute, ferries, dataVersion } = await openAnswers(config, log, onProgress);
  return {
    clock,
    answerRoute,
    ferryBounds: ferries.tariffs.zoneTable.bounds,
    quays: { list: ferries.listQuays(), date: loadDump(DATA_DIR, 'ferry-quays.json').date },
    tollStations: loadDump(DATA_DIR, 'toll-stations.json'),
    speedCameras: loadDump(DATA_DIR, 'speed-cameras.json'),
    dataVersion,
  };
}

/** Looks at every station of the bundled network; builds nothing. */
export async function auditNetwork() {
  const stations = await loadStations(DATA_DIR);
  return auditPlacement(stations, (await placeOnNetwork(DATA_DIR, stations)).placement);
}
