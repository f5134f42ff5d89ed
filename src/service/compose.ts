/** Builds the service, and the parts that the commands need. Only this file knows every folder. */
import { setImmediate } from 'node:timers/promises';
import type { Logger } from 'pino';
import { type AdmissionQueue, NO_QUEUE, openAdmissionQueue } from '../answer/admission-queue.ts';
import { answerQuestion } from '../answer/answer-question.ts';
import { holdAgainst } from '../answer/answer-reconcile.ts';
import type { Answers } from '../answer/answers.ts';
import { memoize } from '../base/memoize.ts';
import { inSteps, type Steps } from '../base/steps.ts';
import { loadPlaces } from '../facts/load-country.ts';
import { loadFerries } from '../facts/load-ferries.ts';
import { listDemoPlates } from '../facts/load-vehicles.ts';
import { type Facts, openFacts } from '../facts/open-facts.ts';
import type { PortalServices, PublishedFacts, ServedAnswers, Services } from '../http/services.ts';
import type { Workers } from '../jobs/work-jobs.ts';
import {
  type AddressSearch,
  type Gazetteer,
  type NamedFacts,
  openGazetteer,
} from '../places/gazetteer.ts';
import type { Clock } from '../trip/ports.ts';
import { lookUpBy } from '../upstream/vehicle-register/read-vehicle-record.ts';
import type { FindVehicle } from '../vehicle/vehicle.ts';
import type { AskTerms } from '../wire/question.ts';
import { keepPruned, type OpenAccounts, openAccess, openInstance } from './accounts.ts';
import {
  addressSearchBy,
  type Config,
  findVehicleBy,
  type OpenServices,
  openServices,
} from './config.ts';
import { type Lifecycle, openLifecycle } from './current-facts.ts';
import { openJobs } from './jobs.ts';
import { systemClock as clock, DATA_DIR, makeHome, systemTimer } from './machine.ts';
import { openDocuments, openPortal } from './portal.ts';
import { type OnProgress, openSnapshot, type Snapshot } from './snapshot.ts';

/** The terms by which a question is read, with the address search of the services that are set. */
export async function openTerms(
  { services }: Pick<Config, 'services'>,
  log: Logger,
): Promise<ReturnType<typeof loadTerms>> {
  return loadTerms(addressSearchBy(await openServices(services, log)));
}

/**
 * The terms by which a question is read.
 *
 * @param addresses absent: no search for streets and addresses.
 */
export function loadTerms(
  addresses?: AddressSearch,
): AskTerms & { readonly clock: Clock; readonly places: Gazetteer } {
  const ferries = loadFerries({ bundled: DATA_DIR });
  const named = { places: loadPlaces(DATA_DIR), quays: ferries.quays };
  const places = openGazetteer(() => named, addresses);
  const ferryBounds = ferries.tariffs.zoneTable.bounds;
  return { clock, ferryBounds, places, nowMs: clock.now() };
}

/** Opens everything that is needed to answer a question. */
export async function openAnswers(
  config: Config,
  log: Logger,
  onProgress: OnProgress,
  adjust: (facts: Facts) => Facts = (facts) => facts,
): Promise<Answers & ServedAnswers> {
  await makeHome(config.home);
  const opened = await openFacts({ data: DATA_DIR, home: config.home });
  const facts = adjust(opened.facts);
  const services = await openServices(config.services, log);
  const snapshot = await openSnapshot(facts, { services, config, log, onProgress });
  return answerBy(() => snapshot, findVehicleBy(services));
}

/** Answers each question from the snapshot that is in force when the question comes. */
export function answerBy(
  current: () => Snapshot,
  findVehicle: FindVehicle,
): Answers & ServedAnswers {
  const lookUp = lookUpBy(findVehicle);
  const inForce =
    <Kind extends keyof Answers>(kind: Kind) =>
    () => {
      const { answers, facts } = current();
      const { ferries, vehicleRules } = facts;
      const ferryBounds = ferries.tariffs.zoneTable.bounds;
      return { answer: answers[kind], vehicle: { lookUp, ferryBounds, vehicleRules } };
    };
  return {
    answerRoute: answerQuestion(inForce('answerRoute')),
    answerEstimate: answerQuestion(inForce('answerEstimate')),
    answerMatrix: answerQuestion(inForce('answerMatrix')),
    answerDepartures: answerQuestion(inForce('answerDepartures')),
    answerJourney: answerQuestion(inForce('answerJourney')),
    answerTrace: answerQuestion(inForce('answerTrace')),
    answerReconcile: answerQuestion(inForce('answerReconcile')),
    findVehicle,
  };
}

/** Vehicles by their plates, for the command. */
export const openVehicles = async (
  { services }: Pick<Config, 'services'>,
  log: Logger,
): Promise<FindVehicle> => findVehicleBy(await openServices(services, log));

/** The service behind the endpoints. */
export type RunningServices = Awaited<ReturnType<typeof makeServices>>;

