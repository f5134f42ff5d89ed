/** One trip of the record: what was asked, and what the former engine answered, in terms of the network. */
import { Fault } from '../../src/base/fault.ts';
import type { LatLon } from '../../src/base/point.ts';
import { findGatePassages, type GateIndex } from '../../src/geo/gate.ts';
import { flatDistanceM } from '../../src/geo/on-line.ts';
import { decodePolyline } from '../../src/geo/polyline.ts';
import type { FindRoad } from '../../src/geo/road-finder.ts';
import type { OpenNetwork } from '../../src/network/opened-network.ts';
import { MAX_MOVED_M } from '../../src/open-planner.ts';
import type { PlannedRoute, RoutePlanner, TripRequest } from '../../src/trip/ports.ts';
import { openEngine } from '../../src/upstream/valhalla/engine.ts';
import { openPlanner } from '../../src/upstream/valhalla/planner.ts';
import type { FormerRoute, FormerTrip } from '../../test/support/former-trips.ts';
import type { Cost } from './cost.ts';
import type { DrawnTrip } from './draw-trips.ts';
import type { EdgePlaces } from './edge-places.ts';
import type { FindLeastCost } from './least-cost.ts';
import type { LinkRun, ToLinkRuns } from './link-runs.ts';
import { traceLine } from './trace.ts';

/** A line of trips.ndjson, see the README of the fixture. */
export type RecordedTrip = Omit<FormerTrip, 'route'> & {
  readonly noRoute?: true;
} & Partial<FormerRoute> & {
    /** How far the reckoning of `cost.ts` is off the engine's figures; left out of the file. */
    readonly check?: Cost;
  };

export interface FormerEngine {
  readonly planner: RoutePlanner;
  readonly findRoad: FindRoad;
  readonly boardingS: number;
  /** What the engine said of a line that it gave; of several answers the one that took this time. */
  getSaid(line: readonly LatLon[], seconds: number): Cost;
}

export interface FormerParts {
  readonly places: EdgePlaces;
  readonly toLinkRuns: ToLinkRuns;
  readonly findLeastCost: FindLeastCost;
  readonly gates: GateIndex;
}

interface RawTrip {
  readonly summary: { readonly time: number; readonly cost: number };
  readonly legs: readonly [{ readonly shape: string }];
}

/** A Wednesday; the engine has no clock. */
const START_MS = Date.parse('2026-11-18T10:00:00+01:00');
/** Seconds that the request of `avoidTolls` sets on a charged gate. */
const GATE_S = 43_200;
/** How far along the recommended route a stop on the way is put. */
const SHARES = [0.2, 0.5, 0.8];
/** A route that begins or ends farther from a stop was moved there by the engine. Metres. */
const SAME_PLACE_M = 6;
/** Less than this above the least cost is rounding. */
const ROUNDING = 0.15;

/** The planner of the product, which remembers what the engine says of each line. */
export function openFormerEngine(network: OpenNetwork): FormerEngine {
  const { chart, boardingS, lengthFactor, isSmall } = network;
  if (chart === undefined) throw new Error('Expected a chart of the bundled network.');
  const engine = openEngine(network.engineSettings);
  const said = new Map<string, Cost[]>();
  const route = async (request: string): Promise<string> => {
    const text = await engine.route(request);
    const { format, shape_format: _, filters: __, ...question } = JSON.parse(request);
    // Asked for its steps it tells no cost; asked for lines, it gives the same ones.
    const lines = JSON.stringify({ ...question, directions_type: 'none' });
    const answer = JSON.parse(format === undefined ? text : await engine.route(lines));
    const alternates: readonly { readonly trip: RawTrip }[] = answer.alternates ?? [];
    for (const { summary, legs } of [
      answer.trip as RawTrip,
      ...alternates.map(({ trip }) => trip),
    ]) {
      const name = nameLine(decodePolyline(legs[0].shape));
      const answers = said.get(name) ?? [];
      const own = { cost: summary.cost, seconds: summary.time };
      // Where the way without the stop passes it, that one is the answer: it pays for the turn there.
      said.set(name, question.locations.length === 2 ? [own, ...answers] : [...answers, own]);
    }
    return text;
  };
  const terms = { source: 'former', lengthFactor, boardingS, isSmall, maxMovedM: MAX_MOVED_M };
  return {
    planner: openPlanner({ routes: engine.routes, route }, { ...terms, charted: chart }),
    findRoad: chart.findRoad,
    boardingS,
    getSaid(line, seconds) {
      const answers = said.get(nameLine(line)) ?? [];
      const farOff = (answer: Cost) =>
        Math.floor(Math.abs(answer.seconds - seconds) / (boardingS / 2));
      const [own] = answers.toSorted((a, b) => farOff(a) - farOff(b));
      if (own === undefined) throw new Error('Expected the line to be one of the engine.');
      return own;
    },
  };
}

