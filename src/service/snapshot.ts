/** Opens the answers of one snapshot of the facts: engines, stations and prices that belong together. */
import { existsSync } from 'node:fs';
import type { Logger } from 'pino';
import { type AdmissionQueue, NO_QUEUE } from '../answer/admission-queue.ts';
import { answerInTurn, answerOnce } from '../answer/answer-question.ts';
import { answerReconcile } from '../answer/answer-reconcile.ts';
import {
  type Answers,
  type AnswerTrip,
  answerDepartures,
  answerJourney,
  answerMatrix,
  answerTrace,
  answerTrip,
} from '../answer/answers.ts';
import { openSelfTest, type SelfTestParts } from '../answer/self-test.ts';
import { Fault } from '../base/fault.ts';
import { groupBy } from '../base/lists.ts';
import type { LatLon } from '../base/point.ts';
import { readDataVersion } from '../facts/data-place.ts';
import type { Facts } from '../facts/open-facts.ts';
import type { KnownTrip } from '../facts/schema/operation.ts';
import { readBundled } from '../facts/schema/read-bundled.ts';
import { listMapTolls } from '../network/map-tolls.ts';
import { openNetwork } from '../network/open-network.ts';
import { type DirectedGate, openKernelPlanner } from '../network/planning/kernel-planner.ts';
import { listSpots, openTracePlanner } from '../network/planning/trace-planner.ts';
import { buildPassageFinder, type Gate } from '../passages/passage-finder.ts';
import type { Moment } from '../pricing/dated.ts';
import { isCollecting } from '../pricing/toll/in-force.ts';
import { quoteDepartures, refuseDepartures } from '../trip/departures.ts';
import { openFreeSides } from '../trip/list-free-sides.ts';
import { isChargedHeading } from '../trip/list-toll-passages.ts';
import { openUnseenStations } from '../trip/list-unseen-stations.ts';
import type { TracePlanner } from '../trip/ports.ts';
import { quoteMatrix, refuseMatrix } from '../trip/quote-matrix.ts';
import { type QuoteTrace, quoteTrace } from '../trip/quote-trace.ts';
import { estimateTrip, type QuoteParts, quoteTrip } from '../trip/quote-trip.ts';
import { explainNoRoute, refuseExchanged } from '../trip/quoted-stops.ts';
import { openUndrawnRoads } from '../trip/road-section.ts';
import { NEAR_M, SURROUNDINGS_LIMITS, UNSEEN_LIMITS } from '../trip/settings.ts';
import { openSurroundings, type Surroundings } from '../trip/surroundings.ts';
import { parseQuoteRequest } from '../wire/question.ts';
import { type Config, creditWith, type OpenServices, quoteByService, SERVICES } from './config.ts';
import { DATA_DIR, systemClock, systemTimer } from './machine.ts';

/** Gets a few words about something that takes a while. */
export type OnProgress = (step: string) => void;

/** Everything that is needed to answer questions while one snapshot of the facts is in force. */
export interface Snapshot {
  readonly answers: Answers;
  readonly facts: Facts;
  /** The version of facts and road network together. */
  readonly dataVersion: string;
  /** The self-test: prices trips with known sums, where there is an embedded engine. Throws when a trip fails. */
  check(): Promise<void>;
}

export interface SnapshotTerms {
  readonly config: Config;
  readonly log: Logger;
  readonly onProgress: OnProgress;
  /** The foreign planners. The embedded engine answers in place of an absent one. */
  readonly services: Pick<OpenServices, 'route' | 'estimate'>;
  /** The queue in which calls wait for the embedded engine; absent: no call waits. */
  readonly queue?: AdmissionQueue;
}

/** Opens everything that is needed to answer questions while these facts are in force. */
export async function openSnapshot(facts: Facts, terms: SnapshotTerms): Promise<Snapshot> {
  const { config, log, onProgress, services } = terms;
  // The road network is not needed if both engines are foreign services.
  const isEmbedded = services.route === undefined || services.estimate === undefined;
  const embedded = isEmbedded ? await openEmbedded(facts, config, onProgress) : undefined;
  const scene = openScene(facts, terms, embedded);
  const route = openSource('route', scene);
  const check =
    services.route === undefined
      ? openSelfTest({
          trips: readBundled(DATA_DIR, 'self-test.json').trips,
          isBundled: isAsBundled(facts) && scene.engine().planner.source === BUNDLED_SOURCE,
          price: priceBy(route.answer, facts),
          nowMs: systemTimer.nowMs,
        })
      : async () => undefined;
  await check().catch((err: unknown) => log.error({ err }, 'the self-test failed'));
  const answers = listAnswers(route, scene);
  return { facts, dataVersion: scene.common.dataVersion, answers, check };
}

