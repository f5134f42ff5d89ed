import type { LatLon } from '../base/point.ts';
import type { Gate } from '../geo/gate.ts';
import { flatBearingDeg, flatLengthM, pointAlong } from '../geo/on-line.ts';
import { toSixDecimals } from './compile/join-ends.ts';
import type { PlacedStation } from './place.ts';

/** A part of a link: all of it where there is no station, else the parts between and at them. */
export interface LinkPart {
  readonly line: readonly LatLon[];
  /** Driven in the order of its points only; absent: both ways. */
  readonly oneWay?: true;
  /** Index of the point of the line that is a charged gate; absent: none. */
  readonly gateIndex?: number;
}

export interface CutLink {
  readonly parts: readonly LinkPart[];
  readonly gates: readonly Gate[];
}

/** Stations closer than this along a link share their place on it. Metres. */
const SHARE_M = 60;
/** Half the length of the two carriageways that stand for a station. Metres. */
const HALF_M = 15;
/** How far each carriageway's gate is set off the centre line. Metres. */
const SIDE_M = 1;

/**
 * Cuts the stations into a link. At each station the centre line becomes a pair of short one-way
 * carriageways with a point of its own each. A route's line holds that point exactly when the route
 * passes the station in that direction, so no tolerance decides what is charged.
 */
export function cutGates(line: readonly LatLon[], stations: readonly PlacedStation[]): CutLink {
  const lengthM = flatLengthM(line);
  const halfM = Math.min(HALF_M, lengthM / 4);
  const parts: LinkPart[] = [];
  const gates: Gate[] = [];
  let restFromM = 0;

  for (const group of groupAlong(stations)) {
    const wishM = group.reduce((sum, { alongM }) => sum + alongM, 0) / group.length;
    const atM = Math.min(Math.max(wishM, restFromM + halfM), lengthM - halfM);
    const [from, to] = [atM - halfM, atM + halfM].map((m) => toSixDecimals(pointAlong(line, m).at));
    if (from === undefined || to === undefined) continue;
    parts.push(...between(line, restFromM, atM - halfM));
    const bearingDeg = flatBearingDeg(from, to);
    const middle = pointAlong(line, atM).at;
    for (const [direction, a, b, travelDeg] of [
      ['forward', from, to, bearingDeg],
      ['backward', to, from, (bearingDeg + 180) % 360],
    ] as const) {
      const at = toSixDecimals(toTheRight(middle, travelDeg));
      const charged = group.filter((station) => station[direction]);
      const isGate = charged.length > 0 ? { gateIndex: 1 } : {};
      parts.push({ line: [a, at, b], oneWay: true, ...isGate });
      for (const { id } of charged)
        gates.push({ stationId: id, at, forwardBearingDeg: travelDeg, charged: 'forward' });
    }
    restFromM = atM + halfM;
  }
  parts.push(...between(line, restFromM, lengthM));
  return { parts, gates };
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

/** The part of the line between two distances; `[]` when nothing is between. */
function between(line: readonly LatLon[], fromM: number, toM: number): LinkPart[] {
  if (toM - fromM < 0.5) return [];
  const start = pointAlong(line, fromM);
  const end = pointAlong(line, toM);
  const inner = line.slice(start.index + 1, end.index + 1);
  const points = [start.at, ...inner, end.at].map(toSixDecimals);
  const distinct = points.filter((point, i) => i === 0 || !isSame(point, points[i - 1]));
  return distinct.length < 2 ? [] : [{ line: distinct }];
}

const isSame = (a: LatLon, b: LatLon | undefined) => a.lat === b?.lat && a.lon === b?.lon;

/** The point set off to the right of travel. */
function toTheRight({ lat, lon }: LatLon, travelDeg: number): LatLon {
  const rightRad = ((travelDeg + 90) * Math.PI) / 180;
  const latDeg = SIDE_M / 111_195;
  return {
    lat: lat + latDeg * Math.cos(rightRad),
    lon: lon + (latDeg * Math.sin(rightRad)) / Math.cos((lat * Math.PI) / 180),
  };
}
