/** Trips over stops on one network: snaps the stops, finds the way between them and other ways. */
import { atOnce, type Steps, shareSteps } from '../base/steps.ts';
import { type FindOthers, openAlternatives } from './alternatives.ts';
import { openApart } from './components.ts';
import {
  type Drive,
  type DrivenEdge,
  drivesOnInto,
  edgesOfPath,
  joinAll,
  type LineDetail,
  placesToLeave,
  readDrive,
  stepReading,
  type WaitFor,
} from './drive.ts';
import { type PathTable, stepTable } from './many-to-many.ts';
import { type Costs, customize, type Metric, stepMetric, UNREACHABLE } from './metric.ts';
import type { FareState, OpenFares } from './money-fares.ts';
import { type MoneySearch, openMoneySearches, type WindowWaits } from './money-search.ts';
import { edgeLengths, isSailed, type RoadNetwork, toChoice } from './network.ts';
import {
  type EdgePlace,
  openQuery,
  type Path,
  type Query,
  type Stops,
  weighPath,
} from './query.ts';
import { openSnapper, type SnappedStop, type SnapStop, type WorthM } from './snap.ts';
import { openTollTurns, type TollCost, type Tolls, type TollTurns } from './tolls.ts';

export interface Router {
  readonly snap: SnapStop;
  /** Does a stop lie where no road or ferry leads to the rest of the network? */
  isApart(stop: SnappedStop): boolean;
  /**
   * The drives over stops, the lightest first; `[]` where there is no way.
   *
   * @param others how many other ways are wanted; a trip with stops on the way has none.
   */
  stepDrive(stops: readonly SnappedStop[], wish: Wish): Steps<Drive[]>;
  /** `stepDrive` at once. */
  drive(stops: readonly SnappedStop[], wish: Wish): Drive[];
  /**
   * Drives from each of some stops to each of others, in steps between which other work may be done. Each drive is the
   * one that `drive` gives, with as much of its line as `detail` says.
   */
  stepTable(from: readonly SnappedStop[], to: readonly SnappedStop[]): Steps<DriveTable>;
  /**
   * Opens a search for ways by time and money over stops; undefined where there is no way. To avoid tolls, ways pass
   * only the stations and private toll roads of the way that avoids tolls leg by leg.
   */
  openMoney<State extends FareState>(
    stops: readonly SnappedStop[],
    wish: MoneyWish,
    openFares: OpenFares<State>,
  ): Steps<MoneySearch | undefined>;
  /** The drive along edges. */
  toDrive(edges: readonly DrivenEdge[], waitFor?: WaitFor): Drive;
  /** Whether a drive passes a gate that is not idle, or comes onto a private toll road. @param idle as `Closing.idle`. */
  hasTolls(drive: Drive, idle?: readonly number[]): boolean;
}

interface RouterTerms {
  /**
   * Tells what lies between a stop and a road, which a stop is not moved past; absent: stops are moved past anything.
   */
  readonly worthM?: WorthM | undefined;
  /** The `fastestMetric` of the network; absent: it is worked out here. */
  readonly metric?: Metric | undefined;
  /** Sections that are private toll roads, as indexes into the `ids` of sections; absent: none is. */
  readonly tolled?: readonly number[];
}

interface Wish extends Closing {
  readonly avoidTolls: boolean;
  readonly others: number;
}

interface MoneyWish extends Omit<Wish, 'others'> {
  /** Absent: the trip is not one of several departures. */
  readonly ofWindow?: WindowWaits | undefined;
}

export interface DriveTable {
  /** By the indexes of the stops; `[]` where there is no way. */
  stepDrive(from: number, to: number, closing: Closing, detail: LineDetail): Steps<Drive[]>;
}

export interface Closing {
  /** Sections that are closed, as indexes into the `ids` of sections, ascending. */
  readonly closed: readonly number[];
  /** Where no way leads round closed sections they are driven, as little as possible. */
  readonly evenClosed?: true;
  /** Rides that are not boarded, ascending; absent: none. */
  readonly laidUp?: readonly number[];
  /** Rows of the gates at which nothing is paid on the day, ascending: they are not avoided. Absent: none. */
  readonly idle?: readonly number[];
  /** The waits for ferries at the hour of arrival; absent: waits are as on average. */
  readonly waitFor?: WaitFor;
}