const nameLine = (line: readonly LatLon[]) =>
  line.map(({ lat, lon }) => `${lat.toFixed(6)},${lon.toFixed(6)}`).join(' ');

/** @throws Error for a line that is not on the network. */
export async function askFormer(
  trip: DrawnTrip,
  former: FormerEngine,
  parts: FormerParts,
): Promise<RecordedTrip> {
  const { kind, from, to, avoidTolls } = trip;
  const via = await findVia(trip, former);
  const request: TripRequest = { from, to, via: via ? [via] : [], startMs: START_MS, avoidTolls };
  const asked = {
    kind,
    from: toPair(from),
    to: toPair(to),
    ...(via && { via: toPair(via) }),
    ...(avoidTolls && { avoidTolls: true as const }),
  };
  try {
    const routes = await former.planner.planTrip(request);
    const [route] = routes;
    if (route === undefined) throw new Error('Expected a route.');
    return { ...asked, ...tell(route, request, former, parts), alternatives: routes.length - 1 };
  } catch (error) {
    if (error instanceof Fault && error.code === 'route_not_possible')
      return { ...asked, noRoute: true };
    throw new Error(`${JSON.stringify(asked)}: ${error}`, { cause: error });
  }
}

async function findVia(
  { via, from, to }: DrawnTrip,
  { planner }: FormerEngine,
): Promise<LatLon | undefined> {
  if (via !== 'on the way') return via;
  const direct = { from, to, via: [], startMs: START_MS, avoidTolls: false, alternatives: 0 };
  const [route] = await planner.planTrip(direct);
  const share = SHARES[Math.round(from.lat * 1e6) % SHARES.length] ?? 0;
  const line = route?.line ?? [];
  return line[Math.floor(line.length * share)] ?? from;
}

function tell(
  route: PlannedRoute,
  { from, to, via, avoidTolls }: TripRequest,
  { findRoad, boardingS, getSaid }: FormerEngine,
  parts: FormerParts,
) {
  const { line } = route;
  const said = getSaid(line, route.durationS);
  const terms = { boardingS, gateS: avoidTolls ? GATE_S : 0 };
  const stops = [from, ...via, to].map(findRoad);
  const isStop = (i: number) =>
    i === 0 ||
    i === line.length - 1 ||
    stops.some((at) => flatDistanceM(at, line[i] as LatLon) < 1);
  const traced = traceLine(line, isStop, parts.places, terms, said);
  if (traced === undefined) throw new Error('Expected the line to lie on the network.');
  const [start, end] = [stops[0], stops.at(-1)] as [LatLon, LatLon];
  const elsewhereM = Math.max(
    flatDistanceM(line[0] as LatLon, start),
    flatDistanceM(line.at(-1) as LatLon, end),
  );
  const isElsewhere = elsewhereM > SAME_PLACE_M;
  const aboveLeast =
    via.length > 0 || isElsewhere ? 0 : said.cost - parts.findLeastCost(start, end, terms);
  return {
    stops: stops.map(toPair),
    cost: round(said.cost, 2),
    ...tellRoute(route, parts.gates),
    roads: parts.toLinkRuns(traced.driven).map(writeRun),
    ...(traced.driven[0]?.edge.kind === 'ferry' && { startsAboard: true as const }),
    ...(isElsewhere && { elsewhereM: round(elsewhereM, 0) }),
    ...(aboveLeast > ROUNDING && { aboveLeast: round(aboveLeast, 2) }),
    check: { cost: traced.cost - said.cost, seconds: traced.seconds - said.seconds },
  };
}

/** What the product makes of it. */
function tellRoute(
  { line, secondsAt, ferries, lengthM, durationS }: PlannedRoute,
  gates: GateIndex,
) {
  const secondsTo = (index: number) => round(secondsAt[index] ?? 0, 1);
  return {
    lengthM: round(lengthM, 1),
    seconds: round(durationS, 2),
    gates: findGatePassages(line, gates).map(
      ({ gate, pointIndex }) => [gate.stationId, secondsTo(pointIndex)] as const,
    ),
    ferries: ferries.map(
      ({ fromIndex, toIndex }) => [secondsTo(fromIndex), secondsTo(toIndex)] as const,
    ),
  };
}

const writeRun = ({ link, fromM, toM, isWhole }: LinkRun) => {
  if (isWhole) return fromM < toM ? link : -link;
  return [link, round(fromM, 1), round(toM, 1)] as const;
};
const toPair = ({ lat, lon }: LatLon): readonly [number, number] => [round(lat, 6), round(lon, 6)];
const round = (value: number, decimals: number) => Number(value.toFixed(decimals));
