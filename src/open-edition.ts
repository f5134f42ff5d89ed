/** The answers of one edition of the facts: engines, stations and prices that belong together. */
import type { Logger } from 'pino';
import { type AnswerTrip, answerTrip } from './answer-trip.ts';
import { readDataVersion } from './catalogue/data-version.ts';
import type { Config } from './config.ts';
import type { Facts } from './load-facts.ts';
import { openEmbedded } from './open-embedded.ts';
import { answerByOsrm, type OsrmEngine } from './open-osrm.ts';
import { answerByRoadPlanner, type RoadPlanner } from './open-planner.ts';
import { shareAnswers as share } from './share-answers.ts';
import { systemClock, systemTimer } from './system-clock.ts';
import { estimateTrip } from './trip/estimate-trip.ts';
import { quoteTrip } from './trip/quote-trip.ts';

/** Of the toll stations and quays. Source: the licences named in data/README.md. */
const ATTRIBUTION =
  'Inneholder data under norsk lisens for offentlige data (NLOD) tilgjengeliggjort av Statens vegvesen.';

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
  /** Asks the embedded engine something trivial, where there is one; throws when it fails. */
  check(): Promise<void>;
  /** Nobody asks any more. */
  close(): void;
}

export interface EditionTerms {
  readonly config: Config;
  readonly log: Logger;
  readonly onProgress: OnProgress;
  /** Absent: the embedded engine plans the trips. */
  readonly roadPlanner?: RoadPlanner;
  /** Absent: the embedded engine makes the estimates as well. */
  readonly osrm?: OsrmEngine;
}

/** Opens everything that a question is answered with while these facts are in force. */
export async function openEdition(
  facts: Facts,
  { config, log, onProgress, roadPlanner, osrm }: EditionTerms,
): Promise<Edition> {
  const { tolls, ferries, calendar, stations, quays } = facts;
  // Where both engines are foreign services nobody needs the road network.
  const isEmbedded = roadPlanner === undefined || osrm === undefined;
  const embedded = isEmbedded ? await openEmbedded(facts, config, onProgress) : undefined;
  const dataVersion = readDataVersion(facts.place, tolls.day, embedded?.networkVersion ?? '');
  const common = {
    tolls,
    ferries,
    calendar,
    clock: systemClock,
    timer: systemTimer,
    dataVersion,
  };
  const engine = () => {
    if (embedded === undefined) throw new Error('Expected the embedded engine to be open.');
    return { ...common, ...embedded.parts };
  };
  const estimating = () => {
    const { planner, ...parts } = engine();
    return { ...parts, planner: { ...planner, source: 'valhalla-estimat' } };
  };
  const attribution = [ATTRIBUTION, embedded?.attribution].join(' ');
  const carQuays = quays.list.flatMap(({ usableByCars, at }) => (usableByCars ? [at] : []));
  // What a foreign engine answers may be another thing a minute later, and is not remembered.
  return {
    facts,
    dataVersion,
    answerRoute:
      roadPlanner === undefined
        ? share(answerTrip(quoteTrip(engine()), attribution, log), config.resultCache)
        : share(
            answerByRoadPlanner(
              roadPlanner,
              { ...common, sites: tolls.sites, quays: carQuays },
              log,
            ),
            0,
          ),
    answerEstimate:
      osrm === undefined
        ? share(answerTrip(estimateTrip(estimating()), attribution, log), config.resultCache)
        : share(answerByOsrm(osrm, { ...common, stations }, log), 0),
    check: async () => embedded?.check(),
    close: () => embedded?.close(),
  };
}
