/** The bundled links as the routing kernel takes them: cut at junctions and stations, in columns. */
import { groupBy } from '../../base/lists.ts';
import type { LatLon } from '../../base/point.ts';
import { angleBetweenDeg, flatBearingDeg, flatLengthM, pointAlong } from '../../geo/on-line.ts';
import { keyOf, toStep } from '../../geo/polyline.ts';
import { flagIsolated, LINK, type LinkTable, type TurnBan } from '../../routing/graph.ts';
import type { GateOnLink } from '../../routing/network.ts';
import { type RoadLink, roadName } from '../link.ts';
import type { PlacedStation, SectionToPlace } from '../placement/place.ts';
import { cutLine, cutSections } from '../placement/place-sections.ts';

interface DrawnGraph {
  readonly links: LinkTable;
  /** By link of the graph: the bundled link that it is a piece of. */
  readonly sources: readonly RoadLink[];
  readonly gates: readonly GateOnLink[];
}

/**
 * @param placed stations on the links, by their index: a link is cut at each of them.
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
    sources: pieces.map(({ road }) => road.link),
    gates: pieces.flatMap((piece, link) => listGates(piece, link, nodes.of)),
  };
}

/** A link as it is drawn, with the stations on it. */
interface DrawnRoad {
  /** Index of the link. */
  readonly id: number;
  readonly link: RoadLink;
  readonly line: readonly LatLon[];
  /** The number of the vertex at each point of the line. */
  readonly nodeIds: readonly number[];
  /** Absent: no station stands on it. */
  readonly stations?: readonly (PlacedStation & { readonly vertex: number })[];
}

/** No station is put nearer to an end of a link, so that it is not taken for one of the junction. Metres. */
const CLEAR_M = 15;
/**
 * Stations closer than this along a link share the place of the first of them: records of one station, which a way that
 * avoids tolls counts once. Metres.
 */
const SHARE_M = 60;
/** A station that is no farther from a vertex of its line is put on the vertex. Metres. */
const STATION_SNAP_M = 1;

function drawRoads(
  links: readonly RoadLink[],
  placed: readonly PlacedStation[],
  sections: readonly SectionToPlace[],
): {
  readonly roads: readonly DrawnRoad[];
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
  const roads = links.map((link, id): DrawnRoad => {
    const stations = (stationsOf.get(id) ?? []).toSorted((a, b) => a.alongM - b.alongM);
    const atStations = cutLine(link.line, listPlacesM(stations, link.line), STATION_SNAP_M);
    const { line, cuts: atSections } = cutLine(atStations.line, cutsOf.get(id) ?? []);
    const nodeIds = line.map(numberOf);
    for (const vertex of [...atStations.cuts, ...atSections]) cuts.add(numberOf(vertex));
    const vertexOf = (i: number) => numberOf(atStations.cuts[i] as LatLon);
    return {
      ...{ id, link, line, nodeIds },
      ...(stations.length > 0 && {
        stations: stations.map((station, i) => ({ ...station, vertex: vertexOf(i) })),
      }),
    };
  });
  return { roads, cuts };
}

/** Where the line is cut for each of its stations, which are in order along it. Metres. */
function listPlacesM(stations: readonly PlacedStation[], line: readonly LatLon[]): number[] {
  const lengthM = flatLengthM(line);
  const clearM = Math.min(CLEAR_M, lengthM / 4);
  let firstM = Number.NEGATIVE_INFINITY;
  return stations.map(({ alongM }) => {
    if (alongM - firstM > SHARE_M) firstM = alongM;
    return Math.max(clearM, Math.min(lengthM - clearM, firstM));
  });
}

/**
 * Numbers the nodes in the order of vertices. A vertex is a node if a line ends there, if lines meet there, or if it is
 * a cut.
 *
 * @returns the node of each vertex, -1: it lies inside a piece; and the number of nodes.
 */
function numberNodes(roads: readonly DrawnRoad[], cuts: ReadonlySet<number>) {
  const vertices = roads.reduce((most, { nodeIds }) => Math.max(most, ...nodeIds), -1) + 1;
  const uses = new Uint8Array(vertices);
  for (const { nodeIds } of roads)
    nodeIds.forEach((vertex, i) => {
      const isEnd = i === 0 || i === nodeIds.length - 1 || cuts.has(vertex);
      uses[vertex] = Math.min(2, (uses[vertex] as number) + (isEnd ? 2 : 1));
    });
  const of = new Int32Array(vertices).fill(-1);
  let count = 0;
  for (let vertex = 0; vertex < vertices; vertex++) if (uses[vertex] === 2) of[vertex] = count++;
  return { count, of };
}