/** Makes the service. Its `access` closes with the app. The store of the accounts stays open. */
export async function makeServices(config: Config, accounts: OpenAccounts, log: Logger) {
  const foreign = await openServices(config.services, log);
  const jobs = await openJobs(config, accounts, log);
  const queue = openQueue(config);
  const { opened, phase, ...life } = openLifecycle(config, { services: foreign, queue }, log);
  const services: Services = Object.assign(tellOf(opened), openDocuments(), {
    ...(await openQuestions(config, accounts, foreign, () => opened().current())),
    ...admitBy(queue, foreign),
    publicData: config.publicData,
    proxies: config.proxies,
    burstPerSecond: config.burstPerSecond,
    clock,
    timer: systemTimer,
    access: openAccess(accounts, log),
    jobs: jobs.service,
    upstreams: Object.values(foreign).map(({ server }) => server),
    checks: {
      database: () => accounts.store.check(),
      engine: async () => opened().current().check(),
    },
    phase,
  });
  let stopKeeping = () => {};
  let workers: Workers | undefined;
  return {
    services,
    ...life,
    async open(onProgress: OnProgress): Promise<void> {
      await life.open(onProgress);
      stopKeeping = keepPruned(accounts, log);
      workers = jobs.work(services);
    },
    /** Opens parts that the first answer does not need, and that a later answer would have to wait for. */
    *openRest(): Steps<void> {
      yield* services.gazetteer.build();
      yield* opened().current().facts.land.openInland();
    },
    /** Ends the work beside the calls. The database may be closed after that. */
    async close(): Promise<void> {
      stopKeeping();
      life.close();
      await workers?.stop();
      await jobs.close();
    },
  };
}

/** The parts that read and answer questions, from pages and with keys. */
async function openQuestions(
  config: Config,
  accounts: OpenAccounts,
  foreign: OpenServices,
  current: () => Snapshot,
) {
  const answers = answerBy(current, findVehicleBy(foreign));
  const addresses = addressSearchBy(foreign);
  return {
    ...answers,
    fictitious: answerBy(current, findVehicleBy({})),
    gazetteer: openGazetteer(() => namesOf(current().facts), addresses),
    portal: {
      ...openPortal(config.portal, accounts),
      checkStatement: checkStatementBy(answers),
      demoPlates: foreign.vehicle === undefined ? listDemoPlates(DATA_DIR) : [],
      searchesAddresses: addresses !== undefined,
      instance: await openInstance(config),
    },
  };
}

/** The most lines of a statement. A choice of ours: a year of a car that passes five stations a day. */
const MOST_LINES = 2000;

/** Checks a statement. The reader of tables is loaded when there is a table to read. */
const checkStatementBy =
  ({
    answerReconcile: check,
  }: Pick<Answers, 'answerReconcile'>): PortalServices['checkStatement'] =>
  async (bytes, columns, question, caller) => {
    const { readStatement } = await import('../statement/read-statement.ts');
    return check(holdAgainst(readStatement(bytes, columns, MOST_LINES), question), caller);
  };

const namesOf = ({ places, quays }: Facts): NamedFacts => ({ places, quays: quays.list });

/**
 * The queue before the embedded engine. One call at a time is worked on unless the operator sets another number. More
 * would make each call slower.
 */
function openQueue({ callsAtOnce = 1 }: Config): AdmissionQueue {
  const limit = callsAtOnce;
  if (limit === 0) return NO_QUEUE;
  return openAdmissionQueue({ limit, nowMs: systemTimer.nowMs, nextTurn: setImmediate });
}

/**
 * The queue for calls that the embedded engine works on. A foreign service has limits of its own, and no queue here.
 */
function admitBy(
  { retryAfterS, standing, run }: AdmissionQueue,
  foreign: OpenServices,
): Pick<Services, 'retryAfterS' | 'standing' | 'inTurn'> {
  return {
    inTurn: (account, steps, signal) => run(account, (pause) => inSteps(steps, pause), signal),
    retryAfterS: (workload, account) =>
      foreign[workload] === undefined ? retryAfterS(account) : undefined,
    standing,
  };
}

/** The published facts. They are read at each use, because they may be renewed. */
const tellOf = (opened: Lifecycle['opened']): Pick<Services, 'data' | 'facts' | 'dataVersion'> => ({
  get data() {
    return opened().standing();
  },
  get facts() {
    return publish(opened().current().facts);
  },
  get dataVersion() {
    return opened().current().dataVersion;
  },
});

/** The facts in force that are published. They are the same object as long as these facts are in force. */
const publish = memoize(
  ({ quays, tollStations, speedCameras, tariffs, ferries, tolls }: Facts): PublishedFacts => ({
    quays,
    tollStations,
    speedCameras,
    tariffs,
    ferryBounds: ferries.tariffs.zoneTable.bounds,
    capGroups: tolls.capGroups,
  }),
);
