import type { LatLon } from '../../base/point.ts';
import type { Gate } from '../../geo/gate.ts';
import { flatDistanceM } from '../../geo/on-line.ts';
import { cutGates } from '../cut-gates.ts';
import type { OsmNode } from '../osm-pbf.ts';
import type { PlacedStation } from '../place.ts';
import { keyOf } from '../vertex.ts';
import type { OsmRoad } from './osm-road.ts';

/** A part of a way that has become several. */
export interface RoadPiece {
  /** In the order of the way, but that of driving on the carriageways of a station. */
  readonly nodeIds: readonly number[];
  /** A carriageway of a station on a way that is driven both ways, along it or against it. */
  readonly carriageway?: 'forward' | 'backward';
}

export interface CutRoad {
  /** One where the way stays whole. */
  readonly pieces: readonly RoadPiece[];
  /** The nodes that it has more than before. */
  readonly nodes: readonly OsmNode[];
  readonly gates: readonly Gate[];
}

/** A leg shorter than this has no room for a station, if there is a longer one near. Metres. */
const ROOM_M = 3;
/** A station may move by this much along its road to find room. Metres. */
const MOVE_M = 40;
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
  road: OsmRoad,
  stations: readonly PlacedStation[],
  nextNodeId: () => number,
): CutRoad {
  const { line, nodeIds, oneWay } = road;
  const stationsOf = groupByLeg(line, stations);
  const nodes: OsmNode[] = [];
  const gates: Gate[] = [];
  const pieces: RoadPiece[] = [];
  let open: number[] = nodeIds.slice(0, 1);
  const closePiece = (start: number) => {
    if (open.length > 1) pieces.push({ nodeIds: open });
    open = [start];
  };

  for (let i = 0; i + 1 < line.length; i++) {
    const [a, b] = [line[i], line[i + 1]] as [LatLon, LatLon];
    const [idOfA, idOfB] = [nodeIds[i], nodeIds[i + 1]] as [number, number];
    const here = stationsOf.get(i);
    if (here === undefined) {
      open.push(idOfB);
      continue;
    }
    const cut = cutGates({ line: [a, b], oneWay }, here);
    gates.push(...cut.gates);
    const ids = new Map([
      [keyOf(a), idOfA],
      [keyOf(b), idOfB],
    ]);
    const idAt = (at: LatLon, isGate: boolean): number => {
      const known = ids.get(keyOf(at));
      if (known !== undefined) return known;
      const id = nextNodeId();
      ids.set(keyOf(at), id);
      nodes.push({ id, at, ...(isGate && { tags: GATE_TAGS }) });
      return id;
    };
    let isBackward = false;
    for (const part of cut.parts) {
      const along = part.line.map((at, p) => idAt(at, p === part.gateIndex));
      if (part.oneWay !== true || oneWay) {
        open.push(...along.slice(1));
        continue;
      }
      // The carriageway forward comes first, and the one back ends where it began.
      if (!isBackward) closePiece(along.at(-1) as number);
      pieces.push({ nodeIds: along, carriageway: isBackward ? 'backward' : 'forward' });
      isBackward = !isBackward;
    }
  }
  if (open.length > 1) pieces.push({ nodeIds: open });
  return { pieces, nodes, gates };
}

/** Stations by the index of the leg that has room for them, with the distance along that leg. */
function groupByLeg(
  line: readonly LatLon[],
  stations: readonly PlacedStation[],
): Map<number, PlacedStation[]> {
  const legs = listLegs(line);
  const groups = new Map<number, PlacedStation[]>();
  for (const station of stations) {
    const { index, fromM, lengthM } = findRoom(legs, station.alongM);
    const alongM = Math.min(lengthM, Math.max(0, station.alongM - fromM));
    groups.set(index, [...(groups.get(index) ?? []), { ...station, alongM }]);
  }
  return groups;
}

interface Leg {
  readonly index: number;
  readonly fromM: number;
  readonly lengthM: number;
}

function listLegs(line: readonly LatLon[]): Leg[] {
  let fromM = 0;
  return line.slice(1).map((b, index) => {
    const lengthM = flatDistanceM(line[index] as LatLon, b);
    const leg = { index, fromM, lengthM };
    fromM += lengthM;
    return leg;
  });
}

/** The nearest leg with room; where none is near, the longest of those that are. */
function findRoom(legs: readonly Leg[], alongM: number): Leg {
  const awayM = ({ fromM, lengthM }: Leg) => Math.max(fromM - alongM, alongM - fromM - lengthM, 0);
  const near = legs.filter((leg) => awayM(leg) <= MOVE_M);
  const roomy = near.filter(({ lengthM }) => lengthM >= ROOM_M);
  const [first] =
    roomy.length > 0
      ? roomy.toSorted((a, b) => awayM(a) - awayM(b))
      : near.toSorted((a, b) => b.lengthM - a.lengthM);
  return first as Leg;
}
