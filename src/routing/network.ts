/** A road network that is ready to be driven on: its graph, its hierarchy, and what driving takes. */
import { memoize } from '../base/memoize.ts';
import type { LatLon } from '../base/point.ts';
import { flatBearingDeg, haversineM, pointBetween } from '../geo/on-line.ts';
import { forwardEdges, LINK, type LinkTable, type RoadGraph } from './graph.ts';
import type { Hierarchy } from './hierarchy.ts';
import type { Costs } from './metric.ts';
import { fillRows } from './rows.ts';

export interface RoadNetwork {
  readonly graph: RoadGraph;
  readonly hierarchy: Hierarchy;
  /** Milliseconds of driving or sailing along each edge, and of each turn, boarding included. */
  readonly times: Costs;
  /** What each turn counts beyond its time where a way is chosen, as drivers like to stay on a road. Milliseconds. */
  readonly turnChoice: Int32Array;
  /** A turn into a private road counts at least this in `turnChoice`, and any other turn less. Milliseconds. */
  readonly privateEntryMs: number;
  readonly measures: LinkMeasures;
  readonly gates: GateTable;
  readonly sections: SectionTable;
  readonly ferries: FerryTable;
  readonly ranges: RangeTable;
}

/** What a way is chosen by: its time, and what its turns count beyond it. */
export const toChoice = ({ times, turnChoice }: RoadNetwork): Costs => ({
  ofEdge: times.ofEdge,
  ofTurn: times.ofTurn.map((ms, turn) => ms + (turnChoice[turn] as number)),
});

/** Sections of road that may be closed, by link of the graph: a section closes all its links, in both directions. */
export interface SectionTable {
  /** Sections of link l: `first[l]` up to, but not with, `first[l + 1]`. */
  readonly first: Int32Array;
  /** Index into `ids`. */
  readonly section: Int32Array;
  readonly ids: readonly string[];
}

/** Where ferries are boarded: rides, by the edge with which they leave their quay. */
export interface FerryTable {
  /** Rides that begin with edge e: `first[e]` up to, but not with, `first[e + 1]`; lines may part at sea. */
  readonly first: Int32Array;
  /** By ride: the node where it comes ashore, and the first edge that no other ride from the quay sails. */
  readonly end: Int32Array;
  readonly ownEdge: Int32Array;
  /** By ride: NVDB ids of its connection and of the quay; `0` where none is known. */
  readonly connectionIds: readonly string[];
  readonly quayIds: readonly string[];
  /** By ride: the mean wait for the next departure. The time of turns aboard includes the least wait of their rides. */
  readonly waitMs: Int32Array;
  /** Time of driving aboard and ashore, included in the same turns. */
  readonly boardingMs: number;
}

/**
 * By class of link, as shares of the usual time: one drive in ten is faster than `p10`, and one in ten slower than
 * `p90`.
 */
export interface RangeTable {
  /** By link: its class. */
  readonly classOf: Uint8Array;
  /** By class: the two shares. */
  readonly p10: Float64Array;
  readonly p90: Float64Array;
}

/** The least of the mean waits for the ferries that leave a quay along an edge. */
export function leastWaitMs({ first, waitMs }: FerryTable, edge: number): number {
  let least = Number.POSITIVE_INFINITY;
  for (let ride = first[edge] as number; ride < (first[edge + 1] as number); ride++)
    least = Math.min(least, waitMs[ride] as number);
  return least === Number.POSITIVE_INFINITY ? 0 : least;
}

/**
 * By ride: the wait that the times of turns include. It is less than the mean wait where the ride sails no edge of its
 * own on which the rest could stand.
 */
export function waitsInTurns(ferries: FerryTable): Int32Array {
  const { first, ownEdge, waitMs } = ferries;
  const included = waitMs.slice();
  for (let edge = 0; edge + 1 < first.length; edge++)
    for (let ride = first[edge] as number; ride < (first[edge + 1] as number); ride++)
      if (ownEdge[ride] === edge) included[ride] = leastWaitMs(ferries, edge);
  return included;
}

/**
 * Is a ferry boarded with a turn: from land, or at a quay from another ferry? The time of the turn includes boarding.
 */
export function isBoarded(
  { graph, times, ferries }: Pick<RoadNetwork, 'graph' | 'times' | 'ferries'>,
  from: number,
  turn: number,
): boolean {
  const to = graph.turns.to[turn] as number;
  if (!isSailed(graph, to)) return false;
  if (!isSailed(graph, from)) return true;
  const boardedMs = ferries.boardingMs + leastWaitMs(ferries, to);
  const leaves = (ferries.first[to] as number) < (ferries.first[to + 1] as number);
  return leaves && (times.ofTurn[turn] as number) >= boardedMs;
}

export interface LinkMeasures {
  /** By point of the links: metres from the first point of its link, as drawn. Millimetres do not matter. */
  readonly alongM: Float32Array;
  /** By link: metres as they are driven, which a drawing may fall short of. */
  readonly drivenM: Float64Array;
}

/** Toll stations by the edge at whose end they stand: every drive that goes on from there passes them. */
export interface GateTable {
  /** Gates of edge e: `first[e]` up to, but not with, `first[e + 1]`. */
  readonly first: Int32Array;
  /** Index into `stationIds`. */
  readonly station: Int32Array;
  readonly stationIds: readonly string[];
}

/** The gates, in the order of their edges. */
export function* listGates({ first, station, stationIds }: GateTable) {
  for (let edge = 0; edge + 1 < first.length; edge++)
    for (let row = first[edge] as number; row < (first[edge + 1] as number); row++)
      yield { edge, stationId: stationIds[station[row] as number] as string };
}

