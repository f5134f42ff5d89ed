/**
 * Finds in which direction a road is metered. There are two sources. The road references of objects along the road:
 * stretches, their parts and the metres on them grow in one direction. And the stations on the road whose direction is
 * known from elsewhere: on one road of one project all stations "with" the metering charge in the same direction.
 */
import type { LatLon } from '../../base/point.ts';
import { angleBetweenDeg, flatDistanceM } from '../../geo/on-line.ts';
import type { Metering } from '../../upstream/road-database/parse-place.ts';
import type { StationRow } from '../../upstream/road-database/parse-station.ts';
import { type Direction, leadsTo, opposite } from './station-direction.ts';
import type { RoadPlace, StationRoad } from './station-roads.ts';

export interface Metered {
  readonly row: StationRow;
  readonly project: string;
  /** The station is on a ramp or an old record, so it tells nothing about the road. */
  readonly aside: boolean;
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
  !station.aside && meteringDeg(station) !== undefined;

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
