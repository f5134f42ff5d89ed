/** The places of toll stations on the other carriageways of their roads, which the bundled network draws as one line. */
import { groupBy } from '../../base/lists.ts';
import type { LatLon } from '../../base/point.ts';
import {
  angleBetweenDeg,
  flatBearingDeg,
  flatDistanceM,
  openPlane,
  pointAlong,
} from '../../geo/on-line.ts';
import type { PlacedStation, StationToPlace } from '../placement/place.ts';
import { isSameRoad, type OsmPlacing, type PlacingRoad } from './placing-road.ts';

/**
 * Gives the places of a station on the other carriageways of its road. These are the carriageways of the same
 * direction, and those of the other one unless the station charges one way only. A ramp of a station that charges one
 * way is a single carriageway, and so is a road that is driven both ways.
 */
export function openCarriageways(
  roads: readonly PlacingRoad[],
  { nearestRoadM, crossSectionM, parallelDeg, seriesM }: OsmPlacing,
) {
  const isInSeries = openSeries(roads, seriesM);
  return (place: PlacedStation, charged: StationToPlace['charged']): PlacedStation[] => {
    const own = roads[place.link] as PlacingRoad;
    if (!own.oneWay || (own.ramp && charged !== 'both')) return [];
    const section = {
      at: pointAlong(own.line, place.alongM).at,
      bearingDeg: bearingAt(own.line, place.alongM),
      // Ramps side by side belong to one station. Farther off lies the bend of a ramp, or a ramp of another junction.
      halfM: own.ramp ? nearestRoadM : crossSectionM,
      parallelDeg,
    };
    const isBeside = (link: number, road: PlacingRoad) =>
      link !== place.link && road.oneWay && isSameRoad(own, road);
    return roads.flatMap((road, link) => {
      const crossing = isBeside(link, road) ? findCrossing(road.line, section) : undefined;
      if (crossing === undefined) return [];
      const { alongM, offM, direction } = crossing;
      const isOwn =
        direction === 'same' ? !isInSeries(place, { link, alongM }) : charged !== 'one-way';
      return isOwn ? [{ ...place, link, alongM, offM, forward: true, backward: false }] : [];
    });
  };
}

/** The bearing of a road is taken over this far to either side: single legs may be bent to meet others. Metres. */
const TELLING_M = 15;

function bearingAt(line: readonly LatLon[], alongM: number): number {
  const [before, after] = [alongM - TELLING_M, alongM + TELLING_M].map(
    (m) => pointAlong(line, Math.max(0, m)).at,
  ) as [LatLon, LatLon];
  return flatBearingDeg(before, after);
}

/** The line across a road at a place. */
interface CrossSection {
  readonly at: LatLon;
  /** Bearing of the road. The line is perpendicular to it. */
  readonly bearingDeg: number;
  /** Length of the line to either side. Metres. */
  readonly halfM: number;
  /** A crossing counts if its line differs from the bearing, or its opposite, by no more than this. Degrees. */
  readonly parallelDeg: number;
}

/** Where a line crosses a cross-section. */
interface Crossing {
  /** Metres from the start of the line. */
  readonly alongM: number;
  /** Metres from the place. */
  readonly offM: number;
  /** Does the line run in the bearing of the road, or against it? */
  readonly direction: 'same' | 'opposite';
}

const RAD = Math.PI / 180;

/**
 * The first crossing of a line that leads along the road; undefined when there is none. Where two
 * lines meet on the cross-section only one of them crosses it.
 */
function findCrossing(
  line: readonly LatLon[],
  { at, bearingDeg, halfM, parallelDeg }: CrossSection,
): Crossing | undefined {
  const lookAhead = openAhead(at, bearingDeg);
  let alongM = 0;
  for (let i = 0; i + 1 < line.length; i++) {
    const [a, b] = [line[i], line[i + 1]] as [LatLon, LatLon];
    const [from, to] = [lookAhead(a), lookAhead(b)];
    const legM = flatDistanceM(a, b);
    const isBefore = from.forwardM < 0;
    if (isBefore !== to.forwardM < 0) {
      const share = from.forwardM / (from.forwardM - to.forwardM);
      const offM = Math.abs(from.rightM + share * (to.rightM - from.rightM));
      const turnDeg = angleBetweenDeg(flatBearingDeg(a, b), bearingDeg);
      const isAlong = Math.min(turnDeg, 180 - turnDeg) <= parallelDeg;
      if (offM <= halfM && isAlong)
        return { alongM: alongM + share * legM, offM, direction: isBefore ? 'same' : 'opposite' };
    }
    alongM += legM;
  }
  return undefined;
}

