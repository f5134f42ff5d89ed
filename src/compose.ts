/** The one place that knows every folder: builds the service and what the commands need. */
import type { Logger } from 'pino';
import { loadFerries } from './catalogue/load-ferries.ts';
import type { Config } from './config.ts';
import { DATA_DIR } from './data-dir.ts';
import type { Services } from './http/services.ts';
import { loadFacts } from './load-facts.ts';
import { makeHome } from './make-home.ts';
import { auditPlacement } from './network/audit-placement.ts';
import { loadStations } from './network/load-stations.ts';
import { openNetwork, placeOnNetwork } from './network/open-network.ts';
import { type OpenAccounts, openAccess } from './open-accounts.ts';
import { type Edition, type OnProgress, openEdition } from './open-edition.ts';
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

/** Opens the road network, and builds it first where that has not been done. */
export async function buildNetwork(config: Config, onProgress: OnProgress) {
  await makeHome(config.home);
  return openNetwork(foldersOf(config), await loadStations(DATA_DIR), onProgress);
}

const foldersOf = ({ home }: Config) => ({ data: DATA_DIR, home });

/** Opens everything that a question is answered with. */
export async function openAnswers(
  config: Config,
  log: Logger,
  onProgress: OnProgress,
): Promise<Edition> {
  const { home, planner, osrmUrl: url } = config;
  await makeHome(home);
  return openEdition(await loadFacts(DATA_DIR), {
    config,
    log,
    onProgress,
    ...(planner.kind === 'vegvesen' && { roadPlanner: openRoadPlanner(planner, log) }),
    ...(url !== undefined && { osrm: openOsrm({ url, maxMovedM: MAX_MOVED_M }) }),
  });
}

/** Opens the service behind the endpoints; its `access` closes with the app, the store does not. */
export async function openServices(
  config: Config,
  accounts: OpenAccounts,
  log: Logger,
  onProgress: OnProgress,
): Promise<Services> {
  const edition = await openAnswers(config, log, onProgress);
  const { publicData, burstPerSecond } = config;
  return Object.assign(
    publish(() => edition),
    {
      clock,
      timer: systemTimer,
      access: openAccess(accounts, log),
      publicData,
      ...(burstPerSecond !== undefined && { burstPerSecond }),
      answerRoute: (question: ParsedQuestion, signal?: AbortSignal) =>
        edition.answerRoute(question, signal),
      answerEstimate: (question: ParsedQuestion, signal?: AbortSignal) =>
        edition.answerEstimate(question, signal),
      findVehicle: openVehicles(config.vehicleRegister, { log }).findVehicle,
    },
  );
}

type Published = Pick<
  Services,
  'ferryBounds' | 'quays' | 'tollStations' | 'speedCameras' | 'dataVersion'
>;

/** What of an edition is published; asked for anew each time, and the same as long as it holds. */
function publish(inForce: () => Edition): Published {
  return {
    get ferryBounds() {
      return inForce().facts.ferries.tariffs.zoneTable.bounds;
    },
    get quays() {
      return inForce().facts.quays;
    },
    get tollStations() {
      return inForce().facts.tollStations;
    },
    get speedCameras() {
      return inForce().facts.speedCameras;
    },
    get dataVersion() {
      return inForce().dataVersion;
    },
  };
}

/** Looks at every station of the bundled network; builds nothing. */
export async function auditNetwork() {
  const stations = await loadStations(DATA_DIR);
  return auditPlacement(stations, (await placeOnNetwork(DATA_DIR, stations)).placement);
}
