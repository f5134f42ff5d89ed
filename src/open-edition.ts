/** The answers of one edition of the facts: engines, stations and prices that belong together. */
import type { Logger } from 'pino';
import { type AdmissionQueue, NO_QUEUE } from './answer/admission-queue.ts';
import { type AnswerTrip, answerTrip } from './answer/answer-trip.ts';
import { shareAnswers as share } from './answer/share-answers.ts';
import type { Config } from './config.ts';
import { readDataVersion } from './facts/data-version.ts';
import type { Facts } from './facts/load-facts.ts';
import { openEmbedded } from './open-embedded.ts';
import { answerByOsrm, type OsrmEngine } from './open-osrm.ts';
import { answerByRoadPlanner, type RoadPlanner } from './open-planner.ts';
import { systemClock, systemTimer } from './system-clock.ts';
import { estimateTrip } from './trip/estimate-trip.ts';
import { explainNoRoute } from './trip/explain-no-route.ts';
import { type QuoteTrip, quoteTrip } from './trip/quote-trip.ts';

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
  /** In which calls wait for the embedded engine; absent: none waits. */
  readonly queue?: AdmissionQueue;
}

/** Opens everything that a question is answered with while these facts are in force. */
export async function openEdition(
  facts: Facts,
  { config, log, onProgress, roadPlanner, osrm, queue = NO_QUEUE }: EditionTerms,
): Promise<Edition> {
  const { tolls, ferries, calendar, stations, quays } = facts;
  // Where both engines are foreign services nobody needs the road network.
  const isEmbedded = roadPlanner === undefined || osrm === undefined;
  const embedded = isEmbedded ? await openEmbedded(facts, config, onProgress) : undefined;
  const version = readDataVersion(facts.place, tolls.day, embedded?.networkVersion ?? '');
  const common = { tolls, ferries, calendar, clock: systemClock, timer: systemTimer, ...version };
  const engine = () => {
    if (embedded === undefined) throw new Error('Expected the embedded engine to be open.');
    return { ...common, ...embedded.parts };
  };
  const estimating = () => {
    const { planner, ...parts } = engine();
    return { ...parts, planner: { ...planner, source: 'veipris-estimat' } };
  };
  const attribution = [ATTRIBUTION, embedded?.attribution].join(' ');
  const explain = explainNoRoute(facts.norway);
  const embeddedAnswers = (quote: QuoteTrip) =>
    share(inTurn(queue, answerTrip(quote, { attribution, explain }, log)), config.resultCache);
  const carQuays = quays.list.flatMap(({ usableByCars, at }) => (usableByCars ? [at] : []));
  // What a foreign engine answers may be another thing a minute later, and is not remembered.
  return {
    facts,
    dataVersion: version.dataVersion,
    answerRoute:
      roadPlanner === undefined
        ? embeddedAnswers(quoteTrip(engine()))
        : share(
            answerByRoadPlanner(
              roadPlanner,
              { ...common, explain, sites: tolls.sites, quays: carQuays },
              log,
            ),
            0,
          ),
    answerEstimate:
      osrm === undefined
        ? embeddedAnswers(estimateTrip(estimating()))
        : share(answerByOsrm(osrm, { ...common, explain, stations }, log), 0),
    check: async () => embedded?.check(),
    close: () => embedded?.close(),
  };
}

/** Below what is shared and remembered: only work waits for its turn. */
const inTurn =
  (queue: AdmissionQueue, answer: AnswerTrip): AnswerTrip =>
  (question, signal, onStage, account = '') =>
    queue.run(account, () => answer(question, signal, onStage), signal);