/** Gives how far a point lies ahead of a place in a bearing, and to the right of it. Metres. */
function openAhead(origin: LatLon, bearingDeg: number) {
  const toPlane = openPlane(origin);
  const [sin, cos] = [Math.sin(bearingDeg * RAD), Math.cos(bearingDeg * RAD)];
  return (at: LatLon) => {
    const [eastM, northM] = toPlane(at);
    return { forwardM: eastM * sin + northM * cos, rightM: eastM * cos - northM * sin };
  };
}

/** A place on a one-way road. */
interface PlaceOnRoad {
  /** Index of the road. */
  readonly link: number;
  /** Metres from its start. */
  readonly alongM: number;
}

/**
 * Tells whether a driver who passes one of two places comes to the other. Carriageways side by side are not in series;
 * two ways one behind the other are.
 */
function openSeries(roads: readonly PlacingRoad[], withinM: number) {
  const leaving = listLeaving(roads);
  /** The nodes that are reached from a place. */
  const reach = ({ link, alongM }: PlaceOnRoad): ReadonlyMap<number, number> => {
    const reached = new Map<number, number>();
    const open = listStart(roads[link] as PlacingRoad, alongM);
    for (let step = open.pop(); step !== undefined; step = open.pop()) {
      const { nodeId, lengthM } = step;
      if (lengthM > withinM || lengthM >= (reached.get(nodeId) ?? Number.POSITIVE_INFINITY))
        continue;
      reached.set(nodeId, lengthM);
      for (const leg of leaving.get(nodeId) ?? [])
        open.push({ nodeId: leg.nodeId, lengthM: lengthM + leg.lengthM });
    }
    return reached;
  };
  const leadsTo = (one: PlaceOnRoad, other: PlaceOnRoad) =>
    reach(one).has(nodeBefore(roads[other.link] as PlacingRoad, other.alongM));
  return (one: PlaceOnRoad, other: PlaceOnRoad): boolean =>
    leadsTo(one, other) || leadsTo(other, one);
}

interface Leg {
  /** The node that it leads to. */
  readonly nodeId: number;
  readonly lengthM: number;
}

/** The legs that can be driven from each node. */
function listLeaving(roads: readonly PlacingRoad[]): ReadonlyMap<number, readonly Leg[]> {
  const legs = roads.flatMap(({ line, nodeIds, oneWay }) =>
    nodeIds.slice(1).flatMap((to, i) => {
      const from = nodeIds[i] as number;
      const lengthM = flatDistanceM(line[i] as LatLon, line[i + 1] as LatLon);
      const there = { from, nodeId: to, lengthM };
      return oneWay ? [there] : [there, { from: to, nodeId: from, lengthM }];
    }),
  );
  return groupBy(legs, ({ from }) => from);
}

/** The way from a place of a one-way road to the first node behind it. */
function listStart(road: PlacingRoad, alongM: number): Leg[] {
  const found = findPoint(road, (m) => m >= alongM);
  return found === undefined
    ? []
    : [{ nodeId: road.nodeIds[found.index] as number, lengthM: found.m - alongM }];
}

/** The last node before a place. */
function nodeBefore(road: PlacingRoad, alongM: number): number {
  const { index } = findPoint(road, (m) => m > alongM) ?? { index: road.line.length - 1 };
  return road.nodeIds[index - 1] as number;
}

/** The first point of a road after its start whose metres along the road meet a condition. */
function findPoint({ line }: PlacingRoad, isMeant: (m: number) => boolean) {
  let m = 0;
  for (let index = 1; index < line.length; index++) {
    m += flatDistanceM(line[index - 1] as LatLon, line[index] as LatLon);
    if (isMeant(m)) return { index, m };
  }
  return undefined;
}
