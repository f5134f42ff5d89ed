/** The bundled links as the routing kernel takes them: cut at junctions, with the gates of stations, in columns. */
import { groupBy } from '../../base/lists.ts';
import type { LatLon } from '../../base/point.ts';
import { keyOf, toStep } from '../../geo/vertex.ts';
import type { Gate } from '../../passages/passage-finder.ts';
import { flagIsolated, LINK, type LinkTable, type TurnBan } from '../../routing/graph.ts';
import type { GateOnLink } from '../../routing/network.ts';
import type { RoadLink } from '../link.ts';
import type { PlacedStation, SectionToPlace } from '../placement/place.ts';
import { cutLine, cutSections } from '../placement/place-sections.ts';
import { cutGates, GATE_POINT } from './cut-gates.ts';
import { type DrawnRoad, listBackwardTurns } from './ramp-turns.ts';

export interface DrawnGraph {
  readonly links: LinkTable;
  /** By link of the graph: the bundled link that it is a piece of. */
  readonly sources: readonly RoadLink[];
  readonly gates: readonly GateOnLink[];
  /** The same gates as points of the map. */
  readonly gatePoints: readonly Gate[];
}

/**
 * @param placed stations on the links, by their index.
 * @param sections of road, at whose ends the links are cut.
 */
export function drawGraph(
  links: readonly RoadLink[],
  placed: readonly PlacedStation[],
  sections: readonly SectionToPlace[] = [],
): DrawnGraph {
  const { roads, cuts } = drawRoads(links, placed, sections);
  const nodes = numberNodes(roads, cuts);
  const pieces = roads.flatMap((road) => cutAtNodes(road, nodes.of));
  const columns = {
    ...toColumns(pieces),
    nodeCount: nodes.count,
    from: Int32Array.from(pieces, ({ from }) => from),
    to: Int32Array.from(pieces, ({ to }) => to),
  };
  return {
    links: {
      ...columns,
      flags: flagIsolated(columns),
      bans: toBans(listBackwardTurns(roads), pieces, nodes.of),
    },
    gatePoints: roads.flatMap(({ gates = [] }) => gates),
    sources: pieces.map(({ road }) => road.link),
    gates: pieces.flatMap(({ road: { gates = [] }, endsAt }, link) =>
      endsAt === GATE_POINT ? gates.map(({ stationId }) => ({ link, stationId })) : [],
    ),
  };
}

/** A line as it is drawn, by the numbers of its vertices. */
interface GatedRoad extends DrawnRoad {
  /** Absent: no station stands on it. */
  readonly gates?: readonly Gate[];
}

function drawRoads(
  links: readonly RoadLink[],
  placed: readonly PlacedStation[],
  sections: readonly SectionToPlace[],
): {
  readonly roads: readonly GatedRoad[];
  /** Numbers of vertices that are always nodes. */
  readonly cuts: ReadonlySet<number>;
} {
  const numbers = new Map<string, number>();
  const numberOf = (at: LatLon): number => {
    const key = keyOf(at);
    const number = numbers.get(key) ?? numbers.size;
    numbers.set(key, number);
    return number;
  };
  const stationsOf = groupBy(placed, ({ link }) => link);
  const cutsOf = cutSections(links, sections);
  const cuts = new Set<number>();
  const roads: GatedRoad[] = [];
  links.forEach((link, i) => {
    const { line: cutAt, cuts: cutVertices } = cutLine(link.line, cutsOf.get(i) ?? []);
    for (const part of cutGates({ ...link, line: cutAt }, stationsOf.get(i) ?? [])) {
      const { line, oneWay = false } = part;
      roads.push({ ...part, id: roads.length, link, nodeIds: line.map(numberOf), oneWay });
    }
    for (const vertex of cutVertices) cuts.add(numberOf(vertex));
  });
  return { roads, cuts };
}

/**
 * Numbers the nodes in the order of vertices. A vertex is a node if a line ends there, if lines meet there, or if it is
 * a gate or a cut.
 *
 * @returns the node of each vertex, -1: it lies inside a piece; and the number of nodes.
 */
function numberNodes(roads: readonly GatedRoad[], cuts: ReadonlySet<number>) {
  const vertices = roads.reduce((most, { nodeIds }) => Math.max(most, ...nodeIds), -1) + 1;
  const uses = new Uint8Array(vertices);
  for (const { nodeIds, gates } of roads)
    nodeIds.forEach((vertex, i) => {
      const isGate = gates !== undefined && i === GATE_POINT;
      const isEnd = i === 0 || i === nodeIds.length - 1 || isGate || cuts.has(vertex);
      uses[vertex] = Math.min(2, (uses[vertex] as number) + (isEnd ? 2 : 1));
    });
  const of = new Int32Array(vertices).fill(-1);
  let count = 0;
  for (let vertex = 0; vertex < vertices; vertex++) if (uses[vertex] === 2) of[vertex] = count++;
  return { count, of };
}

interface Piece {
  readonly road: GatedRoad;
  readonly line: readonly LatLon[];
  readonly from: number;
  readonly to: number;
  /** Index of its last point among those of the road. */
  readonly endsAt: number;
}

function cutAtNodes(road: GatedRoad, nodeOf: Int32Array): Piece[] {
  const { line, nodeIds } = road;
  const node = (i: number) => nodeOf[nodeIds[i] as number] as number;
  const pieces: Piece[] = [];
  let start = 0;
  for (let i = 1; i < line.length; i++) {
    if (node(i) === -1) continue;
    pieces.push({
      road,
      line: line.slice(start, i + 1),
      from: node(start),
      to: node(i),
      endsAt: i,
    });
    start = i;
  }
  return pieces;
}

function toColumns(pieces: readonly Piece[]): Pick<LinkTable, 'flags' | 'firstPoint' | 'points'> {
  const firstPoint = new Int32Array(pieces.length + 1);
  pieces.forEach(({ line }, i) => {
    firstPoint[i + 1] = (firstPoint[i] as number) + line.length;
  });
  const points = new Int32Array(2 * (firstPoint[pieces.length] as number));
  let end = 0;
  for (const { line } of pieces)
    for (const { lat, lon } of line) {
      points[end++] = toStep(lat);
      points[end++] = toStep(lon);
    }
  return { flags: Uint8Array.from(pieces, flagsOf), firstPoint, points };
}

const flagsOf = ({ road: { link, oneWay } }: Piece): number =>
  (oneWay ? LINK.oneWay : 0) +
  (link.kind === 'ferry' ? LINK.ferry : 0) +
  (link.tunnel === true ? LINK.tunnel : 0) +
  (link.ramp === true ? LINK.ramp : 0);

/** The bans by pieces. Roads that a ban names end at its node, so the ban holds for their piece at that end. */
function toBans(
  turns: ReturnType<typeof listBackwardTurns>,
  pieces: readonly Piece[],
  nodeOf: Int32Array,
): TurnBan[] {
  const piecesOf = groupBy([...pieces.keys()], (piece) => (pieces[piece] as Piece).road.id);
  const endingAt = (road: number, node: number): number[] =>
    (piecesOf.get(road) ?? []).filter((piece) => {
      const { from, to } = pieces[piece] as Piece;
      return from === node || to === node;
    });
  return turns.flatMap(({ from, via: vertex, to }) => {
    const via = nodeOf[vertex] as number;
    return endingAt(from, via).flatMap((a) =>
      endingAt(to, via).map((b) => ({ from: a, via, to: b })),
    );
  });
}
