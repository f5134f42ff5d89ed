/**
 * The compass direction in which a one-way station charges. The source says it relative to the
 * metering of the road, which nobody publishes with it; so it is worked out from what the operator
 * says about the ring, from names, from the twin on the other carriageway, and from other stations
 * of the same road. The first that answers decides; `station-metering.ts` checks them all.
 */
import type { LatLon } from '../../base/point.ts';
import { angleBetweenDeg, flatBearingDeg, flatDistanceM } from '../../geo/on-line.ts';
import { readCompass } from './station-compass.ts';
import type { ChargedRing, DirectionDecision } from './station-curation.ts';
import type { StationRecord } from './station-record.ts';
import { findRoadPlace, followRoad, type RoadPlace } from './station-roads.ts';
import type { SourceStation, StationRoad } from './station-source.ts';

export type Direction = Pick<
  StationRecord,
  'charged' | 'chargedBearingDeg' | 'chargedBy' | 'chargedWhy'
>;

export interface DirectionCase {
  readonly row: SourceStation;
  readonly name: string;
  readonly decision?: DirectionDecision | undefined;
  /** The ring that the station belongs to, if the operator says in which direction it charges. */
  readonly ring?: ChargedRing | undefined;
}

/** A station farther from its own road than this takes the rough direction itself. Metres. */
const OWN_ROAD_M = 500;
/** How far the road is followed to see where it leads. Metres. */
const FOLLOW_M = 1500;
/** The road must lead at least this much nearer to the inside one way than the other. Metres. */
const CLEARLY_NEARER_M = 300;

/** The direction of one station, as far as it can be told without looking at other stations. */
export function decideAlone(
  roads: readonly StationRoad[],
  { row, name, decision, ring }: DirectionCase,
): Direction | undefined {
  if (decision !== undefined) return fromDecision(roads, row, decision);
  if (row.direction === 'both') return both('source-both', 'The source says both directions.');
  const compassDeg = readCompass(name);
  if (compassDeg !== undefined)
    return oneWay(roads, row, compassDeg, 'name', `The name says it: "${name}".`);
  return ring === undefined ? undefined : fromRing(roads, row, ring);
}

/** The bearing of the station's own road that is nearest to a rough bearing; whole degrees. */
export function roadBearingDeg(
  roads: readonly StationRoad[],
  row: SourceStation,
  roughDeg: number,
): number {
  const place = ownRoad(roads, row);
  if (place === undefined) return Math.round(roughDeg) % 360;
  const back = (place.bearingDeg + 180) % 360;
  const isForward = angleBetweenDeg(place.bearingDeg, roughDeg) <= 90;
  return Math.round(isForward ? place.bearingDeg : back) % 360;
}

export function oneWay(
  roads: readonly StationRoad[],
  row: SourceStation,
  roughDeg: number,
  by: Direction['chargedBy'],
  why: string,
): Direction {
  return {
    charged: 'one-way',
    chargedBearingDeg: roadBearingDeg(roads, row, roughDeg),
    chargedBy: by,
    chargedWhy: why,
  };
}

export const both = (by: Direction['chargedBy'], why: string): Direction => ({
  charged: 'both',
  chargedBearingDeg: null,
  chargedBy: by,
  chargedWhy: why,
});

export const undecided = (why: string): Direction => ({
  charged: 'undecided-one-way',
  chargedBearingDeg: null,
  chargedBy: 'none',
  chargedWhy: why,
});

function fromDecision(
  roads: readonly StationRoad[],
  row: SourceStation,
  { charged, towardsDeg, by, why }: DirectionDecision,
): Direction {
  if (charged === 'both') return both(by, why);
  if (charged === 'undecided-one-way') return undecided(why);
  if (towardsDeg === undefined)
    throw new Error(`Expected towardsDeg in the one-way decision for ${row.nvdbId}.`);
  return oneWay(roads, row, towardsDeg, by, why);
}

function fromRing(
  roads: readonly StationRoad[],
  row: SourceStation,
  ring: ChargedRing,
): Direction | undefined {
  const why = `${ring.why} (${ring.source})`;
  if (ring.towardsDeg !== undefined) return oneWay(roads, row, ring.towardsDeg, 'inbound', why);
  const inside = nearestOf(ring.inside ?? [], row);
  if (inside === undefined) return undefined;
  const place = ownRoad(roads, row);
  if (place === undefined) return oneWay(roads, row, flatBearingDeg(row, inside), 'inbound', why);
  const roughDeg = leadsTo(roads, place, inside);
  return roughDeg === undefined ? undefined : oneWay(roads, row, roughDeg, 'inbound', why);
}

/** The bearing of the road in the direction in which it leads nearer to a place, if it does. */
function leadsTo(
  roads: readonly StationRoad[],
  place: RoadPlace,
  inside: LatLon,
): number | undefined {
  const forwardM = flatDistanceM(followRoad(roads, place, 'forward', FOLLOW_M), inside);
  const backwardM = flatDistanceM(followRoad(roads, place, 'backward', FOLLOW_M), inside);
  if (Math.abs(forwardM - backwardM) < CLEARLY_NEARER_M) return undefined;
  return forwardM < backwardM ? place.bearingDeg : (place.bearingDeg + 180) % 360;
}

const ownRoad = (roads: readonly StationRoad[], row: SourceStation) =>
  findRoadPlace(roads, row, OWN_ROAD_M, (road) => road === row.road);

function nearestOf(places: readonly LatLon[], point: LatLon): LatLon | undefined {
  return [...places].sort((a, b) => flatDistanceM(a, point) - flatDistanceM(b, point))[0];
}
