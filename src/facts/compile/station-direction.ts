/**
 * The compass direction in which a one-way station charges. The source gives it relative to the metering of the road,
 * and does not publish the metering. So it is derived from what the operator says about the ring, from names, from the
 * twin on the other carriageway, and from the metering. The first source with an answer decides.
 *
 * In which direction a road is metered is told by the road references of objects along it: stretches, their parts and
 * the metres on them grow in one direction. It is told, too, by the stations on the road whose direction is known from
 * elsewhere: on one road of one project all stations "with" the metering charge in the same direction.
 */
import type { LatLon } from '../../base/point.ts';
import { angleBetweenDeg, flatBearingDeg, flatDistanceM } from '../../geo/on-line.ts';
import type { StationRow } from '../../upstream/road-database/parse-station.ts';
import type { Metering } from '../../upstream/road-database/read-object.ts';
import type { StationRecord } from '../schema/toll-stations.ts';
import type { ChargedRing, DirectionDecision } from './station-curation.ts';
import { readCompass } from './station-name.ts';
import { followRoad, type RoadPlace, type StationRoad } from './station-roads.ts';

export type Direction = Pick<
  StationRecord,
  'charged' | 'chargedBearingDeg' | 'chargedBy' | 'chargedWhy'
>;

interface DirectionCase {
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
function leadsTo(
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
const opposite = (deg: number): number => (deg + 180) % 360;

const nearestOf = (places: readonly LatLon[], point: LatLon): LatLon | undefined =>
  [...places].sort((a, b) => flatDistanceM(a, point) - flatDistanceM(b, point))[0];

/** A station whose direction is decided, as it tells of the metering of its road. */
export interface Metered {
  readonly row: StationRow;
  readonly project: string;
  /** The station is on a ramp or an old record, so it tells nothing about the road. */
  readonly isRampOrOld: boolean;
  readonly direction: Direction;
}

/** Bearing of increasing metering at a decided station; `undefined`: the station does not tell it. */
export const meteringDeg = ({ row, direction }: Metered): number | undefined =>
  direction.chargedBearingDeg === null ? undefined : turn(row, direction.chargedBearingDeg);

/**
 * Converts the bearing of the metering to the bearing in which a station charges, or the reverse; `undefined`: the
 * station has no direction relative to the metering.
 */
export function turn({ direction }: Pick<StationRow, 'direction'>, deg: number) {
  if (direction === 'with') return deg;
  return direction === 'against' ? opposite(deg) : undefined;
}

/** The nearest decided station on the same road of the same project, ramps left out. */
export function findMeteredNeighbour(
  stations: readonly Metered[],
  row: StationRow,
  project: string,
): Metered | undefined {
  return stations
    .filter((other) => isReference(other) && isSameRoad(other, row, project))
    .sort((a, b) => flatDistanceM(a.row, row) - flatDistanceM(b.row, row))[0];
}

/** Does a station tell in which direction its road is metered? */
export const isReference = (station: Metered) =>
  !station.isRampOrOld && meteringDeg(station) !== undefined;

const isSameRoad = (other: Metered, row: StationRow, project: string) =>
  other.project === project && other.row.road === row.road && other.row.nvdbId !== row.nvdbId;

/** A place on a metered road. */
export interface Milestone extends LatLon {
  /** Category letter and number, `E39`. */
  readonly road: string;
  readonly at: NonNullable<Metering['at']>;
}

/** Gives the bearing of growing metres at a station; `undefined`: no place along its road tells it. */
export type FindMetering = (
  row: Pick<StationRow, 'road' | 'lat' | 'lon' | 'metering'>,
  place: RoadPlace,
) => number | undefined;

/** Nearer milestones say little about the direction. Farther milestones stand beyond too many bends. Metres. */
const NEAR_M = 300;
const FAR_M = 30_000;

/** The number of nearest milestones that are used. */
const ASKED = 4;

/** Finds the metering by the nearest milestones. It gives `undefined` if they disagree. */
export function openMetering(
  roads: readonly StationRoad[],
  milestones: readonly Milestone[],
): FindMetering {
  return (row, place) => {
    const own = placeOf(row);
    if (own === undefined) return undefined;
    const grows = milestones
      .filter(({ road }) => road === row.road)
      .map((stone) => ({ stone, order: compare(stone.at, own), awayM: flatDistanceM(stone, row) }))
      .filter(({ order, awayM }) => order !== 0 && awayM >= NEAR_M && awayM <= FAR_M)
      .sort((a, b) => a.awayM - b.awayM)
      .slice(0, ASKED)
      .flatMap(({ stone, order }) => {
        const towardsDeg = leadsTo(roads, place, stone);
        if (towardsDeg === undefined) return [];
        return [order > 0 ? towardsDeg : opposite(towardsDeg)];
      });
    const [first] = grows;
    const isAgreed = grows.every((deg) => angleBetweenDeg(deg, first ?? deg) < 90);
    return isAgreed ? first : undefined;
  };
}

/** The milestones from rows that have a road reference. */
export function listMilestones(
  rows: readonly (LatLon & Pick<StationRow, 'metering'> & { readonly road: string | null })[],
): Milestone[] {
  return rows.flatMap((row) => {
    const at = placeOf(row);
    return at === undefined || row.road === null
      ? []
      : [{ road: row.road, lat: row.lat, lon: row.lon, at }];
  });
}

const placeOf = ({ metering = [] }: Pick<StationRow, 'metering'>) =>
  metering.find(({ at }) => at !== undefined)?.at;

const compare = (a: NonNullable<Metering['at']>, b: NonNullable<Metering['at']>) =>
  a.section - b.section || a.part - b.part || a.metre - b.metre;
