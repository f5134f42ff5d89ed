import type { LatLon } from '../../base/point.ts';
import {
  angleBetweenDeg,
  flatBearingDeg,
  flatDistanceM,
  type PlaceOnLine,
  pointBetween,
} from '../../geo/on-line.ts';
import { openFinder } from '../../network/placement/find-near.ts';
import type { StationRow } from '../../upstream/road-database/parse-station.ts';
import type { RoadDecision, RoadLimits } from './station-curation.ts';

/** The centre line of a road link and the road it belongs to. */
export interface StationRoad {
  /** `E39`; the letter alone if the link has no number. */
  readonly road: string;
  readonly line: readonly LatLon[];
}

/** A place on a road and the road's bearing there, in the direction in which its link is drawn. */
export interface RoadPlace extends PlaceOnLine {
  readonly road: StationRoad;
}

/** A road continues only in a link that turns by less than this. Degrees. */
const MAX_TURN_DEG = 120;

/** Finds where a station lies on its own road; `undefined`: the network lacks this road. */
export function openOwnPlaces(roads: readonly StationRoad[]) {
  const find = openFinder(roads);
  const findOn = (at: LatLon, maxM: number, isWanted: (road: string) => boolean) => {
    const near = find(at, maxM, ({ road }) => isWanted(road));
    return near && { ...near.place, road: roads[near.link] as StationRoad };
  };
  return (
    row: Pick<StationRow, 'road' | 'lat' | 'lon'>,
    decision: RoadDecision | undefined,
    { sameRoadM, streetM }: RoadLimits,
  ): RoadPlace | undefined => {
    if (decision?.place === 'none') return undefined;
    const { road = row.road, maxM = sameRoadM, at = row } = decision ?? {};
    const own = findOn(at, maxM, (name) => road === null || name === road);
    if (own !== undefined || decision !== undefined || !/^[KPS]/.test(row.road)) return own;
    return findOn(row, streetM, (name) => name === 'K' || name === 'P');
  };
}

/**
 * The point that is reached by following the road from a place for `lengthM`. At each end of a link it follows the link
 * of the same road that turns least. It stops if there is no such link.
 */
export function followRoad(
  roads: readonly StationRoad[],
  place: RoadPlace,
  way: 'forward' | 'backward',
  lengthM: number,
): LatLon {
  const same = roads.filter(({ road }) => road === place.road.road);
  let path = pathFrom(place, way);
  let used: StationRoad = place.road;
  let at = place.at;
  let leftM = lengthM;
  for (;;) {
    for (const next of path) {
      const legM = flatDistanceM(at, next);
      if (legM >= leftM) return pointBetween(at, next, leftM / legM);
      leftM -= legM;
      at = next;
    }
    const onward = continueFrom(same, used, at, path);
    if (onward === undefined) return at;
    used = onward.road;
    path = onward.path;
  }
}

function pathFrom(place: RoadPlace, way: 'forward' | 'backward'): readonly LatLon[] {
  const { line } = place.road;
  return way === 'forward' ? line.slice(place.index + 1) : line.slice(0, place.index + 1).reverse();
}

/** The other link of the road that starts or ends at `at` and turns least. */
function continueFrom(
  roads: readonly StationRoad[],
  used: StationRoad,
  at: LatLon,
  path: readonly LatLon[],
): { road: StationRoad; path: readonly LatLon[] } | undefined {
  const headingDeg = flatBearingDeg(path.at(-2) ?? at, at);
  const ways = roads
    .filter((road) => road !== used)
    .flatMap((road) => [
      { road, line: road.line },
      { road, line: [...road.line].reverse() },
    ])
    .map(({ road, line }) => ({ road, line, turnDeg: turnInto(line, at, headingDeg) }))
    .filter(({ turnDeg }) => turnDeg < MAX_TURN_DEG)
    .sort((a, b) => a.turnDeg - b.turnDeg);
  const best = ways[0];
  return best && { road: best.road, path: best.line.slice(1) };
}

/** Degrees of the turn into a line that starts at `at`; 180 if the line starts elsewhere. */
function turnInto(line: readonly LatLon[], at: LatLon, headingDeg: number): number {
  const [first, second] = line;
  if (first === undefined || second === undefined || flatDistanceM(first, at) > 5) return 180;
  return angleBetweenDeg(flatBearingDeg(first, second), headingDeg);
}
