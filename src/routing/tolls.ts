/** The turns with which a drive pays: it passes toll stations with them, or comes onto a private toll road. */
import type { Costs } from './metric.ts';
import type { RoadNetwork } from './network.ts';

/** Stations, as indexes into the `stationIds` of gates, and private toll roads, as indexes into the `ids` of sections. */
export interface Tolls {
  readonly stations: readonly number[];
  readonly roads: readonly number[];
}

/** Gives the new cost of a turn with these tolls. */
export type TollCost = (cost: number, tolls: Tolls) => number;

export interface TollTurns {
  /** The costs, with new ones for the turns with tolls. @param idle gates at which nothing is paid, see `Closing`. */
  weigh(costs: Costs, costOf: TollCost, idle: readonly number[]): Costs;
  /** Does a drive pay that goes on from an edge into the next one? */
  pays(edge: number, next: number, idle: readonly number[]): boolean;
  /** Number of private toll roads that the turn from an edge into the next one leads onto. */
  countRoads(edge: number, next: number): number;
}

const NONE: readonly number[] = [];

/** @param tolled sections that are private toll roads. */
export function openTollTurns(
  { graph, gates, sections }: RoadNetwork,
  tolled: readonly number[],
): TollTurns {
  const { turns, linkOf, opposite } = graph;
  const roadsOn = new Map<number, readonly number[]>();
  const isTolled = new Set(tolled);
  for (let link = 0; tolled.length > 0 && link < sections.first.length - 1; link++) {
    if (sections.first[link] === sections.first[link + 1]) continue;
    const own = sections.section.subarray(sections.first[link], sections.first[link + 1]);
    const roads = [...own].filter((section) => isTolled.has(section));
    if (roads.length > 0) roadsOn.set(link, roads);
  }
  const roadsOf = (edge: number) => roadsOn.get(linkOf[edge] as number) ?? NONE;
  const stationsOf = (edge: number, idle: readonly number[]) => {
    const [first, end] = [gates.first[edge] as number, gates.first[edge + 1] as number];
    if (first === end) return NONE;
    return [...gates.station.subarray(first, end)].filter((_, i) => !idle.includes(first + i));
  };
  /** A private road is paid on the way onto it: a trip that begins on it can not avoid it. */
  const listEntered = (edge: number, next: number) => {
    const roads = roadsOf(next);
    return roads === NONE ? NONE : roads.filter((road) => !roadsOf(edge).includes(road));
  };
  const tollsOf = (edge: number, next: number, idle: readonly number[]): Tolls => ({
    stations: next === opposite[edge] ? NONE : stationsOf(edge, idle),
    roads: listEntered(edge, next),
  });
  const isPaid = ({ stations, roads }: Tolls): boolean => stations.length + roads.length > 0;
  return {
    pays: (edge, next, idle) => isPaid(tollsOf(edge, next, idle)),
    weigh({ ofEdge, ofTurn }, costOf, idle) {
      const { first, to } = turns;
      const passing = ofTurn.slice();
      for (let edge = 0; edge < graph.edgeCount; edge++)
        for (let turn = first[edge] as number; turn < (first[edge + 1] as number); turn++) {
          const tolls = tollsOf(edge, to[turn] as number, idle);
          if (isPaid(tolls)) passing[turn] = costOf(passing[turn] as number, tolls);
        }
      return { ofEdge, ofTurn: passing };
    },
    countRoads: (edge, next) => listEntered(edge, next).length,
  };
}
