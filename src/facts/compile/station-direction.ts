/**
 * The compass direction in which a one-way station charges. The source gives it relative to the metering of the road,
 * and does not publish the metering. So it is derived from what the operator says about the ring, from names, from the
 * twin on the other carriageway, and from other stations of the same road. The first source with an answer decides.
 * `station-metering.ts` checks all of them.
 */
import type { LatLon } from '../../base/point.ts';
import { angleBetweenDeg, flatBearingDeg, flatDistanceM } from '../../geo/on-line.ts';
import type { StationRow } from '../../upstream/road-database/parse-station.ts';
import type { StationRecord } from '../schema/toll-stations.ts';
import type { ChargedRing, DirectionDecision } from './station-curation.ts';
import { readCompass } from './station-name.ts';
import { followRoad, type RoadPlace, type StationRoad } from './station-roads.ts';

export type Direction = Pick<
  StationRecord,
  'charged' | 'chargedBearingDeg' | 'chargedBy' | 'chargedWhy'
>;

export interface DirectionCase {
  readonly row: Pick<StationRow, 'nvdbId' | 'direction' | 'lat' | 'lon'>;
  readonly name: string;
  /** Where the station lies on its road; `undefined`: the network lacks this road. */
  readonly place: RoadPlace | undefined;
  readonly decision?: DirectionDecision | undefined;
  /** The ring that the station belongs to, if the operator says in which direction it charges. */
  readonly ring?: ChargedRing | undefined;
}

/** How far the road is followed to see where it leads. Metres. */
const FOLLOW_M = 1500;
/** The road must lead at least this much nearer to the inside one way than the other. Metres. */
const CLEARLY_NEARER_M = 300;

/** The direction of one station, if it can be told without other stations. */
export function decideAlone(
  roads: readonly StationRoad[],
  station: DirectionCase,
): Direction | undefined {
  const { row, name, place, decision, ring } = station;
  if (decision !== undefined) return fromDecision(place, decision);
  if (row.direction === 'both') return both('source-both', 'The source says both directions.');
  if (row.direction === null || row.direction === 'unknown') return undefined;
  const compassDeg = readCompass(name);
  if (compassDeg !== undefined)
    return oneWay(place, compassDeg, 'name', `The name says it: "${name}".`);
  return ring === undefined ? undefined : fromRing(roads, station, ring);
}

/** One direction: the direction of the road that is nearest to a rough bearing; without a road the rough bearing. */
export function oneWay(
  place: RoadPlace | undefined,
  roughDeg: number,
  by: Direction['chargedBy'],
  why: string,
): Direction {
  const bearingDeg = place === undefined ? roughDeg : alongRoadDeg(place, roughDeg);
  return {
    charged: 'one-way',
    chargedBearingDeg: Math.round(bearingDeg) % 360,
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

function fromDecision(place: RoadPlace | undefined, decision: DirectionDecision): Direction {
  const { id, charged, towardsDeg, by, why } = decision;
  if (charged === 'both') return both(by, why);
  if (charged === 'undecided-one-way') return undecided(why);
  if (towardsDeg === undefined)
    throw new Error(`Expected towardsDeg in the one-way decision for ${id}.`);
  return oneWay(place, towardsDeg, by, why);
}

function fromRing(
  roads: readonly StationRoad[],
  { row, place }: DirectionCase,
  ring: ChargedRing,
): Direction | undefined {
  const why = `${ring.why} (${ring.source}).`;
  if (ring.towardsDeg !== undefined) return oneWay(place, ring.towardsDeg, 'inbound', why);
  const inside = nearestOf(ring.inside ?? [], row);
  if (inside === undefined) return undefined;
  if (place === undefined) return oneWay(place, flatBearingDeg(row, inside), 'inbound', why);
  const roughDeg = leadsTo(roads, place, inside);
  return roughDeg === undefined ? undefined : oneWay(place, roughDeg, 'inbound', why);
}

/** The bearing of the road in the direction in which it leads nearer to a place, if it does. */
export function leadsTo(
  roads: readonly StationRoad[],
  place: RoadPlace,
  inside: LatLon,
): number | undefined {
  const forwardM = flatDistanceM(followRoad(roads, place, 'forward', FOLLOW_M), inside);
  const backwardM = flatDistanceM(followRoad(roads, place, 'backward', FOLLOW_M), inside);
  if (Math.abs(forwardM - backwardM) < CLEARLY_NEARER_M) return undefined;
  return forwardM < backwardM ? place.bearingDeg : opposite(place.bearingDeg);
}

const alongRoadDeg = ({ bearingDeg }: RoadPlace, roughDeg: number) =>
  angleBetweenDeg(bearingDeg, roughDeg) <= 90 ? bearingDeg : opposite(bearingDeg);

/** The opposite bearing. */
export const opposite = (deg: number): number => (deg + 180) % 360;

const nearestOf = (places: readonly LatLon[], point: LatLon): LatLon | undefined =>
  [...places].sort((a, b) => flatDistanceM(a, point) - flatDistanceM(b, point))[0];
