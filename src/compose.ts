/** The one place that knows every folder: builds the service and what the commands need. */
import type { Logger } from 'pino';
import { answerForVehicle } from './answer-for-vehicle.ts';
import type { AnswerTrip } from './answer-trip.ts';
import { checkFiles } from './catalogue/check-files.ts';
import { loadFerries } from './catalogue/load-ferries.ts';
import type { Config } from './config.ts';
import { DATA_DIR } from './data-dir.ts';
import type { Services } from './http/services.ts';
import type { Workload } from './http/shed-load.ts';
import type { CurrentFacts } from './keep-facts-current.ts';
import { makeHome } from './make-home.ts';
import { type OpenAccounts, openAccess } from './open-accounts.ts';
import { openCurrentFacts } from './open-current-facts.ts';
import { openDocuments } from './open-documents.ts';
import { type Edition, type EditionTerms, type OnProgress, openEdition } from './open-edition.ts';
import { openEngineDoor } from './open-engine-door.ts';
import { openFacts } from './open-facts.ts';
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
  const { facts } = await openFacts(config.home);
  const terms = { ...openForeign(config, log), config, log, onProgress };
  const edition = await openEdition(facts, terms);
  return { ...edition, ...forVehicles(edition, openVehicles(config.vehicleRegister, { log })) };
}

/** The answers of an edition, for the very vehicle where a question names one. */
function forVehicles(
  { facts, answerRoute, answerEstimate }: Edition,
  { findVehicle }: Pick<Services, 'findVehicle'>,
): Pick<Edition, 'answerRoute' | 'answerEstimate'> {
  const parts = { findVehicle, ferryBounds: facts.ferries.tariffs.zoneTable.bounds };
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

/** The service behind the endpoints, from its start to its end. */
export interface RunningServices {
  readonly services: Services;
  /** Opens the facts in force; until then the service is starting. Renewed ones are taken over. */
  open(onProgress: OnProgress): Promise<void>;
  /** It goes on as before, and says that it is about to stop. */
  drain(): void;
  /** Renewed facts are not taken over any more. */
  close(): void;
}

/** Makes the service; its `access` closes with the app, the store of the accounts does not. */
export function makeServices(config: Config, accounts: OpenAccounts, log: Logger): RunningServices {
  const foreign = openForeign(config, log);
  const vehicles = openVehicles(config.vehicleRegister, { log });
  const door = openEngineDoor(config);
  const foreignWork = { route: foreign.roadPlanner, estimate: foreign.osrm };
  let facts: CurrentFacts<Edition> | undefined;
  let isDraining = false;

  const opened = () => {
    if (facts === undefined) throw new Error('Expected nobody to ask before the facts are open.');
    return facts;
  };
  const services: Services = Object.assign(publish(opened), openDocuments(), setBy(config), {
    clock,
    timer: systemTimer,
    access: openAccess(accounts, log),
    portal: openPortal(config.portal, accounts, () => opened().current().facts.quays.list),
    answerRoute: (...asked: Parameters<AnswerTrip>) =>
      opened().use((edition) => forVehicles(edition, vehicles).answerRoute(...asked)),
    answerEstimate: (...asked: Parameters<AnswerTrip>) =>
      opened().use((edition) => forVehicles(edition, vehicles).answerEstimate(...asked)),
    findVehicle: vehicles.findVehicle,
    // What a foreign service works on has limits of its own.
    retryAfterS: (workload: Workload) =>
      foreignWork[workload] === undefined ? door.retryAfterS() : undefined,
    standing: door.standing,
    upstreams: [foreign.roadPlanner?.server, foreign.osrm?.server, vehicles.upstream].filter(
      (upstream) => upstream !== undefined,
    ),
    checks: {
      database: () => accounts.store.check(),
      engine: () => opened().use((edition) => edition.check()),
    },
    phase() {
      if (isDraining) return 'draining';
      return facts === undefined ? 'starting' : 'serving';
    },
  });
  return {
    services,
    async open(onProgress) {
      await makeHome(config.home);
      checkFiles(DATA_DIR);
      const terms = { ...foreign, config, log, onProgress, door };
      facts = await openCurrentFacts(config, {
        open: (inForce) => openEdition(inForce, terms),
        log,
        onProgress,
      });
    },
    drain() {
      isDraining = true;
    },
    close: () => facts?.close(),
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