/**
 * A way past one station, or onto a private toll road, is as bad as twelve hours of detour, so that a toll-free way is
 * taken wherever there is one. The unit of these costs is longer than a millisecond: at 16 ms a path can hold some 390
 * stations and roads.
 */
const AVOIDED_MS = 12 * 60 * 60 * 1000;
const AVOIDING_UNIT_MS = 16;
const AVOIDED = AVOIDED_MS / AVOIDING_UNIT_MS;

/** A closed road that is driven all the same counts as this many times as long. */
const CLOSED_FACTOR = 20;

/** Number of metrics that are kept: the days of a season have few sets of closed roads. */
const KEPT_METRICS = 8;
/** A network with this many arcs keeps one metric beside the fastest way: each metric takes some 12 bytes an arc. */
const MANY_ARCS = 4_000_000;

/**
 * Opens a network for one drive after the other.
 *
 * @param index over its links, see `indexPieces`.
 */
export function openRouter(
  network: RoadNetwork,
  index: Uint8Array,
  { worthM, metric, tolled = [] }: RouterTerms = {},
): Router {
  const tollTurns = openTollTurns(network, tolled);
  const choice = metric?.costs ?? toChoice(network);
  function* open(wish: Wish): Steps<Ways> {
    const closed = closeSections(network, choice, wish);
    const costs = wish.avoidTolls
      ? tollTurns.weigh(inLongUnits(closed), weighTolls, wish.idle ?? [])
      : closed;
    yield;
    const times = closeSections(network, network.times, wish);
    const plain = wish.avoidTolls ? inLongUnits(times) : times;
    yield;
    const metric = yield* stepMetric(network.hierarchy, network.graph, costs);
    yield;
    const { avoidTolls, idle = [] } = wish;
    const isAvoided: IsAvoided = (edge, next) => tollTurns.pays(edge, next, idle);
    return openWays(network, costs, plain, metric, avoidTolls ? isAvoided : undefined);
  }
  const keptMetrics = network.hierarchy.upTo.length < MANY_ARCS ? KEPT_METRICS : 1;
  const fastest = openFastest(network, metric);
  /** By what tells them apart, those used last at the end. Several calls may wait for ways that are being made. */
  const kept = new Map<string, () => Steps<Ways>>();
  function* waysFor(wish: Wish): Steps<Ways> {
    const { avoidTolls, closed, evenClosed = false, laidUp = [], idle = [] } = wish;
    if (!avoidTolls && closed.length + laidUp.length === 0) return fastest;
    const avoided = avoidTolls && `all but ${idle.join()}`;
    const key = `${avoided} ${evenClosed} ${closed.join()} ${laidUp.join()}`;
    const ways = kept.get(key) ?? shareSteps(open(wish));
    kept.delete(key);
    kept.set(key, ways);
    if (kept.size > keptMetrics)
      for (const oldest of [...kept.keys()].slice(0, 1)) kept.delete(oldest);
    return yield* ways();
  }
  function* stepDrive(stops: readonly SnappedStop[], wish: Wish): Steps<Drive[]> {
    const ways = yield* waysFor(wish);
    const drives: Drive[] = [];
    for (const edges of yield* ways.find(stops.map(placesOf), wish.others)) {
      yield;
      drives.push(yield* stepReading(network, edges, wish.waitFor));
    }
    return drives;
  }

  return {
    snap: openSnapper(network.graph, network.measures, index, worthM),
    isApart: openApart(network.graph),
    stepDrive,
    drive: (stops, wish) => atOnce(stepDrive(stops, wish)),
    *stepTable(from, to) {
      const table = yield* fastest.stepTable(from.map(placesOf), to.map(placesOf));
      return {
        *stepDrive(i, j, closing, detail) {
          const ways = yield* waysFor({ ...closing, avoidTolls: false, others: 0 });
          const path = ways === fastest ? table.find(i, j) : undefined;
          const ends = [from[i], to[j]].map((stop) => stop?.places ?? []);
          const found = ways === fastest ? path && [edgesOfPath(path)] : yield* ways.find(ends, 0);
          const [edges] = found ?? [];
          if (edges === undefined) return [];
          return [yield* stepReading(network, edges, closing.waitFor, detail)];
        },
      };
    },
    *openMoney(stops, { avoidTolls, ofWindow, ...closing }, openFares) {
      const { waitFor, idle = [] } = closing;
      const terms = { tollTurns, waitFor, ofWindow, idle };
      const places = stops.map(placesOf);
      const ways = yield* waysFor({ ...closing, avoidTolls: false, others: 0 });
      if (!avoidTolls) return yield* ways.openMoney(places, openFares, terms);
      const avoiding = yield* waysFor({ ...closing, avoidTolls, others: 0 });
      const legs = yield* avoiding.findLegs(places);
      return legs && (yield* ways.openMoney(places, openFares, { ...terms, tollsOf: legs }));
    },
    toDrive: (edges, waitFor) => readDrive(network, edges, waitFor),
    hasTolls: ({ edges, passages }, idle = []) =>
      passages.some(({ gate }) => !idle.includes(gate)) ||
      edges.some(({ edge }, i) => {
        const before = edges[i - 1];
        return before !== undefined && tollTurns.countRoads(before.edge, edge) > 0;
      }),
  };
}

