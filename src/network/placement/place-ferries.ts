/**
 * The ferry connections on the network: which connection is boarded where a ferry line leaves its quay, how long it
 * sails, and the average wait for it.
 */
import type { LatLon } from '../../base/point.ts';
import type { Speeds } from '../../facts/schema/road-network.ts';
import { flatDistanceM } from '../../geo/on-line.ts';
import { changeTurns, findTurn, type RoadGraph, tailOf, turnBetween } from '../../routing/graph.ts';
import { type FerryTable, isFerry, placeOfNode } from '../../routing/network.ts';
import type { FerryService } from '../../trip/ferry-service.ts';
import type { RoadFacts, RoadLink } from '../link.ts';
import { sailingMin } from '../speeds.ts';
import { type Leg, openMeanWaits, type Ride } from './mean-waits.ts';

export interface FerryPlacement {
  /** The graph without impossible turns between ferries: travellers change ferries at quays, and not at sea. */
  readonly graph: RoadGraph;
  readonly table: FerryTable;
  /**
   * By turn at sea: how much longer the wait is for the ferry that sails the turn than for the ferry with the shortest
   * wait that leaves the quay by the same line. Milliseconds.
   */
  readonly extraMs: ReadonlyMap<number, number>;
  /** The turns at a quay from one ferry to another. The second ferry has a wait and a boarding like the first. */
  readonly changes: ReadonlySet<number>;
  /** Milliseconds along a link of the graph; undefined: no way between quays uses the link. */
  sailingMs(link: number): number | undefined;
}

interface FerryTerms {
  /** By link of the graph: the bundled link that it is a piece of, and its metres as drawn. */
  readonly sources: readonly (RoadFacts & Pick<RoadLink, 'crossingMin'>)[];
  readonly drawnM: Float64Array;
  readonly ferry: Speeds['ferry'];
}

/** How far the end of a ferry line may lie from its quay on a generalised road network. Metres. */
const QUAY_REACH_M = 1600;

/** Some lines begin with a step from one point of the quay to another. Metres. */
const STEP_M = 300;

/** A way over water from the quay where its first edge leaves the land to the quay where its last edge comes ashore. */
interface Sailed {
  /** Each edge continues the previous one. */
  readonly edges: readonly number[];
  readonly links: readonly number[];
  /** The node where it comes ashore. */
  readonly end: number;
  readonly lengthM: number;
}

/** A way over water, its ferry, and its duration. `ride` is undefined if no known ferry sails the whole way. */
interface Crossing {
  readonly way: Sailed;
  readonly ride: Ride | undefined;
  readonly min: number;
  /** Is the time published? */
  readonly isKnown: boolean;
  readonly waitMs: number;
}

export function placeFerries(
  services: readonly FerryService[],
  lines: RoadGraph,
  terms: FerryTerms,
): FerryPlacement {
  const { drawnM, ferry } = terms;
  const { leaving, unsailed } = listLeaving(services, lines, terms);
  const rides = [...leaving.values()].flat();
  const users = countUsers(rides);
  const quayChanges = listChanges(services, lines, leaving);
  const graph = changeTurns(lines, {
    without: unsailed,
    back: quayChanges.flatMap(([edge, next]) => (lines.opposite[edge] === next ? [edge] : [])),
  });
  const first = new Int32Array(graph.edgeCount + 1);
  const extraMs = new Map<number, number>();
  const ownEdge: number[] = [];
  for (const [edge, found] of leaving) {
    first[edge + 1] = found.length;
    const leastMs = Math.min(...found.map(({ waitMs }) => waitMs));
    for (const crossing of found) {
      const { edges } = crossing.way;
      const own = found.length === 1 ? 0 : findOwn(crossing, users);
      ownEdge.push(edges[own] as number);
      const moreMs = crossing.waitMs - leastMs;
      if (own === 0 || moreMs === 0) continue;
      const turn = findTurn(graph, edges[own - 1] as number, edges[own] as number);
      extraMs.set(turn, Math.max(extraMs.get(turn) ?? 0, moreMs));
    }
  }
  for (let edge = 0; edge < graph.edgeCount; edge++)
    first[edge + 1] = (first[edge + 1] as number) + (first[edge] as number);
  const minPerM = sharePaces(rides, drawnM);
  return {
    graph,
    table: {
      first,
      end: Int32Array.from(rides, ({ way }) => way.end),
      ownEdge: Int32Array.from(ownEdge),
      connectionIds: rides.map(({ ride }) => ride?.service.id ?? '0'),
      quayIds: rides.map(({ ride }) => ride?.from ?? '0'),
      waitMs: Int32Array.from(rides, ({ waitMs }) => waitMs),
      boardingMs: Math.round(ferry.boardingMin * 60_000),
    },
    extraMs,
    changes: new Set(quayChanges.map(([edge, next]) => findTurn(graph, edge, next))),
    sailingMs: (link) => {
      const pace = minPerM.get(link);
      return pace && pace * (drawnM[link] as number) * 60_000;
    },
  };
}

