/** Prepares links for the routing kernel: graph, times, gates, hierarchy, index. */
import { memoize } from '../base/memoize.ts';
import type { Speeds, TimeRange } from '../facts/schema/road-network.ts';
import { toUtm33 } from '../geo/utm33.ts';
import type { LinkTable, RoadGraph } from '../routing/graph.ts';
import { buildHierarchy } from '../routing/hierarchy.ts';
import {
  drawnLengths,
  type GateOnLink,
  leastWaitMs,
  measureAlong,
  pointAt,
  type RangeTable,
  type RoadNetwork,
  tableGates,
} from '../routing/network.ts';
import { indexPieces } from '../routing/pieces.ts';
import { fastestMetric } from '../routing/router.ts';
import { timeTurns } from '../routing/turn-times.ts';
import type { FerryService } from '../trip/ferry-service.ts';
import type { PreparedNetwork } from './kernel-file.ts';
import { codeRoad, type RoadFacts, roadName } from './link.ts';
import type { SectionToPlace } from './placement/place.ts';
import { type FerryPlacement, placeFerries } from './placement/place-ferries.ts';
import {
  type PlacedSection,
  placeSections,
  type SectionPlacement,
  tableSections,
  type UnplacedSection,
} from './placement/place-sections.ts';
import { rangeOf } from './speeds.ts';

/** Lines for an operator, one for each road with a closure or a toll that has no place: what routes lack without it. */
export function nameUnplaced(unplaced: readonly UnplacedSection[]): string[] {
  const lines = unplaced.map(
    ({ id, name = `section ${id}`, why }) =>
      `${name} has no place on the network (${why}): a stop at its far end tells of its closure or toll, a route over it does not`,
  );
  // A road that is closed in winter and costs a toll has two sections, but needs one sentence.
  return [...new Set(lines)];
}

/** What is known of the links of a graph. */
interface GraphFacts {
  /** By link: the road that it is a piece of. */
  readonly sources: readonly RoadFacts[];
  /** Gives the driven length of a link in metres. The drawn length may be shorter. */
  readonly drivenM: (link: number, drawnM: number) => number;
  /** Gives the milliseconds along a link, in the order of its points or against it. */
  readonly msOf: (link: number, drawnM: number, isBackward: boolean) => number;
  readonly services: readonly FerryService[];
  readonly speeds: Speeds;
  /** See `choice` of speeds.json; 0 if the data tells which municipal roads are no through roads. */
  readonly ontoMunicipalS: number;
  readonly gates: readonly GateOnLink[];
  readonly sections: readonly SectionToPlace[];
  /** Sections whose links are known already; absent: none. */
  readonly tolls?: readonly Pick<PlacedSection, 'id' | 'links'>[];
  /** Gets the share of links that are ordered, 0 … 1. Ordering is most of the work. */
  readonly onOrdered?: (share: number) => void;
}

/** Prepares a graph for the routing kernel, whichever network it is of. */
export function prepareGraph(
  lines: RoadGraph,
  facts: GraphFacts,
): {
  readonly prepared: PreparedNetwork;
  readonly unplaced: SectionPlacement['unplaced'];
} {
  const { sources, speeds } = facts;
  const { links } = lines;
  const alongM = measureAlong(links);
  const drawnM = drawnLengths(links, alongM);
  const { placed, unplaced } = placeSections(facts.sections, { links, sources, drawnM });
  const ferries = placeFerries(facts.services, lines, { sources, drawnM, ferry: speeds.ferry });
  const { graph } = ferries;
  const boardMs = (edge: number) => ferries.table.boardingMs + leastWaitMs(ferries.table, edge);
  const ofTurn = timeTurns(graph, boardMs);
  for (const [turn, ms] of ferries.extraMs) ofTurn[turn] = (ofTurn[turn] as number) + ms;
  for (const turn of ferries.changes)
    ofTurn[turn] = (ofTurn[turn] as number) + boardMs(graph.turns.to[turn] as number);
  const driveMs = (link: number, edge: number) =>
    facts.msOf(link, drawnM[link] as number, graph.isBackward[edge] === 1);
  const network: RoadNetwork = {
    graph,
    hierarchy: buildHierarchy(graph, placeNodes(links), facts.onOrdered),
    times: {
      ofEdge: graph.linkOf.map((link, edge) =>
        Math.round(ferries.sailingMs(link) ?? driveMs(link, edge)),
      ),
      ofTurn,
    },
    turnChoice: weighTurns(graph, facts, ferries),
    privateEntryMs: 1000 * speeds.choice.ontoPrivateS,
    measures: { alongM, drivenM: drawnM.map((lengthM, link) => facts.drivenM(link, lengthM)) },
    gates: tableGates(graph, facts.gates),
    sections: tableSections([...placed, ...(facts.tolls ?? [])], sources.length),
    ferries: ferries.table,
    ranges: tableRanges(sources, speeds),
  };
  const roads = Int32Array.from(sources, codeRoad);
  const index = indexPieces(links);
  return { prepared: { network, index, metric: fastestMetric(network), roads }, unplaced };
}

