/**
 * How a road is metered, from the road references of what stands along it: stretches, their parts
 * and the metres on them grow one way.
 */
import type { LatLon } from '../../base/point.ts';
import { angleBetweenDeg, flatDistanceM } from '../../geo/on-line.ts';
import { leadsTo } from './station-direction.ts';
import type { RoadPlace } from './station-roads.ts';
import type { MeteringPlace, SourceStation, StationRoad } from './station-source.ts';

/** A place on a metered road. */
export interface Milestone extends LatLon {
  /** Category letter and number, `E39`. */
  readonly road: string;
  readonly at: MeteringPlace;
}

/** Bearing of growing metres at a station; `undefined` where nothing along its road tells it. */
export type FindMetering = (
  row: Pick<SourceStation, 'road' | 'lat' | 'lon' | 'metering'>,
  place: RoadPlace,
) => number | undefined;

/** A milestone nearer than this says little, one farther off stands beyond too many bends. Metres. */
const NEAR_M = 300;
const FAR_M = 30_000;

/** So many milestones, the nearest, are asked. */
const ASKED = 4;

/** Learns from the milestones nearest by; where they disagree, nothing is said. */
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
        return [order > 0 ? towardsDeg : (towardsDeg + 180) % 360];
      });
    const [first] = grows;
    const isAgreed = grows.every((deg) => angleBetweenDeg(deg, first ?? deg) < 90);
    return isAgreed ? first : undefined;
  };
}

/** The milestones that rows with a road reference are. */
export function listMilestones(
  rows: readonly (LatLon & Pick<SourceStation, 'metering'> & { readonly road: string | null })[],
): Milestone[] {
  return rows.flatMap((row) => {
    const at = placeOf(row);
    return at === undefined || row.road === null
      ? []
      : [{ road: row.road, lat: row.lat, lon: row.lon, at }];
  });
}

const placeOf = ({ metering = [] }: Pick<SourceStation, 'metering'>) =>
  metering.find(({ at }) => at !== undefined)?.at;

const compare = (a: MeteringPlace, b: MeteringPlace) =>
  a.section - b.section || a.part - b.part || a.metre - b.metre;
