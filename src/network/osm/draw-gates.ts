import { flatDistanceM } from '../../geo/on-line.ts';
import type { Gate } from '../../passages/gate.ts';
import type { OsmRoad } from '../compile/placing-road.ts';
import type { OsmNode, OsmTags, OsmWay } from '../osm-pbf.ts';
import type { PlacedStation } from '../place.ts';
import { cutRoad, type RoadPiece } from './cut-road.ts';
import type { TollBooth } from './locate-nodes.ts';
import type { WayParts } from './rewrite-relations.ts';
import type { WayChange } from './rewrite-ways.ts';

/** What has to change in a map so that it has a gate for every station. */
export interface MapChanges {
  readonly newNodes: readonly OsmNode[];
  readonly newWays: readonly OsmWay[];
  /** Ways that stay, by id. */
  readonly ways: ReadonlyMap<number, WayChange>;
  /** Ways that have become several, by the id that the first part keeps. */
  readonly parts: ReadonlyMap<number, WayParts>;
  /** Toll booths of the map that our gates stand for. */
  readonly booths: ReadonlySet<number>;
}

export interface DrawnGates {
  readonly changes: MapChanges;
  readonly gates: readonly Gate[];
}

/** What a map has, as far as gates change it. */
export interface MapToChange {
  readonly roads: readonly OsmRoad[];
  /** Ways whose tags have to change, by id. */
  readonly tags: ReadonlyMap<number, OsmTags>;
  readonly booths: readonly TollBooth[];
  /** A toll booth of the map stands for a station of ours within this distance of its gate. Metres. */
  readonly boothM: number;
  readonly maxNodeId: number;
  readonly maxWayId: number;
}

/** @param charges places of stations on the roads; `link` is the index of the road. */
export function drawGates(
  { roads, tags, booths, boothM, maxNodeId, maxWayId }: MapToChange,
  charges: readonly PlacedStation[],
): DrawnGates {
  const nextNodeId = countFrom(maxNodeId + 1);
  const nextWayId = countFrom(maxWayId + 1);
  const newNodes: OsmNode[] = [];
  const newWays: OsmWay[] = [];
  const gates: Gate[] = [];
  const parts = new Map<number, WayParts>();
  const ways = new Map([...tags].map(([id, own]): [number, WayChange] => [id, { tags: own }]));

  for (const [index, stations] of groupByRoad(charges)) {
    const road = roads[index] as OsmRoad;
    const cut = cutRoad(road, stations, nextNodeId);
    newNodes.push(...cut.nodes);
    gates.push(...cut.gates);
    const pieces = cut.pieces.map((piece, i) =>
      toWay(road, piece, i === 0 ? road.wayId : nextWayId()),
    );
    const [first, ...others] = pieces as [OsmWay, ...OsmWay[]];
    newWays.push(...others);
    ways.set(road.wayId, first);
    if (others.length > 0)
      parts.set(
        road.wayId,
        pieces.map(({ id, nodeIds }, i) => ({
          id,
          nodeIds,
          oneWay: cut.pieces[i]?.carriageway !== undefined,
        })),
      );
  }
  const isOurs = ({ at }: TollBooth) => gates.some((gate) => flatDistanceM(gate.at, at) <= boothM);
  return {
    changes: {
      newNodes,
      newWays,
      ways,
      parts,
      booths: new Set(booths.filter(isOurs).map(({ id }) => id)),
    },
    gates,
  };
}

function toWay(
  { tags, isReversed }: OsmRoad,
  { nodeIds, carriageway }: RoadPiece,
  id: number,
): OsmWay {
  if (carriageway === undefined)
    return { id, nodeIds: isReversed ? nodeIds.toReversed() : nodeIds, tags };
  const own = carriageway === 'forward' ? tags : turnRound(tags);
  return { id, nodeIds, tags: { ...own, oneway: 'yes' } };
}

/** The tags of a way as it is driven against its order: what holds forward held backward. */
function turnRound(tags: OsmTags): OsmTags {
  const turned: Readonly<Record<string, string>> = { forward: 'backward', backward: 'forward' };
  return Object.fromEntries(
    Object.entries(tags).map(([key, value]) => [
      key
        .split(':')
        .map((part) => turned[part] ?? part)
        .join(':'),
      value,
    ]),
  );
}

function groupByRoad(charges: readonly PlacedStation[]): Map<number, PlacedStation[]> {
  const groups = new Map<number, PlacedStation[]>();
  for (const charge of charges)
    groups.set(charge.link, [...(groups.get(charge.link) ?? []), charge]);
  return groups;
}

function countFrom(first: number): () => number {
  let next = first;
  return () => next++;
}
