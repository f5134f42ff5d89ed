/** The answers of one edition of the facts: network, engine, gates and prices that belong together. */
import type { Logger } from 'pino';
import { Fault } from './base/fault.ts';
import { readDataVersion } from './catalogue/data-version.ts';
import type { Config } from './config.ts';
import { DATA_DIR } from './data-dir.ts';
import type { Facts } from './load-facts.ts';
import { type OpenNetwork, openNetwork } from './network/open-network.ts';
import { systemClock, systemTimer } from './system-clock.ts';
import { formatAnswer } from './trip/answer.ts';
import type { RouteAnswer } from './trip/answer-types.ts';
import { explainNoRoute } from './trip/explain-no-route.ts';
import { openUnseenStations } from './trip/list-unseen-stations.ts';
import type { ParsedQuestion } from './trip/parse-quote-request.ts';
import { buildPassageFinder } from './trip/passage-finder.ts';
import type { RoutePlanner } from './trip/ports.ts';
import { quoteTrip } from './trip/quote-trip.ts';
import { TRIP_SETTINGS } from './trip/settings.ts';

/** Source: the licences named in data/README.md. */
const ATTRIBUTION =
  'Inneholder data under norsk lisens for offentlige data (NLOD) tilgjengeliggjort av Statens vegvesen. ' +
  'Roads: © Kartverket (CC BY 4.0), converted and completed.';

/** A stop farther from a drivable road has no route. Source: docs/interface.md. */
const MAX_MOVED_M = 10_000;

/** Hears in a few words what takes a while. */
export type OnProgress = (step: string) => void;

/** Everything that questions are answered with while one edition of the facts is in force. */
export interface Edition {
  readonly facts: Facts;
  /** Names the facts and the road network together. */
  readonly dataVersion: string;
  answerRoute(question: ParsedQuestion): Promise<RouteAnswer>;
}

/** Opens everything that a question is answered with while these facts are in force. */
export async function openEdition(
  facts: Facts,
  config: Config,
  log: Logger,
  onProgress: OnProgress,
): Promise<Edition> {
  const { tolls, ferries, calendar, stations } = facts;
  const network = await openNetwork({ data: DATA_DIR, home: config.home }, stations, onProgress);
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
  const dataVersion = readDataVersion(facts.place, tolls.day, network.version);
  const quote = quoteTrip({
    planner,
    passages,
    tolls,
    ferries,
    listUnseen,
    calendar,
    clock: systemClock,
    timer: systemTimer,
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
  return { facts, dataVersion, answerRoute };
}

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
