import type { LatLon } from '../../base/point.ts';
import type { RoadLink } from '../link.ts';
import type { Roadway } from '../osm/roadway.ts';
import type { OsmTags } from '../osm-pbf.ts';
import { listRoadNames, type RoadName } from './road-names.ts';

/** A way for cars near a toll station. */
export interface OsmRoad {
  readonly wayId: number;
  readonly tags: OsmTags;
  readonly category: Roadway['category'];
  readonly ramp: boolean;
  /** Driven in the order of the line only; otherwise both ways. */
  readonly oneWay: boolean;
  /** The file lists the nodes in the other order. */
  readonly isReversed: boolean;
  /** In the order of driving. */
  readonly line: readonly LatLon[];
  /** One for each point of the line. */
  readonly nodeIds: readonly number[];
}

/** A node of a way and where it lies. */
export interface PlacedNode {
  readonly id: number;
  readonly at: LatLon;
}

/** @param nodes in the order of the file; those whose place is not known are left out. */
export function toOsmRoad(
  wayId: number,
  tags: OsmTags,
  roadway: Roadway,
  nodes: readonly PlacedNode[],
): OsmRoad {
  const isReversed = roadway.driven === 'backward';
  const driven = isReversed ? nodes.toReversed() : nodes;
  return {
    wayId,
    tags,
    category: roadway.category,
    ramp: roadway.ramp,
    oneWay: roadway.driven !== 'both',
    isReversed,
    line: driven.map(({ at }) => at),
    nodeIds: driven.map(({ id }) => id),
  };
}

/**
 * The road as links: one for each of its names, or one without number. A ramp has no name of its
 * own in the map and is given those in `rampNames`.
 */
export function toLinks(
  { tags, category, ramp, oneWay, line }: OsmRoad,
  rampNames: readonly RoadName[],
): RoadLink[] {
  const facts = { kind: 'road', line, ...(oneWay && { oneWay }) } as const;
  if (ramp) return rampNames.map((name) => ({ ...facts, ...name, ramp: true }));
  const names = listRoadNames(tags);
  return names.length === 0
    ? [{ ...facts, category }]
    : names.map((name) => ({ ...facts, ...name }));
}

/** Are the two parts of one road: of one number, or of one name and kind where they have none. */
export function isSameRoad(a: OsmRoad, b: OsmRoad): boolean {
  if (a.ramp !== b.ramp) return false;
  const [namesOfA, namesOfB] = [a, b].map(({ tags }) =>
    listRoadNames(tags).map(({ category, number }) => `${category}${number}`),
  ) as [string[], string[]];
  if (namesOfA.length > 0 || namesOfB.length > 0)
    return namesOfA.some((name) => namesOfB.includes(name));
  return a.tags.name === b.tags.name && a.tags.highway === b.tags.highway;
}
