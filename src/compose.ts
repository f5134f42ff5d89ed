/** The one place that knows every folder: builds the service and what the commands need. */
import type { Logger } from 'pino';
import { loadFerries } from './catalogue/load-ferries.ts';
import type { Config } from './config.ts';
import { DATA_DIR } from './data-dir.ts';
import type { Services } from './http/services.ts';
import type { CurrentFacts } from './keep-facts-current.ts';
import { makeHome } from './make-home.ts';
import { auditPlacement } from './network/audit-placement.ts';
import { openNetwork, placeOnNetwork } from './network/open-network.ts';
import { type OpenAccounts, openAccess } from './open-accounts.ts';
import { openCurrentFacts } from './open-current-facts.ts';
import { type Edition, type OnProgress, openEdition } from './open-edition.ts';
import { openFacts } from './open-facts.ts';
import { openOsrm } from './open-osrm.ts';
import { MAX_MOVED_M, openRoadPlanner } from './open-planner.ts';
import { openVehicles } from './open-vehicles.ts';
import { systemClock as clock, systemTimer } from './system-clock.ts';
import type { ParsedQuestion, QuestionTerms } from './trip/parse-quote-request.ts';
import type { Clock } from './trip/ports.ts';

/** What a question is read with. */
export function loadTerms(): QuestionTerms & { readonly clock: Clock } {
  const ferryBounds = loadFerries(DATA_DIR).tariffs.zoneTable.bounds;
  return { clock, ferryBounds, nowMs: clock.now() };
}

/** Opens the road network for the facts in force, and builds it where that has not been done. */
export async function buildNetwork({ home }: Config, onProgress: OnProgress) {
  await makeHome(home);
  const { facts } = await openFacts(home);
  return openNetwork({ data: DATA_DIR, home }, facts.stations, onProgress);
}

/** Opens everything that a question is answered with. */
export async function openAnswers(
  config: Config,
  log: Logger,
  onProgress: OnProgress,
): Promise<Edition> {
  await makeHome(config.home);
  const { facts } = await openFacts(config.home);
  return openEdition(facts, { ...openForeign(config, log), config, log, onProgress });
}

/** The foreign services that answer trips; opened once, whatever facts are in force. */
function openForeign({ planner, osrmUrl: url }: Config, log: Logger) {
  return {
    ...(planner.kind === 'vegvesen' && { roadPlanner: openRoadPlanner(planner, log) }),
    ...(url !== undefined && { osrm: openOsrm({ url, maxMovedM: MAX_MOVED_M }) }),
  };
}

/**
 * Opens the service behind the endpoints; its `access` closes with the app, the store does not. The
 * facts are those in force, and renewed ones are taken over until `close`.
 */
export async function openServices(
  config: Config,
  accounts: OpenAccounts,
  log: Logger,
  onProgress: OnProgress,
): Promise<Services & { close(): void }> {
  await makeHome(config.home);
  const terms = { ...openForeign(config, log), config, log, onProgress };
  const facts = await openCurrentFacts(config, {
    open: (opened) => openEdition(opened, terms),
    log,
    onProgress,
  });
  const { publicData, burstPerSecond } = config;
  return Object.assign(publish(facts), {
    clock,
    timer: systemTimer,
    access: openAccess(accounts, log),
    publicData,
    ...(burstPerSecond !== undefined && { burstPerSecond }),
    answerRoute: (question: ParsedQuestion, signal?: AbortSignal) =>
      facts.use((edition) => edition.answerRoute(question, signal)),
    answerEstimate: (question: ParsedQuestion, signal?: AbortSignal) =>
      facts.use((edition) => edition.answerEstimate(question, signal)),
    findVehicle: openVehicles(config.vehicleRegister, { log }).findVehicle,
    close: () => facts.close(),
  });
}

type Published = Pick<
  Services,
  'ferryBounds' | 'quays' | 'tollStations' | 'speedCameras' | 'dataVersion' | 'data'
>;

/** What of an edition is published; asked for anew each time, and the same as long as it holds. */
function publish({ current, standing }: CurrentFacts<Edition>): Published {
  return {
    get data() {
      return standing();
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

/** Looks at every station of the facts in force on the bundled network; builds nothing. */
export async function auditNetwork({ home }: Config) {
  const { stations } = (await openFacts(home)).facts;
  return auditPlacement(stations, (await placeOnNetwork(DATA_DIR, stations)).placement);
}
