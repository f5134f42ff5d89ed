/** The one place that knows every folder: builds the service and what the commands need. */
import { availableParallelism } from 'node:os';
import { setImmediate } from 'node:timers/promises';
import type { Logger } from 'pino';
import { type AdmissionQueue, NO_QUEUE, openAdmissionQueue } from './answer/admission-queue.ts';
import { answerForVehicle } from './answer/answer-for-vehicle.ts';
import { beginLife, type Life } from './begin-life.ts';
import type { Config } from './config.ts';
import { DATA_DIR } from './data-dir.ts';
import type { CurrentFacts } from './facts/keep-facts-current.ts';
import { loadFerries } from './facts/load-ferries.ts';
import { openFacts } from './facts/open-facts.ts';
import type { Services } from './http/services.ts';
import { makeHome } from './make-home.ts';
import { hasOwnMap } from './network/osm/own-map.ts';
import { keepShort, type OpenAccounts, openAccess } from './open-accounts.ts';
import { openDocuments } from './open-documents.ts';
import { type Edition, type EditionTerms, type OnProgress, openEdition } from './open-edition.ts';
import { openOsrm } from './open-osrm.ts';
import { MAX_MOVED_M, openRoadPlanner } from './open-planner.ts';
import { openPortal } from './open-portal.ts';
import { openVehicles } from './open-vehicles.ts';
import { systemClock as clock, systemTimer } from './system-clock.ts';
import type { QuestionTerms } from './trip/parse-quote-request.ts';
import type { Clock } from './trip/ports.ts';

/** What a question is read with. */
export function loadTerms(): QuestionTerms & { readonly clock: Clock } {
  const ferryBounds = loadFerries(DATA_DIR).tariffs.zoneTable.bounds;
  return { clock, ferryBounds, nowMs: clock.now() };
}

/** Opens everything that a question is answered with. */
export async function openAnswers(
  config: Config,
  log: Logger,
  onProgress: OnProgress,
): Promise<Edition> {
  await makeHome(config.home);
  const { facts } = await openFacts({ data: DATA_DIR, home: config.home });
  const terms = { ...openForeign(config, log), config, log, onProgress };
  const edition = await openEdition(facts, terms);
  return { ...edition, ...forVehicles(edition, openVehicles(config.vehicleRegister, { log })) };
}

/** The answers of an edition, for the very vehicle where a question names one. */
function forVehicles(
  { facts, answerRoute, answerEstimate }: Edition,
  { findVehicle }: Pick<Services, 'findVehicle'>,
): Pick<Edition, 'answerRoute' | 'answerEstimate'> {
  const parts = {
    findVehicle,
    ferryBounds: facts.ferries.tariffs.zoneTable.bounds,
    vehicleRules: facts.vehicleRules,
  };
  return {
    answerRoute: answerForVehicle(answerRoute, parts),
    answerEstimate: answerForVehicle(answerEstimate, parts),
  };
}

/** The foreign services that answer trips; opened once, whatever facts are in force. */
function openForeign({ planner, osrmUrl: url }: Config, log: Logger): Foreign {
  return {
    ...(planner.kind === 'vegvesen' && { roadPlanner: openRoadPlanner(planner, log) }),
    ...(url !== undefined && { osrm: openOsrm({ url, maxMovedM: MAX_MOVED_M }) }),
  };
}

type Foreign = Pick<EditionTerms, 'roadPlanner' | 'osrm'>;

/** The service behind the endpoints. */
export interface RunningServices extends Pick<Life, 'open' | 'drain' | 'close'> {
  readonly services: Services;
}

/** Makes the service; its `access` closes with the app, the store of the accounts does not. */
export function makeServices(config: Config, accounts: OpenAccounts, log: Logger): RunningServices {
  const foreign = openForeign(config, log);
  const vehicles = openVehicles(config.vehicleRegister, { log });
  const queue = openQueue(config);
  const { opened, phase, ...life } = beginLife(config, { ...foreign, queue }, log);
  const services: Services = Object.assign(publish(opened), openDocuments(), setBy(config), {
    ...answerBy(opened, vehicles),
    ...admitBy(queue, foreign),
    clock,
    timer: systemTimer,
    access: openAccess(accounts, log),
    portal: openPortal(config.portal, accounts, () => {
      const { places, quays } = opened().current().facts;
      return { places, quays: quays.list };
    }),
    findVehicle: vehicles.findVehicle,
    upstreams: [foreign.roadPlanner?.server, foreign.osrm?.server, vehicles.upstream].filter(
      (upstream) => upstream !== undefined,
    ),
    checks: {
      database: () => accounts.store.check(),
      engine: () => opened().use((edition) => edition.check()),
    },
    phase,
  });
  let stopKeeping = () => {};
  return {
    services,
    ...life,
    async open(onProgress) {
      await life.open(onProgress);
      stopKeeping = keepShort(accounts, log);
    },
    close() {
      stopKeeping();
      life.close();
    },
  };
}

/** Each question is answered from the edition that is in force when it comes. */
function answerBy(
  opened: () => CurrentFacts<Edition>,
  vehicles: Pick<Services, 'findVehicle'>,
): Pick<Services, 'answerRoute' | 'answerEstimate'> {
  return {
    answerRoute: (...asked) =>
      opened().use((edition) => forVehicles(edition, vehicles).answerRoute(...asked)),
    answerEstimate: (...asked) =>
      opened().use((edition) => forVehicles(edition, vehicles).answerEstimate(...asked)),
  };
}

/**
 * The queue before the embedded engine. Unless the operator sets it, one call at a time is worked on
 * in this process, and one for each core by engines beside it: more would make each of them slower.
 */
function openQueue({ callsAtOnce, home }: Config): AdmissionQueue {
  const limit = callsAtOnce ?? (hasOwnMap(home) ? availableParallelism() : 1);
  if (limit === 0) return NO_QUEUE;
  return openAdmissionQueue({ limit, nowMs: systemTimer.nowMs, nextTurn: setImmediate });
}

/** What a foreign service works on has limits of its own, and no queue here. */
function admitBy(
  { retryAfterS, standing }: AdmissionQueue,
  foreign: Foreign,
): Pick<Services, 'retryAfterS' | 'standing'> {
  const foreignWork = { route: foreign.roadPlanner, estimate: foreign.osrm };
  return {
    retryAfterS: (workload, account) =>
      foreignWork[workload] === undefined ? retryAfterS(account) : undefined,
    standing,
  };
}

/** What the operator has set and nothing has to be opened for. */
function setBy({
  publicData,
  proxies,
  burstPerSecond,
}: Config): Pick<Services, 'publicData' | 'proxies' | 'burstPerSecond'> {
  return { publicData, proxies, ...(burstPerSecond !== undefined && { burstPerSecond }) };
}

type Published = Pick<
  Services,
  'ferryBounds' | 'quays' | 'tollStations' | 'speedCameras' | 'dataVersion' | 'data'
>;

/** What of an edition is published; asked for anew each time, and the same as long as it holds. */
function publish(opened: () => CurrentFacts<Edition>): Published {
  const current = () => opened().current();
  return {
    get data() {
      return opened().standing();
    },
    get ferryBounds() {
      return current().facts.ferries.tariffs.zoneTable.bounds;
    },
    get quays() {
      return current().facts.quays;
    },
    get tollStations() {
      return current().facts.tollStations;
    },
    get speedCameras() {
      return current().facts.speedCameras;
    },
    get dataVersion() {
      return current().dataVersion;
    },
  };
}
