/** Prepares links for the routing kernel: graph, times, gates, hierarchy, index. */

import type { Speeds } from '../facts/schema/road-network.ts';
import { distancesAlongM } from '../geo/measured-line.ts';
import { toUtm33 } from '../geo/utm33.ts';
import type { Gate } from '../passages/gate.ts';
import { buildGraph, type LinkTable, type RoadGraph } from '../routing/graph.ts';
import { buildHierarchy } from '../routing/hierarchy.ts';
import {
  drawnLengths,
  type LinkMeasures,
  measureAlong,
  pointAt,
  tableGates,
} from '../routing/network.ts';
import { indexPieces } from '../routing/snap.ts';
import { timeTurns } from '../routing/turn-times.ts';
import { drawGraph, type GateOnLink } from './draw-graph.ts';
import type { PreparedNetwork } from './kernel-file.ts';
import { codeRoad, type RoadFacts, type RoadLink, roadName } from './link.ts';
import type { PlacedStation, SectionToPlace } from './place.ts';
import { type PlacedSection, placeSections, tableSections } from './place-sections.ts';
import { crossingMin, openRoadSpeeds } from './speeds.ts';

/** What is put on the links. */
export interface PlacedFacts {
  /** Stations, by the index of their link. */
  readonly placed: readonly PlacedStation[];
  readonly sections: readonly SectionToPlace[];
}

export function prepareNetwork(
  links: readonly RoadLink[],
  { placed, sections }: PlacedFacts,
  speeds: Speeds,
): PreparedNetwork & {
  readonly gates: readonly Gate[];
  /** Sections that have no place, one English sentence each. */
  readonly unplaced: readonly string[];
} {
  const drawn = drawGraph(links, placed, sections);
  const placement = placeSections(sections, drawn);
  const alongM = measureAlong(drawn.links);
  const drawnM = drawnLengths(drawn.links, alongM);
  const driveMs = openDriveTimes(links, speeds);
  const linkMs = drawn.sources.map((source, link) => driveMs(source, drawnM[link] as number));
  return {
    gates: drawn.gatePoints,
    unplaced: placement.unplaced.map(nameUnplaced),
    ...prepareGraph(buildGraph(drawn.links), {
      sources: drawn.sources,
      measures: {
        alongM,
        drivenM: drawnM.map((lengthM, link) =>
          drawn.sources[link]?.kind === 'ferry' ? lengthM : lengthM * speeds.lengthFactor,
        ),
      },
      msOf: (link) => linkMs[link] as number,
      boardingMin: speeds.ferry.boardingMin,
      ontoMunicipalMs: ONTO_MUNICIPAL_MS,
      gates: drawn.gates,
      sections: placement.placed,
    }),
  };
}

export const nameUnplaced = ({ id, why }: { readonly id: string; readonly why: string }): string =>
  `section ${id} has no place: ${why}`;

/** What is known of the links of a graph. */
interface GraphFacts {
  /** By link: the road that it is a piece of. */
  readonly sources: readonly RoadFacts[];
  readonly measures: LinkMeasures;
  /** Milliseconds along a link, in the order of its points or against it. */
  readonly msOf: (link: number, isBackward: boolean) => number;
  readonly boardingMin: number;
  /** See `ONTO_MUNICIPAL_MS`; 0 where the data says which of them lead through. */
  readonly ontoMunicipalMs: number;
  readonly gates: readonly GateOnLink[];
  readonly sections: readonly PlacedSection[];
}

/** Prepares a graph for the routing kernel, whichever network it is of. */
export function prepareGraph(
  graph: RoadGraph,
  { sources, measures, msOf, boardingMin, ontoMunicipalMs, gates, sections }: GraphFacts,
): PreparedNetwork {
  return {
    network: {
      graph,
      hierarchy: buildHierarchy(graph, placeNodes(graph.links)),
      times: {
        ofEdge: graph.linkOf.map((link, edge) =>
          Math.round(msOf(link, graph.isBackward[edge] === 1)),
        ),
        ofTurn: timeTurns(graph, boardingMin * 60),
      },
      turnChoice: weighTurns(graph, sources, ontoMunicipalMs),
      measures,
      gates: tableGates(graph, gates),
      sections: tableSections(sections, sources.length),
    },
    index: indexPieces(graph.links),
    roads: Int32Array.from(sources, codeRoad),
  };
}

/** Gives the milliseconds along a piece of a link, by its length as drawn in metres. */
function openDriveTimes(links: readonly RoadLink[], speeds: Speeds) {
  const speedOf = openRoadSpeeds(links, speeds);
  const kmhOf = new Map(
    links.flatMap((link) => (link.kind === 'road' ? [[link, speedOf(link)]] : [])),
  );
  return (link: RoadLink, drawnM: number): number => {
    const kmh = kmhOf.get(link);
    if (kmh !== undefined) return (drawnM * speeds.lengthFactor * 3600) / kmh;
    const wholeM = distancesAlongM(link.line).at(-1) ?? 0;
    return wholeM === 0 ? 0 : (drawnM / wholeM) * crossingMin(link, speeds) * 60_000;
  };
}

/**
 * Milliseconds that leaving a road for one of another name counts in the choice of a way. Source: the former engine's
 * `maneuver_penalty`, 5 s; of the 663 plain trips of its record it takes 45 instead of 55 off its roads.
 */
const OTHER_NAME_MS = 5000;

/**
 * Milliseconds that driving onto a private or forest road counts in the choice of a way, beyond its time: once for
 * each road that is entered, so that a trip which begins on one pays nothing, and one which ends there has no way
 * round it. Source of the mechanism: `destination_only_penalty` of valhalla/valhalla, `src/sif/autocost.cc`, and the
 * turns into restricted roads of OSRM's `profiles/car.lua`. Valhalla's 600 s still leave 24 of 400 trips across the
 * country on private roads, for 13 minutes at most; an hour leaves none, and those whom it saves more.
 */
const ONTO_PRIVATE_MS = 3_600_000;

/**
 * The same for a municipal road from one of higher rank: the data does not say which of them lead through.
 * Source: `service_penalty` of the same file, 75 s.
 */
const ONTO_MUNICIPAL_MS = 75_000;

function weighTurns(
  { edgeCount, linkOf, turns }: RoadGraph,
  sources: readonly RoadFacts[],
  ontoMunicipalMs: number,
) {
  const nameOf = new Map(
    Array.from(new Set(sources), (road) => [road, road.kind === 'ferry' ? '' : roadName(road)]),
  );
  const names = sources.map((road) => nameOf.get(road));
  const weights = new Int32Array(turns.to.length);
  for (let edge = 0; edge < edgeCount; edge++)
    for (let turn = turns.first[edge] as number; turn < (turns.first[edge + 1] as number); turn++) {
      const [from, to] = [linkOf[edge] as number, linkOf[turns.to[turn] as number] as number];
      const name = names[from] !== names[to] && sources[to]?.ramp !== true ? OTHER_NAME_MS : 0;
      weights[turn] = name + enteringMs(sources[from], sources[to], ontoMunicipalMs);
    }
  return weights;
}

function enteringMs(
  from: RoadFacts | undefined,
  to: RoadFacts | undefined,
  ontoMunicipalMs: number,
): number {
  if (to?.kind !== 'road' || to.category === from?.category) return 0;
  if (to.category === 'P') return ONTO_PRIVATE_MS;
  return to.category === 'K' && from?.category !== 'P' ? ontoMunicipalMs : 0;
}

/** The nodes on the map, where the network is cut. */
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
