import { groupBy } from '../../base/lists.ts';
import type { LatLon } from '../../base/point.ts';
import { angleBetweenDeg, flatBearingDeg, flatLengthM, pointAlong } from '../../geo/on-line.ts';
import type { TurnBan } from '../../routing/graph.ts';
import { type RoadLink, roadName } from '../link.ts';

/** A way as it is drawn. */
export interface DrawnRoad {
  readonly id: number;
  /** The link that it is a part of. */
  readonly link: RoadLink;
  readonly line: readonly LatLon[];
  /** One node for each point of the line. */
  readonly nodeIds: readonly number[];
  readonly oneWay: boolean;
}

/** A ramp joins or leaves a main road at less than this angle. Degrees. */
const MAX_TURN_DEG = 100;
/** The bearing of a way is measured to a point this far from the junction. Metres. */
const TELLING_M = 30;

/**
 * The turns between a ramp and its main road that lead backwards. The main road is drawn as one line for both
 * directions. Without these bans a driver could leave it by the ramps of the other carriageway, and drive round their
 * toll stations.
 */
export function listBackwardTurns(roads: readonly DrawnRoad[]): TurnBan[] {
  const ends = listEnds(roads);
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
function listEnds(roads: readonly DrawnRoad[]): ReadonlyMap<number, readonly RoadEnd[]> {
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
  const arrives = !from.road.oneWay || !from.isStart;
  const leaves = !to.road.oneWay || to.isStart;
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