/**
 * The turns at quays, from edge to edge, at which a way changes to another ferry: no known connection calls at all
 * quays of both rides, or only one of them is known. If lines join before a quay, such a turn between known rides leads
 * back into the link by which the way came.
 */
function listChanges(
  services: readonly FerryService[],
  { firstOut, head, linkOf }: RoadGraph,
  leaving: Leaving,
): readonly (readonly [edge: number, next: number])[] {
  const calls = services.map(({ quays }) => new Set(quays.map(({ id }) => id)));
  const sailsOn = (ride: Ride, next: Ride) =>
    calls.some((ids) => [ride.from, ride.to, next.from, next.to].every((id) => ids.has(id)));
  /** Is the next ferry another one? Undefined: the turn leads straight back, or no connection of either is known. */
  const isOther = (ride: Ride | undefined, next: Ride | undefined, isBack: boolean) => {
    if (ride && next) return next.to === ride.from ? undefined : !sailsOn(ride, next);
    return isBack || (ride ?? next) === undefined ? undefined : true;
  };
  const isChange = new Map<string, { readonly turn: [number, number]; every: boolean }>();
  for (const { way, ride } of [...leaving.values()].flat().filter(isFerryWay)) {
    const last = way.edges.at(-1) as number;
    const node = head[last] as number;
    for (let out = firstOut[node] as number; out < (firstOut[node + 1] as number); out++)
      for (const { ride: next } of (leaving.get(out) ?? []).filter(isFerryWay)) {
        const other = isOther(ride, next, linkOf[out] === linkOf[last]);
        if (other === undefined) continue;
        const name = nameTurn(last, out);
        const known = isChange.get(name) ?? { turn: [last, out], every: true };
        known.every &&= other;
        isChange.set(name, known);
      }
  }
  return [...isChange.values()].flatMap(({ turn, every }) => (every ? [turn] : []));
}

/** A step from one point of a quay to another is no ferry. */
const isFerryWay = ({ way }: Pick<Crossing, 'way'>): boolean => way.lengthM > STEP_M;

/** The index of the first edge of a way into which no other ride turns; 0: there is none. */
function findOwn({ way: { edges }, ride }: Crossing, users: ReadonlyMap<string, number>): number {
  const usual = ride === undefined ? 0 : 1;
  const own = edges.findIndex(
    (sailed, i) => i > 0 && (users.get(nameTurn(edges[i - 1], sailed)) ?? 0) <= usual,
  );
  return Math.max(0, own);
}

/** The crossings by their first edge. Only edges that leave a quay have any. */
type Leaving = ReadonlyMap<number, readonly Crossing[]>;

function listLeaving(
  services: readonly FerryService[],
  graph: RoadGraph,
  terms: FerryTerms,
): { readonly leaving: Leaving; readonly unsailed: ReadonlySet<number> } {
  const findRides = openRides(services);
  const at = (node: number) => placeOfNode(graph, node);
  const listWays = openSailed(graph, terms.drawnM);
  const timeOf = openTimes(terms);
  const legs: Leg[] = [];
  const drawn = Array.from({ length: graph.edgeCount }, (_, edge) =>
    listWays(edge).map((way) => {
      const rides = findRides(at(tailOf(graph, edge)), at(way.end));
      legs.push(...rides.map((ride) => ({ ...ride, min: timeOf(ride, way).min })));
      const [ride] = rides;
      return { way, ride, ...timeOf(ride, way) };
    }),
  );
  const waitMsOf = openMeanWaits(legs);
  const unsailed = listUnsailed(graph, drawn.flat());
  const isSailedWhole = ({ way: { edges } }: Pick<Crossing, 'way'>) =>
    edges.every(
      (edge, i) => i === 0 || !unsailed.has(turnBetween(graph, edges[i - 1] as number, edge)),
    );
  const sailed = drawn.map((all) => all.filter(isSailedWhole));
  const longestMs = new Map<number, number>();
  sailed.forEach((ways, edge) => {
    const quay = tailOf(graph, edge);
    for (const { ride } of ways)
      if (ride) longestMs.set(quay, Math.max(longestMs.get(quay) ?? 0, waitMsOf(ride)));
  });
  // Nothing is known of a line without a connection. It may need a change of ferry: its wait is twice the longest at its
  // two quays, and so the same in both directions.
  const changeMs = (quay: number, { way }: Pick<Crossing, 'way'>) =>
    isFerryWay({ way }) ? 2 * Math.max(longestMs.get(quay) ?? 0, longestMs.get(way.end) ?? 0) : 0;
  const leaving = new Map(
    sailed.flatMap((ways, edge) => {
      if (ways.length === 0) return [];
      const found = ways.map((one) => ({
        ...one,
        waitMs: one.ride ? waitMsOf(one.ride) : changeMs(tailOf(graph, edge), one),
      }));
      return [[edge, found] as const];
    }),
  );
  return { leaving, unsailed };
}