/** The directions in which an edge comes to its end, and in which drives go on from there. Degrees. */
export function listHeadings(graph: RoadGraph, edge: number): number[] {
  const { turns, opposite } = graph;
  const next = [...turns.to.subarray(turns.first[edge], turns.first[edge + 1])];
  return [
    headingDeg(graph, edge, 'end'),
    ...next.filter((one) => one !== opposite[edge]).map((one) => headingDeg(graph, one, 'begin')),
  ];
}

/** The direction of the first or the last piece of an edge. */
function headingDeg({ links, linkOf, isBackward }: RoadGraph, edge: number, at: 'begin' | 'end') {
  const link = linkOf[edge] as number;
  const [first, end] = [links.firstPoint[link] as number, links.firstPoint[link + 1] as number];
  const isTurned = isBackward[edge] === 1;
  const piece = (at === 'begin') === isTurned ? end - 2 : first;
  const [one, other] = [pointAt(links, piece), pointAt(links, piece + 1)];
  return isTurned ? flatBearingDeg(other, one) : flatBearingDeg(one, other);
}

/** The places of the stations on a network: one for each node at which a station charges. */
export function listGatePlaces({ graph, gates }: Pick<RoadNetwork, 'graph' | 'gates'>) {
  const placed = new Map<string, { readonly stationId: string; readonly at: LatLon }>();
  for (const { edge, stationId } of listGates(gates)) {
    const node = graph.head[edge] as number;
    placed.set(`${node} ${stationId}`, { stationId, at: placeOfNode(graph, node) });
  }
  return [...placed.values()];
}

/** The place of a point of the links. */
export const pointAt = ({ points }: LinkTable, point: number): LatLon => ({
  lat: (points[2 * point] as number) / 1e6,
  lon: (points[2 * point + 1] as number) / 1e6,
});

/** The place of a node that some edge leaves. */
export function placeOfNode({ firstOut, linkOf, isBackward, links }: RoadGraph, node: number) {
  const edge = firstOut[node] as number;
  const link = linkOf[edge] as number;
  return isBackward[edge] === 1
    ? pointAt(links, (links.firstPoint[link + 1] as number) - 1)
    : pointAt(links, links.firstPoint[link] as number);
}

type Flagged = Pick<LinkTable, 'flags'>;

export const isFerry = ({ flags }: Flagged, link: number): boolean =>
  ((flags[link] as number) & LINK.ferry) !== 0;

export const isOneWay = ({ flags }: Flagged, link: number): boolean =>
  ((flags[link] as number) & LINK.oneWay) !== 0;

/** Is an edge one of a ferry? */
export const isSailed = ({ links, linkOf }: RoadGraph, edge: number): boolean =>
  isFerry(links, linkOf[edge] as number);

/** Metres of a link as drawn. */
export const linkLengthM = ({ graph: { links }, measures }: Drawn, link: number): number =>
  measures.alongM[(links.firstPoint[link + 1] as number) - 1] as number;

/** Metres of each edge as drawn, no more exact than `alongM`. */
export const edgeLengths = memoize((network: Drawn): Float32Array => {
  const { linkOf } = network.graph;
  const lengthM = new Float32Array(linkOf.length);
  for (let edge = 0; edge < linkOf.length; edge++)
    lengthM[edge] = linkLengthM(network, linkOf[edge] as number);
  return lengthM;
});

/** The place on a link `wantedM` metres from its first point, as drawn. */
export function placeOnLink(
  { graph: { links }, measures: { alongM } }: Drawn,
  link: number,
  wantedM: number,
): LatLon {
  const last = (links.firstPoint[link + 1] as number) - 1;
  let point = links.firstPoint[link] as number;
  while (point + 1 < last && (alongM[point + 1] as number) < wantedM) point++;
  const [a, b] = [alongM[point] as number, alongM[point + 1] as number];
  const share = b === a ? 0 : (wantedM - a) / (b - a);
  return pointBetween(pointAt(links, point), pointAt(links, point + 1), share);
}

type Drawn = Pick<RoadNetwork, 'graph' | 'measures'>;

/** Metres along each link, on a sphere. */
export function measureAlong(links: LinkTable): Float32Array {
  const alongM = new Float32Array(links.points.length / 2);
  for (let link = 0; link < links.from.length; link++) {
    const end = links.firstPoint[link + 1] as number;
    let walkedM = 0;
    for (let point = (links.firstPoint[link] as number) + 1; point < end; point++) {
      walkedM += haversineM(pointAt(links, point - 1), pointAt(links, point));
      alongM[point] = walkedM;
    }
  }
  return alongM;
}

/** Metres of each link as drawn. */
export const drawnLengths = ({ firstPoint }: LinkTable, alongM: Float32Array): Float64Array =>
  Float64Array.from(
    { length: firstPoint.length - 1 },
    (_, link) => alongM[(firstPoint[link + 1] as number) - 1] as number,
  );

/** A toll station at the end of a link of the graph: it charges all that drive on from there. */
export interface GateOnLink {
  readonly link: number;
  /** It stands at the first point of the link, and charges those who drive against its order. */
  readonly isBackward?: true;
  /** NVDB id. */
  readonly stationId: string;
}

export function tableGates(graph: RoadGraph, gates: readonly GateOnLink[]): GateTable {
  const stationIds = [...new Set(gates.map(({ stationId }) => stationId))];
  const indexOf = new Map(stationIds.map((id, i) => [id, i]));
  const edgeOf = forwardEdges(graph);
  const { first, of: station } = fillRows(graph.edgeCount, (visit) => {
    for (const { link, isBackward, stationId } of gates) {
      const along = edgeOf[link] as number;
      const edge = isBackward ? (graph.opposite[along] as number) : along;
      if (edge !== -1) visit(edge, indexOf.get(stationId) as number);
    }
  });
  return { first, station, stationIds };
}