/** The parts that the answers of a snapshot share. */
function openScene(facts: Facts, terms: SnapshotTerms, embedded: Embedded | undefined) {
  const { place, tolls, ferries, calendar } = facts;
  const common = {
    tolls,
    ferries,
    calendar,
    clock: systemClock,
    surroundings: surroundingsOn(facts, []),
    ...readDataVersion(place, tolls.day, embedded?.networkVersion ?? ''),
  };
  const engine = () => {
    if (embedded === undefined) throw new Error('Expected the embedded engine to be open.');
    return { ...common, ...embedded.parts };
  };
  const { queue = NO_QUEUE } = terms;
  const explain = explainNoRoute(facts.norway);
  return { facts, ...terms, queue, embedded, common, engine, explain };
}

type Scene = ReturnType<typeof openScene>;

/** The source of ways: its quotes and answers, its credit lines with those of the data, and the queue before it. */
function openSource(use: 'route' | 'estimate', scene: Scene) {
  const { facts, config, log, services, embedded, common, engine } = scene;
  const service = services[use];
  const credit = service === undefined ? embedded?.attribution : SERVICES[use].attribution;
  const attribution = creditWith(credit);
  const places = { sites: facts.tolls.sites, stations: facts.stations, quays: carQuaysOf(facts) };
  const ownQuote = () =>
    use === 'route' ? quoteTrip(engine()) : estimateTrip(asEstimate(engine()));
  const quote = service ? quoteByService(use, service, { ...common, places }) : ownQuote();
  const terms = { attribution, explain: scene.explain, rates: facts.allowance };
  // A foreign service has limits of its own, and no queue here. Its answers may differ a minute later.
  const waits =
    service === undefined
      ? { queue: scene.queue, remembered: config.resultCache }
      : { queue: NO_QUEUE, remembered: 0 };
  return { quote, answer: answerTrip(quote, terms, log), attribution, ...waits };
}

type Source = ReturnType<typeof openSource>;

const asEstimate = ({ planner, ...parts }: QuoteParts): QuoteParts => ({
  ...parts,
  planner: { ...planner, source: 'veipris-estimat' },
});

function listAnswers(route: Source, scene: Scene): Answers {
  const { facts, services, embedded, common, engine, explain, queue: ownQueue } = scene;
  const { allowance: rates } = facts;
  const isOwn = services.route === undefined;
  const { queue, attribution } = route;
  const askOnce = (source: Source) => answerOnce(source.answer, source.remembered, source.queue);
  const tracer = (): TracePlanner => {
    if (embedded === undefined) throw new Fault('invalid_parameter', NO_TRACES);
    return embedded.planTraces();
  };
  const quoteRecorded: QuoteTrace = async (request, fixes, ...asked) => {
    refuseExchanged(facts.norway, fixes);
    return quoteTrace(tracer(), engine())(request, fixes, ...asked);
  };
  const ways = isOwn ? attribution : `${attribution} ${embedded?.attribution ?? ''}`.trim();
  const departures = isOwn ? quoteDepartures(engine()) : refuseDepartures;
  // Recordings are matched on our own roads, whichever service plans the routes.
  const matched = { attribution: creditWith(embedded?.attribution), rates };
  const drives = { ...common, quote: route.quote, quoteTrace: quoteRecorded };
  const quoteJourney = answerJourney(drives, { ...common, attribution: ways, rates });
  const pairs = isOwn ? quoteMatrix(engine(), explain) : refuseMatrix;
  return {
    answerRoute: askOnce(route),
    answerEstimate: askOnce(openSource('estimate', scene)),
    answerMatrix: answerMatrix({ ...common, quote: pairs, attribution }, queue),
    answerDepartures: answerInTurn(answerDepartures(departures, { attribution, explain }), queue),
    answerJourney: answerInTurn(quoteJourney, ownQueue),
    answerTrace: answerInTurn(answerTrace(quoteRecorded, common, matched), ownQueue),
    answerReconcile: answerInTurn(answerReconcile(quoteJourney, common), ownQueue),
  };
}

const NO_TRACES =
  'Recorded drives are matched on a road network of our own, which this service does not use.';

/** The name of our own kernel on the bundled roads. */
const BUNDLED_SOURCE = 'veipris-n1000';

/** Whether all prices are those of the release. */
function isAsBundled({ place: { renewed, ownTariffs } }: Facts): boolean {
  return renewed === undefined && (ownTariffs === undefined || !existsSync(ownTariffs));
}

/** Prices the trips of the self-test as those of a caller, but without the queue. */
const priceBy =
  (answer: AnswerTrip, { ferries }: Facts): SelfTestParts<KnownTrip>['price'] =>
  async ({ from, to, startTime }) => {
    const asked = { from, to, startTime, refine: '1', alternatives: '0' };
    const { bounds: ferryBounds } = ferries.tariffs.zoneTable;
    const { _billing } = await answer(parseQuoteRequest(asked, { nowMs: 0, ferryBounds }));
    const [{ tollSmall: tollNok = 0, ferryNok = 0 } = {}] = _billing.routes;
    return { tollNok, ferryNok };
  };

