/**
 * Puts toll stations onto links of the network: by road number, distance and direction, never by
 * nearness alone, so that a station on a ramp or a side street does not charge the road beside it.
 */
import { angleBetweenDeg, flatLengthM } from '../geo/on-line.ts';
import { type FindNear, openFinder } from './find-near.ts';
import { type RoadLink, roadName } from './link.ts';
import type {
  PlacedStation,
  Placement,
  PlaceOverride,
  StationToPlace,
  UnplacedStation,
} from './place.ts';

/** Distances of `data/road-network/placing.json`. */
export interface PlacingLimits {
  /** A link of the station's own road counts within this distance. Metres. */
  readonly sameRoadM: number;
  /** A station counts as lying on a road of the network within this distance of it. Metres. */
  readonly roadKnownM: number;
  /** A K or P link without number counts for a K or P station within this distance. Metres. */
  readonly streetM: number;
  /** A one-way station's bearing may differ from the road's by this much. Degrees. */
  readonly bearingDeg: number;
}

export interface PlacingRules {
  readonly limits: PlacingLimits;
  readonly overrides: readonly PlaceOverride[];
}

/** Every station is either placed or comes back with the reason why not. */
export function placeStations(
  stations: readonly StationToPlace[],
  links: readonly RoadLink[],
  { limits, overrides }: PlacingRules,
): Placement {
  const find = openFinder(links);
  const overrideOf = new Map(overrides.map((override) => [override.id, override]));
  const placed: PlacedStation[] = [];
  const unplaced: UnplacedStation[] = [];
  for (const station of stations) {
    const outcome = placeOne(station, links, find, limits, overrideOf.get(station.id));
    if ('why' in outcome) unplaced.push(outcome);
    else placed.push(outcome);
  }
  return { placed, unplaced };
}

function placeOne(
  station: StationToPlace,
  links: readonly RoadLink[],
  find: FindNear,
  limits: PlacingLimits,
  override: PlaceOverride | undefined,
): PlacedStation | UnplacedStation {
  const { id } = station;
  if (override?.place === 'none') return { id, why: override.why, roadInNetwork: false };
  const choice = chooseLink(station, find, limits, override);
  if ('why' in choice) return { id, ...choice };

  const link = links[choice.link] as RoadLink;
  const { alongM, offM, bearingDeg } = choice.place;
  const sides = chargedSides(station, bearingDeg, limits.bearingDeg);
  if (sides === undefined)
    return {
      id,
      roadInNetwork: true,
      why: `the charged direction, ${Math.round(station.chargedBearingDeg ?? 0)}°, fits neither direction of ${roadName(link)} there, ${Math.round(bearingDeg)}°`,
    };
  const heldM = Math.min(Math.max(alongM, 0), flatLengthM(link.line));
  return { id, link: choice.link, alongM: heldM, offM, by: choice.by, ...sides };
}

type Choice = Pick<PlacedStation, 'by'> & NonNullable<ReturnType<FindNear>>;

function chooseLink(
  station: StationToPlace,
  find: FindNear,
  limits: PlacingLimits,
  override: PlaceOverride | undefined,
): Choice | Pick<UnplacedStation, 'why' | 'roadInNetwork'> {
  const near = (name: string | null, maxM: number) =>
    find(
      station.at,
      maxM,
      (link) => link.kind === 'road' && (name === null || roadName(link) === name),
    );

  if (override !== undefined) {
    const name = override.road === undefined ? station.road : override.road;
    const maxM = override.maxM ?? limits.sameRoadM;
    const there = near(name, maxM);
    return there === undefined
      ? {
          why: `the override finds no link of ${name ?? 'any road'} within ${maxM} m`,
          roadInNetwork: false,
        }
      : { ...there, by: 'override' };
  }
  if (station.onRamp)
    return { why: 'stands on a ramp, and the network has no ramps', roadInNetwork: false };

  const same = near(station.road, limits.sameRoadM);
  if (same !== undefined) return { ...same, by: 'road-number' };
  if (!/^[KP]/.test(station.road)) {
    const roadInNetwork = near(station.road, limits.roadKnownM) !== undefined;
    return { why: `no link of ${station.road} within ${limits.sameRoadM} m`, roadInNetwork };
  }

  const street = find(
    station.at,
    limits.streetM,
    ({ kind, category, number }) =>
      kind === 'road' && (category === 'K' || category === 'P') && number === undefined,
  );
  return street === undefined
    ? { why: `no municipal or private road within ${limits.streetM} m`, roadInNetwork: false }
    : { ...street, by: 'street-nearby' };
}

/** Which directions of the link are charged; undefined when a one-way bearing fits neither. */
function chargedSides(
  { charged, chargedBearingDeg }: StationToPlace,
  roadBearingDeg: number,
  toleranceDeg: number,
): { forward: boolean; backward: boolean } | undefined {
  if (charged !== 'one-way' || chargedBearingDeg === undefined)
    return { forward: true, backward: true };
  const offDeg = angleBetweenDeg(chargedBearingDeg, roadBearingDeg);
  if (offDeg <= toleranceDeg) return { forward: true, backward: false };
  if (offDeg >= 180 - toleranceDeg) return { forward: false, backward: true };
  return undefined;
}
