/**
 * Puts toll stations onto the ways of OpenStreetMap. The rules and the code are those of the bundled network, the
 * distances those of a map that is true to some metres. A road that the bundled network draws as one centre line may
 * have several carriageways here.
 */
import type { PlacingLimits } from '../../facts/schema/road-network.ts';
import { findPlaceOnLine } from '../../geo/on-line.ts';
import type { RoadLink } from '../link.ts';
import type { PlacedStation, Placement, StationToPlace } from '../placement/place.ts';
import { type PlacingRules, placeStations } from '../placement/place-stations.ts';
import { openCarriageways } from './carriageways.ts';
import {
  listRoadNames,
  type OsmPlacing,
  type PlacingRoad,
  type RoadName,
  toLinks,
} from './placing-road.ts';

export interface RoadPlacement {
  /** Each station once, as the audit counts them; `link` is the index of the road. */
  readonly placement: Placement;
  /** A station for each carriageway on which it charges. */
  readonly charges: readonly PlacedStation[];
}

export function placeOnRoads(
  stations: readonly StationToPlace[],
  roads: readonly PlacingRoad[],
  placing: OsmPlacing,
): RoadPlacement {
  const toNamed = openNames(stations, placing.limits);
  const byName = placeOn(stations, roads, toNamed, placing);
  const left = new Set(byName.unplaced.map(({ id }) => id));
  for (const { id } of placing.overrides) left.delete(id);
  const nearest = placeOnNearest(
    stations.filter(({ id }) => left.has(id)),
    roads,
    placing,
  );
  const placed = [...byName.placed, ...nearest];
  const isPlaced = new Set(placed.map(({ id }) => id));
  const stationOf = new Map(stations.map((station) => [station.id, station]));
  const listOthers = openCarriageways(roads, placing);
  return {
    placement: { placed, unplaced: byName.unplaced.filter(({ id }) => !isPlaced.has(id)) },
    charges: placed.flatMap((place) => {
      const { charged } = stationOf.get(place.id) as StationToPlace;
      return [place, ...listOthers(place, charged)];
    }),
  };
}

/** Places stations on the links that are made from roads, and replaces the links in the result by their roads. */
function placeOn(
  stations: readonly StationToPlace[],
  roads: readonly PlacingRoad[],
  toItsLinks: (road: PlacingRoad) => readonly RoadLink[],
  rules: PlacingRules,
): Placement {
  const links = roads.map(toItsLinks);
  const roadOf = links.flatMap((some, road) => some.map(() => road));
  const { placed, unplaced } = placeStations(stations, links.flat(), rules);
  const onRoads = placed.map((place) => ({ ...place, link: roadOf[place.link] as number }));
  return { placed: onRoads, unplaced };
}

/** Gives a way as links, one for each of its road names. A ramp has the road names of the ramp stations near it. */
function openNames(stations: readonly StationToPlace[], { rampM }: PlacingLimits) {
  const onRamps = stations.filter(({ onRamp }) => onRamp);
  const isBeside = ({ line }: PlacingRoad, { at }: StationToPlace) =>
    (findPlaceOnLine(line, at)?.offM ?? Number.POSITIVE_INFINITY) <= rampM;
  return (road: PlacingRoad): RoadLink[] => {
    const beside = road.ramp ? onRamps.filter((station) => isBeside(road, station)) : [];
    return toLinks(road, beside.flatMap(listOwnName));
  };
}

/** The name of a station's road; `[]`: it has no name that a road of the map may have. */
const listOwnName = ({ road }: StationToPlace): RoadName[] =>
  listRoadNames(road).filter(({ category }) => road.startsWith(category));

/**
 * A station that has no way of its road number nearby may stand on a way with another number or without a number. It
 * is placed on the nearest road. Stations of numbered public roads are not placed on tracks and driveways.
 */
function placeOnNearest(
  stations: readonly StationToPlace[],
  roads: readonly PlacingRoad[],
  { limits, nearestRoadM }: OsmPlacing,
): PlacedStation[] {
  const isPublic = ({ road }: StationToPlace) => /^[ERF]/.test(road);
  const placeAmong = (some: readonly StationToPlace[], isRoad: (road: PlacingRoad) => boolean) => {
    const decision = { road: null, maxM: nearestRoadM, why: 'nearest' };
    const overrides = some.map(({ id }) => ({ id, ...decision }));
    const toItsLinks = (road: PlacingRoad) => (isRoad(road) ? [toPlainLink(road)] : []);
    return placeOn(some, roads, toItsLinks, { limits, overrides }).placed;
  };
  return [
    ...placeAmong(stations.filter(isPublic), ({ category }) => category === 'K'),
    ...placeAmong(
      stations.filter((station) => !isPublic(station)),
      () => true,
    ),
  ].map((place) => ({ ...place, by: 'nearest-road' }));
}

/** The link without the mark of a ramp. */
const toPlainLink = ({ ramp: _, ...link }: PlacingRoad): RoadLink => link;