/** The turns at sea from the line of a known ferry into the line of another that no known ferry sails. */
function listUnsailed(
  graph: RoadGraph,
  crossings: readonly Pick<Crossing, 'way' | 'ride'>[],
): ReadonlySet<number> {
  const users = countUsers(crossings);
  const known = new Set(
    crossings.flatMap(({ way, ride }) => (ride === undefined ? [] : way.links)),
  );
  const isKnown = (edge: number) => known.has(graph.linkOf[edge] as number);
  return new Set(
    crossings.flatMap(({ way: { edges }, ride }) =>
      edges.slice(1).flatMap((next, i) => {
        const edge = edges[i] as number;
        const isOpen = ride !== undefined || users.has(nameTurn(edge, next));
        return isOpen || !isKnown(edge) || !isKnown(next) ? [] : [findTurn(graph, edge, next)];
      }),
    ),
  );
}

/** Gives the minutes of a crossing from our facts, else from the lines, else as an estimate. */
function openTimes({ sources, drawnM, ferry }: FerryTerms) {
  /** By line: the metres of all its pieces. A piece takes its share of the known time of its line. */
  const wholeM = new Map<RoadFacts, number>();
  sources.forEach((source, link) => {
    if (source.kind === 'ferry')
      wholeM.set(source, (wholeM.get(source) ?? 0) + (drawnM[link] as number));
  });
  const timeParts = (links: readonly number[]): number =>
    links.reduce((sum, link) => {
      const source = sources[link] as FerryTerms['sources'][number];
      const share = (drawnM[link] as number) / Math.max(1, wholeM.get(source) ?? 0);
      return sum + share * (source.crossingMin ?? 0);
    }, 0);
  return (ride: Ride | undefined, { links, lengthM }: Sailed) => {
    const known = ride?.service.crossings.find(
      ({ quayIds }) => quayIds.includes(ride.from) && quayIds.includes(ride.to),
    )?.min;
    if (known !== undefined) return { min: known, isKnown: true };
    if (links.every((link) => sources[link]?.crossingMin !== undefined))
      return { min: timeParts(links), isKnown: true };
    const mooringMin = lengthM > STEP_M ? ferry.mooringMin : 0;
    return { min: sailingMin(lengthM, { ...ferry, mooringMin }), isKnown: false };
  };
}

/**
 * Minutes for each metre of the links, chosen so that every crossing takes its time. Known crossings come first,
 * shorter crossings before longer ones. If lines share a link near a quay, the rest of the longer line makes up for the
 * difference.
 */
function sharePaces(
  crossings: readonly Crossing[],
  drawnM: Float64Array,
): ReadonlyMap<number, number> {
  const minPerM = new Map<number, number>();
  const inOrder = crossings.toSorted(
    (a, b) => Number(b.isKnown) - Number(a.isKnown) || a.way.lengthM - b.way.lengthM,
  );
  for (const { way, min } of inOrder) {
    const open = way.links.filter((link) => !minPerM.has(link) && (drawnM[link] as number) > 0);
    const openM = open.reduce((sum, link) => sum + (drawnM[link] as number), 0);
    const setMin = way.links.reduce(
      (sum, link) => sum + (minPerM.get(link) ?? 0) * (drawnM[link] as number),
      0,
    );
    // Lines that share nearly all of their way leave no room for another pace.
    const pace = Math.max(min - setMin, 0.5 * min * (openM / Math.max(1, way.lengthM))) / openM;
    for (const link of open) minPerM.set(link, pace);
  }
  return minPerM;
}

