import type { LatLon } from '../../base/point.ts';
import type { Gate } from '../../passages/gate.ts';
import type { OsmRoad } from '../compile/placing-road.ts';
import { cutGates, type LinkPart } from '../cut-gates.ts';
import type { OsmNode } from '../osm-pbf.ts';
import type { PlacedStation } from '../place.ts';
import { keyOf } from '../vertex.ts';
import { groupByLeg } from './group-by-leg.ts';

/** A part of a way that has become several. */
export interface RoadPiece {
  /** In the order of driving on carriageways; in that of the road's line elsewhere. */
  readonly nodeIds: readonly number[];
  /** A carriageway of a station on a way that is driven both ways: along its line, or against it. */
  readonly carriageway?: 'forward' | 'backward';
}

export interface CutRoad {
  /** One where the way stays whole. */
  readonly pieces: readonly RoadPiece[];
  /** The nodes that it has more than before. */
  readonly nodes: readonly OsmNode[];
  readonly gates: readonly Gate[];
}

/** The engine adds its toll penalty at such nodes, which is how `avoidTolls` works. */
const GATE_TAGS = { barrier: 'toll_booth' } as const;

/**
 * Cuts stations into a way, each within one leg of it, so that no junction is touched. A one-way
 * way gets the nodes of its gates and stays whole; one that is driven both ways becomes a pair of
 * short carriageways at each station, as on the bundled network.
 *
 * @param nextNodeId gives a new id with each call.
 */
export function cutRoad(
  { line, nodeIds, oneWay }: OsmRoad,
  stations: readonly PlacedStation[],
  nextNodeId: () => number,
): CutRoad {
  const stationsOf = groupByLeg(line, stations);
  const nodes: OsmNode[] = [];
  const gates: Gate[] = [];
  const drawing = openDrawing(nodeIds[0] as number);
  for (const [i, b] of line.slice(1).entries()) {
    const [a, idOfA, idOfB] = [line[i] as LatLon, nodeIds[i] as number, nodeIds[i + 1] as number];
    const here = stationsOf.get(i);
    if (here === undefined) {
      drawing.goOn(idOfB);
      continue;
    }
    const cut = cutGates({ line: [a, b], oneWay }, here);
    gates.push(...cut.gates);
    const ids = new Map([
      [keyOf(a), idOfA],
      [keyOf(b), idOfB],
    ]);
    const idAt = (at: LatLon, isGate: boolean): number => {
      const id = ids.get(keyOf(at)) ?? nextNodeId();
      if (!ids.has(keyOf(at))) nodes.push({ id, at, ...(isGate && { tags: GATE_TAGS }) });
      ids.set(keyOf(at), id);
      return id;
    };
    for (const part of cut.parts) drawing.add(part, oneWay, idAt);
  }
  return { pieces: drawing.close(), nodes, gates };
}

/** Joins what is driven both ways into pieces, and parts them where carriageways lie between. */
function openDrawing(start: number) {
  const pieces: RoadPiece[] = [];
  let open = [start];
  let isBackward = false;
  const closeOpen = () => {
    if (open.length > 1) pieces.push({ nodeIds: open });
  };
  return {
    goOn: (nodeId: number): void => void open.push(nodeId),
    add(
      part: LinkPart,
      isOneWayRoad: boolean,
      idAt: (at: LatLon, isGate: boolean) => number,
    ): void {
      const nodeIds = part.line.map((at, i) => idAt(at, i === part.gateIndex));
      if (part.oneWay !== true || isOneWayRoad) {
        open.push(...nodeIds.slice(1));
        return;
      }
      // The carriageway forward comes first; the one back ends where it began.
      if (!isBackward) {
        closeOpen();
        open = nodeIds.slice(-1);
      }
      pieces.push({ nodeIds, carriageway: isBackward ? 'backward' : 'forward' });
      isBackward = !isBackward;
    },
    close(): readonly RoadPiece[] {
      closeOpen();
      return pieces;
    },
  };
}
