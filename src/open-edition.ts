/** The answers of one edition of the facts: network, engine, gates and prices that belong together. */
import type { Logger } from 'pino';
import { type AnswerTrip, answerTrip } from './answer-trip.ts';
import { readDataVersion } from './catalogue/data-version.ts';
import type { Config } from './config.ts';
import { DATA_DIR } from './data-dir.ts';
import type { Facts } from './load-facts.ts';
import { type OpenNetwork, openNetwork } from './network/open-network.ts';
import { answerByOsrm, type OsrmEngine } from './open-osrm.ts';
import { systemClock, systemTimer } from './system-clock.ts';
import { estimateTrip } from './trip/estimate-trip.ts';
import { openUnseenStations } from './trip/list-unseen-stations.ts';
import { buildPassageFinder } from './trip/passage-finder.ts';
import type { RoutePlanner } from './trip/ports.ts';
import { quoteTrip } from './trip/quote-trip.ts';
import { TRIP_SETTINGS } from './trip/settings.ts';

/** Source: the licences named in data/README.md. */
const ATTRIBUTION =
  'Inneholder data under norsk lisens for offentlige data (NLOD) tilgjengeliggjort av Statens vegvesen. ' +
  'Roads: © Kartverket (CC BY 4.0), converted and completed.';

/** A stop farther from a drivable road has no route. Source: docs/interface.md. */
export const MAX_MOVED_M = 10_000;

/** Hears in a few words what takes a while. */
export type OnProgress = (step: string) => void;

/** Everything that questions are answered with while one edition of the facts is in force. */
export interface Edition {
  readonly facts: Facts;
  /** Names the facts and the road network together. */
  readonly dataVersion: string;
  readonly answerRoute: AnswerTrip;
  /** By the second engine. */
  readonly answerEstimate: AnswerTrip;
}

export interface EditionTerms {
  readonly config: Config;
  readonly log: Logger;
  readonly onProgress: OnProgress;
  /** Absent: the embedded engine makes the estimates as well. */
  readonly osrm?: OsrmEngine;
}

/** Opens everything that a question is answered with while these facts are in force. */
export async function openEdition(
  facts: Facts,
  { config, log, onProgress, osrm }: EditionTerms,
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
  const common = {
    tolls,
    ferries,
    calendar,
    clock: systemClock,
    timer: systemTimer,
    dataVersion,
  };
  const embedded = { ...common, planner, passages, listUnseen };
  const estimating = { ...embedded, planner: { ...planner, source: 'valhalla-estimat' } };
  return {
    facts,
    dataVersion,
    answerRoute: answerTrip(quoteTrip(embedded), ATTRIBUTION, log),
    answerEstimate:
      osrm === undefined
        ? answerTrip(estimateTrip(estimating), ATTRIBUTION, log)
        : answerByOsrm(osrm, { ...common, stations }, log),
  };
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