/** The ranges of the links: links of one class share a row. */
function tableRanges(sources: readonly RoadFacts[], speeds: Speeds): RangeTable {
  const rows: TimeRange[] = [];
  const rowOf = memoize((source: RoadFacts): number => {
    const range = rangeOf(source, speeds);
    const known = rows.findIndex(({ p10, p90 }) => p10 === range.p10 && p90 === range.p90);
    return known === -1 ? rows.push(range) - 1 : known;
  });
  return {
    classOf: Uint8Array.from(sources, rowOf),
    p10: Float64Array.from(rows, ({ p10 }) => p10),
    p90: Float64Array.from(rows, ({ p90 }) => p90),
  };
}

/** The weight of each turn in addition to its time, see `choice` of speeds.json. Milliseconds. */
function weighTurns(
  { edgeCount, linkOf, turns }: RoadGraph,
  { sources, speeds: { choice }, ontoMunicipalS }: GraphFacts,
  { table, changes }: FerryPlacement,
): Int32Array {
  const nameOf = memoize((road: RoadFacts) => (road.kind === 'ferry' ? '' : roadName(road)));
  const names = sources.map(nameOf);
  const entering = { ontoPrivateS: choice.ontoPrivateS, ontoMunicipalS };
  const weights = new Int32Array(turns.to.length);
  for (let edge = 0; edge < edgeCount; edge++)
    for (let turn = turns.first[edge] as number; turn < (turns.first[edge + 1] as number); turn++) {
      const next = turns.to[turn] as number;
      const [from, to] = [linkOf[edge] as number, linkOf[next] as number];
      const name = names[from] !== names[to] && sources[to]?.ramp !== true ? choice.otherNameS : 0;
      const enteringS = enterS(sources[from], sources[to], entering);
      const isFromLand = sources[from]?.kind === 'road';
      const boards = sources[to]?.kind === 'ferry' && (isFromLand || changes.has(turn));
      const waitMs = boards ? Math.min(leastWaitMs(table, next), choice.mostWaitMin * 60_000) : 0;
      weights[turn] = 1000 * (name + enteringS) + Math.round((choice.waitWeight - 1) * waitMs);
    }
  return weights;
}

function enterS(
  from: RoadFacts | undefined,
  to: RoadFacts | undefined,
  { ontoPrivateS, ontoMunicipalS }: Pick<Speeds['choice'], 'ontoPrivateS' | 'ontoMunicipalS'>,
): number {
  if (to?.kind !== 'road' || to.category === from?.category) return 0;
  if (to.category === 'P') return ontoPrivateS;
  return to.category === 'K' && from?.category !== 'P' ? ontoMunicipalS : 0;
}

/** The places of the nodes on the map, by which the network is divided. UTM 33, metres. */
function placeNodes(links: LinkTable): { readonly x: Float64Array; readonly y: Float64Array } {
  const [x, y] = [new Float64Array(links.nodeCount), new Float64Array(links.nodeCount)];
  const place = (node: number, point: number) => {
    [x[node], y[node]] = toUtm33(pointAt(links, point));
  };
  for (let link = 0; link < links.from.length; link++) {
    place(links.from[link] as number, links.firstPoint[link] as number);
    place(links.to[link] as number, (links.firstPoint[link + 1] as number) - 1);
  }
  return { x, y };
}