interface Piece {
  readonly road: DrawnRoad;
  readonly line: readonly LatLon[];
  readonly from: number;
  readonly to: number;
}

function cutAtNodes(road: DrawnRoad, nodeOf: Int32Array): Piece[] {
  const { line, nodeIds } = road;
  const node = (i: number) => nodeOf[nodeIds[i] as number] as number;
  const pieces: Piece[] = [];
  let start = 0;
  for (let i = 1; i < line.length; i++) {
    if (node(i) === -1) continue;
    pieces.push({ road, line: line.slice(start, i + 1), from: node(start), to: node(i) });
    start = i;
  }
  return pieces;
}

/** The gates of a piece: of the stations at its end for those who drive with the line, at its start for the others. */
function listGates({ road, from, to }: Piece, link: number, nodeOf: Int32Array): GateOnLink[] {
  return (road.stations ?? []).flatMap(({ id, vertex, forward, backward }) => [
    ...(forward && to === nodeOf[vertex] ? [{ link, stationId: id }] : []),
    ...(backward && from === nodeOf[vertex]
      ? [{ link, stationId: id, isBackward: true as const }]
      : []),
  ]);
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

const flagsOf = ({ road: { link } }: Piece): number =>
  (link.oneWay === true ? LINK.oneWay : 0) +
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

/** A ramp joins or leaves a main road at less than this angle. Degrees. */
const MAX_TURN_DEG = 100;
/** The bearing of a way is measured to a point this far from the junction. Metres. */
const TELLING_M = 30;

/**
 * The turns between a ramp and its main road that lead backwards. The main road is drawn as one line for both
 * directions. Without these bans a driver could leave it by the ramps of the other carriageway, and drive round their
 * toll stations.
 *
 * @internal Outside this file only its tests use it.
 */
export function listBackwardTurns(roads: readonly DrawnRoad[]): TurnBan[] {
  const ends = listRampEnds(roads);
  return [...ends].flatMap(([via, here]) => {
    const ramps = here.filter(({ road }) => road.link.ramp === true);
    const mains = here.filter(({ road }) => ramps.some((ramp) => isMainRoad(road, ramp.road)));
    return ramps.flatMap((ramp) =>
      mains.flatMap((main) => [...turnsBack(main, via, ramp), ...turnsBack(ramp, via, main)]),
    );
  });
}

/** An end of a way at a node. */
interface RoadEnd {
  readonly road: DrawnRoad;
  /** Is it the first point of the line? */
  readonly isStart: boolean;
}

/** The ends of roads by node, at the ends of ramps. */
function listRampEnds(roads: readonly DrawnRoad[]): ReadonlyMap<number, readonly RoadEnd[]> {
  const ends = roads.flatMap((road): RoadEnd[] => [
    { road, isStart: true },
    { road, isStart: false },
  ]);
  const byNode = groupBy(ends, ({ road, isStart }) => road.nodeIds.at(isStart ? 0 : -1) as number);
  return new Map([...byNode].filter(([, here]) => here.some(({ road }) => road.link.ramp)));
}

/** A road that the ramp is named after, or any road of the kind that has ramps. */
const isMainRoad = ({ link }: DrawnRoad, ramp: DrawnRoad) =>
  link.ramp !== true && (link.motor !== undefined || roadName(link) === roadName(ramp.link));

/** The turn from one end to another, if it can be driven and leads backwards. */
function turnsBack(from: RoadEnd, via: number, to: RoadEnd): TurnBan[] {
  const arrives = from.road.link.oneWay !== true || !from.isStart;
  const leaves = to.road.link.oneWay !== true || to.isStart;
  if (!arrives || !leaves) return [];
  const turnDeg = angleBetweenDeg((awayDeg(from) + 180) % 360, awayDeg(to));
  return turnDeg > MAX_TURN_DEG ? [{ from: from.road.id, via, to: to.road.id }] : [];
}

/** Bearing in which the way leads away from this end. */
function awayDeg({ road, isStart }: RoadEnd): number {
  const line = isStart ? road.line : road.line.toReversed();
  const farM = Math.min(TELLING_M, flatLengthM(line));
  return flatBearingDeg(line[0] as LatLon, pointAlong(line, farM).at);
}