/** Routers on one network share the working space of the fastest ways: a search in it is over in one step. */
const knownFastest = new WeakMap<RoadNetwork, Ways>();

function openFastest(network: RoadNetwork, given?: Metric): Ways {
  const known = knownFastest.get(network);
  if (known !== undefined) return known;
  const metric = given ?? fastestMetric(network);
  const ways = openWays(network, metric.costs, network.times, metric);
  knownFastest.set(network, ways);
  return ways;
}

const placesOf = ({ places }: SnappedStop) => places;

/** The metric of the ways that are chosen where nothing is closed or avoided. */
export const fastestMetric = (network: RoadNetwork): Metric =>
  customize(network.hierarchy, network.graph, toChoice(network));

interface Ways {
  stepTable(from: Stops, to: Stops): Steps<PathTable>;
  find(stops: Stops, others: number): Steps<(readonly DrivenEdge[])[]>;
  /** The best way of each leg; undefined where one has none. */
  findLegs(stops: Stops): Steps<readonly Path[] | undefined>;
  openMoney<State extends FareState>(
    stops: Stops,
    openFares: OpenFares<State>,
    terms: MoneyTerms,
  ): Steps<MoneySearch | undefined>;
}

interface MoneyTerms extends Pick<MoneyWish, 'ofWindow'>, Required<Pick<Closing, 'idle'>> {
  readonly tollTurns: TollTurns;
  readonly waitFor: WaitFor | undefined;
  /** Only tolls that these ways pay may be paid; absent: all may. */
  readonly tollsOf?: readonly Path[];
}

/** Is a drive to be avoided that goes on from an edge into the next one? */
type IsAvoided = (edge: number, next: number) => boolean;

/**
 * @param plain the same costs without penalties.
 * @param isAvoided absent: no drive is.
 */