const nameTurn = (from: number | undefined, to: number): string => `${from} ${to}`;

/** By turn at sea: the number of rides of known connections that sail it. */
function countUsers(
  crossings: readonly Pick<Crossing, 'way' | 'ride'>[],
): ReadonlyMap<string, number> {
  const users = new Map<string, number>();
  for (const { way, ride } of crossings)
    if (ride !== undefined)
      way.edges.slice(1).forEach((sailed, i) => {
        const turn = nameTurn(way.edges[i], sailed);
        users.set(turn, (users.get(turn) ?? 0) + 1);
      });
  return users;
}

/** Gives the ways over water from an edge, the shortest first; `[]`: the edge does not leave the land. */
function openSailed(graph: RoadGraph, drawnM: Float64Array): (edge: number) => readonly Sailed[] {
  const { linkOf, links } = graph;
  const isAshore = findShore(graph);
  return (edge) =>
    isFerry(links, linkOf[edge] as number) && isAshore[tailOf(graph, edge)] === 1
      ? followWater(graph, edge, isAshore, drawnM)
      : [];
}

/** By node: 1 where a road or a line ends. */
function findShore({ nodeCount, links }: RoadGraph): Uint8Array {
  const [roads, lines] = [new Uint8Array(nodeCount), new Uint32Array(nodeCount)];
  links.from.forEach((from, link) => {
    for (const node of [from, links.to[link] as number])
      if (isFerry(links, link)) lines[node] = (lines[node] as number) + 1;
      else roads[node] = 1;
  });
  return roads.map((road, node) => (road === 1 || lines[node] === 1 ? 1 : 0));
}

/** The shortest ways from an edge over water to each place ashore, by Dijkstra's algorithm. */
function followWater(
  { firstOut, head, linkOf, links }: RoadGraph,
  first: number,
  isAshore: Uint8Array,
  drawnM: Float64Array,
): Sailed[] {
  const sailOn = (way: Omit<Sailed, 'end'>, edge: number): Sailed => {
    const link = linkOf[edge] as number;
    return {
      edges: [...way.edges, edge],
      links: [...way.links, link],
      end: head[edge] as number,
      lengthM: way.lengthM + (drawnM[link] as number),
    };
  };
  const isNext = (way: Sailed, link: number) => isFerry(links, link) && !way.links.includes(link);
  const open = [sailOn({ edges: [], links: [], lengthM: 0 }, first)];
  const reached = new Map<number, Sailed>();
  while (open.length > 0) {
    open.sort((a, b) => b.lengthM - a.lengthM);
    const way = open.pop() as Sailed;
    if (reached.has(way.end)) continue;
    reached.set(way.end, way);
    if (isAshore[way.end] === 1 && way.lengthM > STEP_M) continue;
    for (let edge = firstOut[way.end] as number; edge < (firstOut[way.end + 1] as number); edge++)
      if (isNext(way, linkOf[edge] as number)) open.push(sailOn(way, edge));
  }
  const ashore = [...reached.values()].filter(({ end }) => isAshore[end] === 1);
  const away = ashore.filter(({ lengthM }) => lengthM > STEP_M);
  return away.length > 0 ? away : ashore;
}

/**
 * Gives the rides between two places by all connections that call at both. The connection whose quays lie nearest comes
 * first, as when crossings are matched for their fares.
 */
function openRides(services: readonly FerryService[]) {
  const preferred = services.toSorted(
    (a, b) =>
      Number(a.endedOn !== undefined) - Number(b.endedOn !== undefined) ||
      a.quays.length - b.quays.length ||
      Number(a.id) - Number(b.id),
  );
  const nearest = ({ quays }: FerryService, place: LatLon) =>
    quays
      .map(({ id, at }) => ({ id, offM: flatDistanceM(at, place) }))
      .filter(({ offM }) => offM <= QUAY_REACH_M)
      .toSorted((a, b) => a.offM - b.offM)[0];
  return (start: LatLon, end: LatLon): readonly Ride[] =>
    preferred
      .flatMap((service) => {
        const [from, to] = [nearest(service, start), nearest(service, end)];
        if (from === undefined || to === undefined || from.id === to.id) return [];
        return [{ service, from: from.id, to: to.id, offM: from.offM + to.offM }];
      })
      .toSorted((a, b) => a.offM - b.offM);
}
