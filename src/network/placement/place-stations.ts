/**
 * Puts toll stations onto links of the network by road number, distance and direction. Nearness alone is never enough:
 * a station on a ramp or a side street must not charge the road beside it.
 */
import type { LatLon } from '../../base/point.ts';
import type { PlacingLimits } from '../../facts/schema/road-network.ts';
import { angleBetweenDeg, flatBearingDeg } from '../../geo/on-line.ts';
import { type RoadLink, roadName } from '../link.ts';
import { type FindNear, type NearPlace, openFinder } from './find-near.ts';
import type {
  PlacedStation,
  Placement,
  PlaceOverride,
  StationToPlace,
  UnplacedStation,
} from './place.ts';

export interface PlacingRules {
  readonly limits: PlacingLimits;
  readonly overrides: readonly PlaceOverride[];
}

/** Places stations. Each station that has no place is returned with the reason. */
export function placeStations(
  stations: readonly StationToPlace[],
  links: readonly RoadLink[],
  { limits, overrides }: PlacingRules,
): Placement {
  const overrideOf = new Map(overrides.map((override) => [override.id, override]));
  const find = openFinder(links);
  const placed: PlacedStation[] = [];
  const unplaced: UnplacedStation[] = [];
  for (const station of stations) {
    const override = overrideOf.get(station.id);
    const moved = { ...station, at: override?.at ?? station.at };
    const outcome = placeOne(moved, { find, links, limits, override });
    if ('why' in outcome) unplaced.push(outcome);
    else placed.push(outcome);
  }
  return { placed, unplaced };
}

interface Surroundings {
  readonly find: FindNear;
  readonly links: readonly RoadLink[];
  readonly limits: PlacingLimits;
  readonly override: PlaceOverride | undefined;
}

function placeOne(
  station: StationToPlace,
  surroundings: Surroundings,
): PlacedStation | UnplacedStation {
  const { find, links, limits, override } = surroundings;
  const { id } = station;
  if (override?.place === 'none') {
    // The decision does not tell whether the network has the road. The audit needs to know, so the links are searched.
    const onOwnRoad = find(station.at, limits.sameRoadM, isRoad(station.road)) !== undefined;
    return { id, why: override.why, roadInNetwork: onOwnRoad && !station.onRamp };
  }
  const searches = listSearches(station, limits, override);
  const sidesOn = (link: RoadLink, { place }: NearPlace) =>
    chargedSides(station, link, place.bearingDeg, limits);
  for (const { maxM, accepts, by } of searches) {
    const near = find(
      station.at,
      maxM,
      (link, there) => accepts(link) && sidesOn(link, there) !== undefined,
    );
    const sides = near && sidesOn(links[near.link] as RoadLink, near);
    if (near === undefined || sides === undefined) continue;
    const { alongM, offM } = near.place;
    return { id, link: near.link, alongM, offM, by, ...sides };
  }
  return { id, ...whyNot(station, searches, surroundings) };
}

/** Why none of the searches found a place. */
function whyNot(
  { at, road, onRamp, chargedBearingDeg = 0 }: StationToPlace,
  searches: readonly Search[],
  { find, links, limits, override }: Surroundings,
): Omit<UnplacedStation, 'id'> {
  for (const { maxM, accepts } of searches) {
    const near = find(at, maxM, accepts);
    if (near === undefined) continue;
    const name = roadName(links[near.link] as RoadLink);
    const why = `the charged direction, ${Math.round(chargedBearingDeg)}°, fits neither direction of ${name} there, ${Math.round(near.place.bearingDeg)}°`;
    return { why, roadInNetwork: true };
  }
  const why = searches.map(({ what, maxM }) => `no ${what} within ${maxM} m`).join(', ');
  const isKnown = override !== undefined || find(at, limits.roadKnownM, isRoad(road)) !== undefined;
  return { why, roadInNetwork: isKnown && !onRamp };
}

/** Links on which a station may lie. */
interface Search {
  readonly what: string;
  readonly maxM: number;
  readonly accepts: (link: RoadLink) => boolean;
  readonly by: PlacedStation['by'];
}

/** The searches for a station, the most reliable first. */
function listSearches(
  { road, onRamp }: StationToPlace,
  { sameRoadM, streetM, rampM }: PlacingLimits,
  override: PlaceOverride | undefined,
): Search[] {
  if (onRamp && override?.road === undefined) {
    const maxM = override?.maxM ?? rampM;
    return [{ what: `ramp of ${road}`, maxM, accepts: isRampOf(road), by: 'ramp' }];
  }
  if (override !== undefined) {
    const { road: name = road, maxM = sameRoadM } = override;
    const what = `link of ${name ?? 'any road'}, which the override names,`;
    return [{ what, maxM, accepts: isRoad(name), by: 'override' }];
  }
  const same: Search = {
    what: `link of ${road}`,
    maxM: sameRoadM,
    accepts: isRoad(road),
    by: 'road-number',
  };
  const street: Search = {
    what: 'municipal or private road',
    maxM: streetM,
    accepts: isStreet,
    by: 'street-nearby',
  };
  // A forest road (S) is drawn as a private one.
  return /^[KPS]/.test(road) ? [same, street] : [same];
}

/** Is the link a road of this name, but not a ramp? `null` stands for any name. */
const isRoad = (name: string | null) => (link: RoadLink) =>
  link.kind === 'road' && link.ramp !== true && (name === null || roadName(link) === name);

const isRampOf = (name: string) => (link: RoadLink) =>
  link.ramp === true && roadName(link) === name;

const isStreet = ({ kind, category, number }: RoadLink) =>
  kind === 'road' && (category === 'K' || category === 'P') && number === undefined;

/** The directions of the link that are charged; undefined: the charged bearing of a one-way station fits neither. */
function chargedSides(
  { charged, chargedBearingDeg }: StationToPlace,
  { oneWay, ramp, line }: RoadLink,
  roadBearingDeg: number,
  { bearingDeg }: PlacingLimits,
): Pick<PlacedStation, 'forward' | 'backward'> | undefined {
  if (charged !== 'one-way' || chargedBearingDeg === undefined)
    return { forward: true, backward: oneWay !== true };
  const offDeg = angleBetweenDeg(chargedBearingDeg, roadBearingDeg);
  if (offDeg <= bearingDeg) return { forward: true, backward: false };
  if (offDeg >= 180 - bearingDeg) return oneWay ? undefined : { forward: false, backward: true };
  // A ramp bends. At one of its ends it runs along the road that it leaves or joins.
  const isAlong = (deg: number) => angleBetweenDeg(chargedBearingDeg, deg) <= bearingDeg;
  const isBent = ramp === true && oneWay === true && listEndBearings(line).some(isAlong);
  return isBent ? { forward: true, backward: false } : undefined;
}

/** The bearings of the first and the last leg. */
const listEndBearings = (line: readonly LatLon[]): number[] =>
  [line.slice(0, 2), line.slice(-2)].flatMap(([from, to]) =>
    from && to ? [flatBearingDeg(from, to)] : [],
  );