function openWays(
  network: RoadNetwork,
  costs: Costs,
  plain: Costs,
  metric: Metric,
  isAvoided: IsAvoided = () => false,
): Ways {
  const { graph, hierarchy } = network;
  const query = openQuery(graph, hierarchy, metric);
  let findOthers: FindOthers | undefined;
  const searchMoney = openMoneySearches({ network, metric });
  let awaited: Costs | undefined;
  /** Departures of one trip pass the same stations. */
  let past:
    | { readonly open: string; readonly tollTurns: TollTurns; readonly costs: Costs }
    | undefined;
  /** @param open tolls that may be paid; undefined: all. */
  const costsPast = (
    open: Tolls | undefined,
    { tollTurns, idle }: Pick<MoneyTerms, 'tollTurns' | 'idle'>,
  ): Costs => {
    awaited ??= waitAsItIs(network, costs);
    if (open === undefined) return awaited;
    const key = JSON.stringify([open, idle]);
    if (past?.open !== key || past.tollTurns !== tollTurns)
      past = { open: key, tollTurns, costs: tollTurns.weigh(awaited, closeTolls(open), idle) };
    return past.costs;
  };
  return {
    findLegs: (stops) => findLegs(graph, query, stops, isAvoided),
    stepTable: (from, to) => stepTable({ graph, hierarchy, metric, query }, from, to),
    *openMoney(stops, openFares, { tollsOf, tollTurns, idle, ...waits }) {
      const open = tollsOf && (yield* listPaid(network, tollsOf, idle));
      const lightest = yield* findLegs(graph, query, stops, isAvoided);
      if (lightest === undefined) return undefined;
      const fastest =
        tollsOf?.map((leg) => ({ ...leg, cost: weighPath(network.graph, costs, leg) })) ?? lightest;
      // A leg may pass a station that another one has to pass, and be faster than by the way round it.
      const leastMs = lightest.map(({ cost }) => cost);
      yield;
      const terms = {
        costs: costsPast(open, { tollTurns, idle }),
        countRoads: tollTurns.countRoads,
        leastMs,
      };
      yield;
      return yield* searchMoney(stops, fastest, openFares, { ...terms, ...waits });
    },
    *find(stops, others) {
      if (others > 0 && stops.length === 2 && findOthers === undefined) {
        const lengthM = edgeLengths(network);
        findOthers = openAlternatives(graph, hierarchy, metric, { query, plain, lengthM });
        yield;
      }
      const [from, to] = [stops[0], stops.at(-1)] as [readonly EdgePlace[], readonly EdgePlace[]];
      const best = query.find(from, to);
      if (best === undefined) return [];
      const direct = edgesOfPath(best);
      if (stops.length > 2) {
        if (passesAll(direct, stops.slice(1, -1))) return [direct];
        const legs = yield* findLegs(graph, query, stops, isAvoided);
        return legs ? [joinAll(graph, legs)] : [];
      }
      if (findOthers === undefined || others === 0) return [direct];
      return [direct, ...findOthers(best, from, to, others).map(edgesOfPath)];
    },
  };
}

/** Legs up to a stop, and what they cost. */
interface Begun {
  readonly legs: readonly Path[];
  readonly cost: number;
}

/**
 * The best legs over stops; undefined where one has no way. At a stop a drive may turn back. A leg that ends at a
 * station and one that begins behind it pass it together: there the legs are not found each by itself.
 */
function* findLegs(
  graph: RoadNetwork['graph'],
  query: Query,
  stops: Stops,
  isAvoided: IsAvoided,
): Steps<readonly Path[] | undefined> {
  const avoids = (edge: number, next: number) =>
    drivesOnInto(graph, edge, next) && isAvoided(edge, next);
  const join = ({ legs, cost }: Begun, leg: Path): Begun => {
    const [before, next] = [legs.at(-1)?.edges.at(-1), leg.edges[0] as number];
    const joinCost = before !== undefined && avoids(before, next) ? AVOIDED : 0;
    return { legs: [...legs, leg], cost: cost + leg.cost + joinCost };
  };
  let begun: readonly Begun[] = [{ legs: [], cost: 0 }];
  let starts: Stops = stops.slice(0, 1);
  for (let i = 1; i < stops.length; i++) {
    yield;
    const ends = stops[i] ?? [];
    const leaving = placesToLeave(graph, ends);
    const isApart = ends.some(({ edge }) => leaving.some((next) => avoids(edge, next.edge)));
    const isLast = i === stops.length - 1;
    const arriving = isApart && !isLast ? ends.map((end) => [end]) : [ends];
    begun = arriving.flatMap((to) => {
      const legs = starts.flatMap((from) => query.find(from, to) ?? []);
      const all = legs.flatMap((leg) => begun.map((one) => join(one, leg)));
      return all.length === 0 ? [] : [leastOf(all)];
    });
    starts = isApart ? leaving.map((place) => [place]) : [leaving];
  }
  return begun[0]?.legs;
}

