/** Trips over stops on one network: snaps the stops, finds the way between them and other ways. */
import type { LatLon } from '../base/point.ts';
import { type AlternativeFinder, openAlternatives } from './alternatives.ts';
import { type Drive, type DrivenEdge, edgesOfPath, joinLegs, readDrive } from './drive.ts';
import { type Costs, customize, UNREACHABLE } from './metric.ts';
import { drawnLengths, type RoadNetwork } from './network.ts';
import { type EdgePlace, openQuery, type Query } from './query.ts';
import { openSnapper, type SnappedStop } from './snap.ts';

export interface Router {
  /** The snapped stop; undefined where no road is within reach. */
  snap(stop: LatLon): SnappedStop | undefined;
  /**
   * The drives over stops, the lightest first; `[]` where there is no way.
   *
   * @param others how many other ways are wanted; a trip with stops on the way has none.
   */
  drive(
    stops: readonly SnappedStop[],
    wish: { readonly avoidTolls: boolean; readonly others: number },
  ): Drive[];
}

/**
 * A way past one station is as bad as twelve hours of detour, so that a toll-free way is taken wherever there is
 * one. The unit of these costs is longer than a millisecond: with 16 ms some 390 stations fit into a path.
 */
const AVOIDED_MS = 12 * 60 * 60 * 1000;
const AVOIDING_UNIT_MS = 16;

/** Opens a network for one drive after the other. @param index over its links, see `indexPieces`. */
export function openRouter(network: RoadNetwork, index: Uint8Array): Router {
  const snapper = openSnapper(network.graph, network.measures, index);
  const choice = toChoice(network);
  const fastest = openWays(network, choice, choice);
  let tollFree: Ways | undefined;
  const avoiding = () => {
    if (tollFree === undefined) {
      const plain = inLongUnits(choice);
      tollFree = openWays(network, avoidGates(network, plain), plain);
    }
    return tollFree;
  };

  return {
    snap: snapper.snap,
    drive(stops, { avoidTolls, others }) {
      const ways = (avoidTolls ? avoiding() : fastest).find(
        stops.map(({ places }) => places),
        others,
      );
      return ways.map((edges) => readDrive(network, edges));
    },
  };
}

interface Ways {
  find(stops: readonly (readonly EdgePlace[])[], others: number): (readonly DrivenEdge[])[];
}

/** @param plain the same costs without penalties. */
function openWays({ graph, hierarchy, measures }: RoadNetwork, costs: Costs, plain: Costs): Ways {
  const metric = customize(hierarchy, graph, costs);
  const query = openQuery(graph, hierarchy, metric);
  const drawnM = drawnLengths(graph.links, measures.alongM);
  const lengthM = Float64Array.from(graph.linkOf, (link) => drawnM[link] as number);
  let alternatives: AlternativeFinder | undefined;
  return {
    find(stops, others) {
      const [from, to] = [stops[0], stops.at(-1)] as [readonly EdgePlace[], readonly EdgePlace[]];
      const best = query.find(from, to);
      if (best === undefined) return [];
      const direct = edgesOfPath(best);
      if (stops.length > 2)
        return passesAll(direct, stops.slice(1, -1)) ? [direct] : findLegs(graph, query, stops);
      if (others === 0) return [direct];
      alternatives ??= openAlternatives(graph, hierarchy, metric, { query, plain, lengthM });
      return [direct, ...alternatives.find(best, from, to, others).map(edgesOfPath)];
    },
  };
}

/** Leg by leg; at a stop one may turn back. */
function findLegs(
  graph: RoadNetwork['graph'],
  query: Query,
  stops: readonly (readonly EdgePlace[])[],
): (readonly DrivenEdge[])[] {
  let whole: readonly DrivenEdge[] = [];
  for (let i = 1; i < stops.length; i++) {
    const leg = query.find(stops[i - 1] ?? [], stops[i] ?? []);
    if (leg === undefined) return [];
    whole = joinLegs(graph, whole, edgesOfPath(leg));
  }
  return [whole];
}

/** Does a drive come past all stops in their order? Whoever stops on the way drives on as before. */
function passesAll(
  edges: readonly DrivenEdge[],
  stops: readonly (readonly EdgePlace[])[],
): boolean {
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

/** What a way is chosen by: its time, and what its turns count beyond it. */
const toChoice = ({ times, turnChoice }: RoadNetwork): Costs => ({
  ofEdge: times.ofEdge,
  ofTurn: times.ofTurn.map((ms, turn) => ms + (turnChoice[turn] as number)),
});

/** What is closed stays closed. */
const inLongUnits = ({ ofEdge, ofTurn }: Costs): Costs => {
  const convert = (ms: number) =>
    ms >= UNREACHABLE ? UNREACHABLE : Math.round(ms / AVOIDING_UNIT_MS);
  return { ofEdge: ofEdge.map(convert), ofTurn: ofTurn.map(convert) };
};

/** Much more where a drive passes a station. */
function avoidGates({ graph, gates }: RoadNetwork, { ofEdge, ofTurn }: Costs): Costs {
  const { turns, opposite } = graph;
  const avoiding = ofTurn.slice();
  for (let edge = 0; edge < graph.edgeCount; edge++) {
    if (gates.first[edge] === gates.first[edge + 1]) continue;
    for (let turn = turns.first[edge] as number; turn < (turns.first[edge + 1] as number); turn++)
      if (turns.to[turn] !== opposite[edge])
        (avoiding[turn] as number) += AVOIDED_MS / AVOIDING_UNIT_MS;
  }
  return { ofEdge, ofTurn: avoiding };
}