/** The engine on our own road network. */
type Embedded = Awaited<ReturnType<typeof openEmbedded>>;

/**
 * Opens engine, gates and stations. Builds the network first where that has not been done.
 *
 * @internal Its tests ask it by itself.
 */
export async function openEmbedded(
  facts: Facts,
  { home }: Config,
  onProgress: (step: string) => void,
) {
  const network = await openNetwork({ data: DATA_DIR, home }, facts, onProgress);
  const { tolls, stations, services, matching } = facts;
  const surroundings = surroundingsOn(facts, network.gates);
  const placed = new Set(network.gates.map(({ stationId }) => stationId));
  const drawn = new Set(network.prepared.network.sections.ids);
  const unseen = listCharging(facts).filter(({ id }) => !placed.has(id));
  const sections = [...facts.sections, ...listMapTolls(network.prepared.network, facts.sections)];
  const undrawn = sections.filter(({ id }) => !drawn.has(id));
  const passages = buildPassageFinder({
    gates: network.gates,
    stations: tolls.stations.filter(({ id }) => placed.has(id)),
    nearM: NEAR_M,
  });
  const { worthM } = surroundings;
  const gates = network.gates.flatMap(({ stationId, at }) => {
    const station = tolls.findStation(stationId);
    return station ? [{ station, at }] : [];
  });
  const planner = openKernelPlanner(network, {
    sections,
    services,
    worthM,
    charges: chargesBy(tolls),
  });
  const { movedWarnM, prepared, source, version, attribution } = network;
  let tracer: TracePlanner | undefined;
  return {
    networkVersion: version,
    /** Credit line of the roads. */
    attribution,
    /** The parts of quotes on our own network. The planner names itself as that of `/api/route`. */
    parts: {
      planner,
      passages,
      listUnseen: openUnseenStations([...unseen, ...listTollRoads(undrawn)], UNSEEN_LIMITS),
      listUndrawn: openUndrawnRoads(undrawn, UNSEEN_LIMITS.nearStopM),
      listFreeSides: openFreeSides(gates, NEAR_M),
      sections: new Map(sections.map((section) => [section.id, section])),
      surroundings,
      ...(movedWarnM !== undefined && { movedWarnM }),
    },
    /** Gives the planner that lays recorded drives onto the network. It is opened when it is first asked for. */
    planTraces(): TracePlanner {
      tracer ??= openTracePlanner(prepared, {
        source,
        spots: listSpots(stations, tolls),
        sections,
        judging: matching,
      });
      return tracer;
    },
  };
}

const chargesBy =
  ({ findStation }: Facts['tolls']) =>
  ({ stationId, headingsDeg }: DirectedGate, moment: Moment): boolean => {
    const station = findStation(stationId);
    if (station === undefined) return true;
    const isCharged = (deg: number) => isChargedHeading(station, moment.day, deg);
    return isCollecting(station, moment) && headingsDeg.some(isCharged);
  };

/** Stations with a tariff. A station without one, such as a payment point of a ferry, has no toll to warn of. */
const listCharging = ({ stations, tolls }: Facts) =>
  stations.flatMap((site) => {
    const { tariffs = [], periods } = tolls.findStation(site.id) ?? {};
    return tariffs.length > 0 ? { ...site, ...(periods && { periods }) } : [];
  });

/** Roads whose fee is not known. They are listed as stations that a trip may miss. */
const listTollRoads = (sections: Facts['sections']) =>
  sections.flatMap(({ id, name, rule, ends: [, at] }) =>
    rule.kind === 'private-toll'
      ? [{ name, at, project: id, onRamp: false, isUnpricedRoad: true } as const]
      : [],
  );

/** Kinds of places that a stop is said to lie at. Airports, quays and postcodes are left out. */
const SETTLED: ReadonlySet<string> = new Set(['town', 'settlement', 'hamlet', 'island']);

const carQuaysOf = ({ quays }: Facts): readonly LatLon[] =>
  quays.list.flatMap(({ usableByCars, at }) => (usableByCars ? [at] : []));

/** @param gates the places of stations on the network. All other stations lie where the road database puts them. */
function surroundingsOn(facts: Facts, gates: readonly Gate[]): Surroundings {
  const { land, norway, places, sections } = facts;
  const gatesOf = groupBy(gates, ({ stationId }) => stationId);
  return openSurroundings({
    land,
    norway,
    places: places.filter(({ kind }) => SETTLED.has(kind)),
    quays: carQuaysOf(facts),
    sections,
    stations: listCharging(facts).flatMap(({ id, at, ...station }) =>
      (gatesOf.get(id) ?? [{ at }]).map((gate) => ({ ...station, at: gate.at })),
    ),
    limits: SURROUNDINGS_LIMITS,
  });
}