const leastOf = (all: readonly Begun[]): Begun =>
  all.reduce((least, one) => (one.cost < least.cost ? one : least));

/** Does a drive come past all stops in their order? A driver who stops on the way drives on as before. */
export function passesAll(edges: readonly DrivenEdge[], stops: Stops): boolean {
  let index = 0;
  let share = 0;
  return stops.every((places) => {
    for (; index < edges.length; index++, share = 0) {
      const { edge, from, to } = edges[index] as DrivenEdge;
      const ahead = places.filter(
        (place) => place.edge === edge && place.share >= Math.max(from, share) && place.share <= to,
      );
      if (ahead.length === 0) continue;
      share = Math.min(...ahead.map((place) => place.share));
      return true;
    }
    return false;
  });
}

/** The costs with some sections closed, or heavy, and without the rides that are laid up. */
function closeSections(
  { graph, sections, ferries }: RoadNetwork,
  { ofEdge, ofTurn }: Costs,
  { closed, evenClosed, laidUp = [] }: Pick<Wish, 'closed' | 'evenClosed' | 'laidUp'>,
): Costs {
  if (closed.length + laidUp.length === 0) return { ofEdge, ofTurn };
  const isClosed = new Set(closed);
  const isLaidUp = new Set(laidUp.map((ride) => ferries.ownEdge[ride]));
  return {
    ofEdge: ofEdge.map((ms, edge) => {
      if (isLaidUp.has(edge)) return UNREACHABLE;
      const link = graph.linkOf[edge] as number;
      const own = sections.section.subarray(sections.first[link], sections.first[link + 1]);
      if (!own.some((section) => isClosed.has(section))) return ms;
      return evenClosed ? Math.min(CLOSED_FACTOR * ms, UNREACHABLE - 1) : UNREACHABLE;
    }),
    ofTurn,
  };
}

/** Costs in the longer unit. Closed edges and turns stay closed. */
const inLongUnits = ({ ofEdge, ofTurn }: Costs): Costs => {
  const convert = (ms: number) =>
    ms >= UNREACHABLE ? UNREACHABLE : Math.round(ms / AVOIDING_UNIT_MS);
  return { ofEdge: ofEdge.map(convert), ofTurn: ofTurn.map(convert) };
};

/** Adds a large cost for each place at which a drive pays. */
const weighTolls: TollCost = (cost, { stations, roads }) =>
  cost + ((stations.length > 0 ? 1 : 0) + roads.length) * AVOIDED;

/** Closes all turns with other tolls than the open ones. */
const closeTolls =
  (open: Tolls): TollCost =>
  (cost, { stations, roads }) =>
    stations.every((station) => open.stations.includes(station)) &&
    roads.every((road) => open.roads.includes(road))
      ? cost
      : UNREACHABLE;

/** The tolls that some ways pay. */
function* listPaid(
  network: RoadNetwork,
  legs: readonly Path[],
  idle: readonly number[],
): Steps<Tolls> {
  const { passages, sections } = yield* stepReading(network, joinAll(network.graph, legs));
  const paid = passages.filter(({ gate }) => !idle.includes(gate));
  return {
    stations: [...new Set(paid.map(({ station }) => station))],
    roads: [...new Set(sections.map(({ section }) => section))],
  };
}

/**
 * The costs with the wait for a ferry as it is driven. When ways are chosen by time, a wait counts as more or less
 * than it is. In a sum of money and time a minute is a minute.
 */
function waitAsItIs({ graph, times }: RoadNetwork, { ofEdge, ofTurn }: Costs): Costs {
  const isOpen = (turn: number) => (ofTurn[turn] as number) < UNREACHABLE;
  return {
    ofEdge,
    ofTurn: ofTurn.map((cost, turn) =>
      isSailed(graph, graph.turns.to[turn] as number) && isOpen(turn)
        ? (times.ofTurn[turn] as number)
        : cost,
    ),
  };
}
