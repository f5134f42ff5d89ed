import type { LatLon } from '../../base/point.ts';
import {
  flatBearingDeg,
  flatLengthM,
  partOfLine,
  pointAlong,
  pointAtBearing,
} from '../../geo/on-line.ts';
import { toVertex, withoutRepeats } from '../../geo/vertex.ts';
import type { Gate } from '../../passages/passage-finder.ts';
import type { RoadLink } from '../link.ts';
import type { PlacedStation } from '../placement/place.ts';

/** A part of a link: the whole link if it has no station, otherwise a part at a station or between stations. */
export interface LinkPart {
  readonly line: readonly LatLon[];
  /** Driven in the order of its points only; absent: both ways. */
  readonly oneWay?: true;
  /** Stations that charge at the point `GATE_POINT` of the line; absent: none. */
  readonly gates?: readonly Gate[];
}

export const GATE_POINT = 1;

/** Stations closer than this along a link share their place on it. Metres. */
const SHARE_M = 60;
/** Half the length of the two carriageways that stand for a station. Metres. */
const HALF_M = 15;
/** How far each carriageway's gate is set off the centre line. Metres. */
const SIDE_M = 1;
/** No part that is shorter than this is left beside a station. Metres. */
const MIN_PART_M = 1;

/**
 * Cuts the stations into a link. At each station the centre line becomes a pair of short one-way
 * carriageways with a point of its own each. A route's line holds that point exactly when the route
 * passes the station in that direction, so no tolerance decides what is charged. A one-way
 * link has its own carriageway alone.
 */
export function cutGates(
  { line, oneWay }: Pick<RoadLink, 'line' | 'oneWay'>,
  stations: readonly PlacedStation[],
): LinkPart[] {
  const parts: LinkPart[] = [];
  const add = (part: LinkPart) => parts.push(oneWay === true ? { ...part, oneWay } : part);
  let restFromM = 0;
  for (const { group, fromM, toM } of spreadAlong(groupAlong(stations), flatLengthM(line))) {
    const pair = drawPair(line, fromM, toM, group);
    for (const part of between(line, restFromM, fromM)) add(part);
    for (const carriageway of oneWay === true ? pair.slice(0, 1) : pair) add(carriageway);
    restFromM = toM;
  }
  for (const part of between(line, restFromM, flatLengthM(line))) add(part);
  return parts;
}

/** Stations in order along the link, those that stand close together in one group. */
function groupAlong(stations: readonly PlacedStation[]): PlacedStation[][] {
  const groups: PlacedStation[][] = [];
  for (const station of stations.toSorted((a, b) => a.alongM - b.alongM)) {
    const last = groups.at(-1);
    const first = last?.[0];
    if (last !== undefined && first !== undefined && station.alongM - first.alongM <= SHARE_M)
      last.push(station);
    else groups.push([station]);
  }
  return groups;
}

interface Stretch {
  readonly group: readonly PlacedStation[];
  readonly fromM: number;
  readonly toM: number;
}

/**
 * A stretch of the link for each group: around the middle of its stations, or as near to it as the
 * ends of the link and the other groups allow. More than one group means more than 60 m of link
 * between the first stations of any two, so all of them find room.
 */
function spreadAlong(groups: readonly PlacedStation[][], lengthM: number): Stretch[] {
  // A link this short is drawn as the pair from end to end.
  const halfM = lengthM < 4 * MIN_PART_M ? lengthM / 2 : Math.min(HALF_M, lengthM / 4);
  let firstM = halfM;
  return groups.map((group, i) => {
    const lastM = lengthM - halfM * (2 * (groups.length - i) - 1);
    const wishM = group.reduce((sum, { alongM }) => sum + alongM, 0) / group.length;
    const atM = hold(wishM, firstM, lastM);
    firstM = atM + 2 * halfM;
    return { group, fromM: atM - halfM, toM: atM + halfM };
  });
}

/** The wished place inside the bounds. If too short a part would be left, the bound itself. */
function hold(wishM: number, firstM: number, lastM: number): number {
  if (wishM < firstM + MIN_PART_M) return firstM;
  return wishM > lastM - MIN_PART_M ? lastM : wishM;
}

/** The two carriageways of a stretch with their gates. The carriageway in the order of the points comes first. */
function drawPair(
  line: readonly LatLon[],
  fromM: number,
  toM: number,
  stations: readonly PlacedStation[],
): readonly [forward: LinkPart, backward: LinkPart] {
  const places = [fromM, (fromM + toM) / 2, toM].map((m) => pointAlong(line, m).at);
  const [from, middle, to] = places as [LatLon, LatLon, LatLon];
  const deg = flatBearingDeg(from, to);
  const [forward, backward] = [
    stations.filter((station) => station.forward),
    stations.filter((station) => station.backward),
  ];
  return [
    drawOneWay([from, middle, to], deg, forward),
    drawOneWay([to, middle, from], (deg + 180) % 360, backward),
  ];
}

/** A carriageway, and the gates of the stations that charge those who drive on it. */
function drawOneWay(
  [from, middle, to]: readonly [LatLon, LatLon, LatLon],
  forwardBearingDeg: number,
  charging: readonly PlacedStation[],
): LinkPart {
  const at = toVertex(toTheRight(middle, forwardBearingDeg));
  const gates = charging.map(
    ({ id }): Gate => ({ stationId: id, at, forwardBearingDeg, charged: 'forward' }),
  );
  const line = [toVertex(from), at, toVertex(to)];
  return { line, oneWay: true, ...(gates.length > 0 && { gates }) };
}

/** The part of the line between two distances; `[]` when nothing is between. */
function between(line: readonly LatLon[], fromM: number, toM: number): LinkPart[] {
  const points = withoutRepeats(partOfLine(line, fromM, toM).map(toVertex));
  return toM <= fromM || points.length < 2 ? [] : [{ line: points }];
}

/** The point set off to the right of travel. */
const toTheRight = (point: LatLon, travelDeg: number): LatLon =>
  pointAtBearing(point, travelDeg + 90, SIDE_M);
