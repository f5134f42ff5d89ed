/**
 * Puts toll stations onto the ways of OpenStreetMap: with the rules and the code of the bundled
 * network, and the distances of a map that is true to some metres. What that network draws as one
 * centre line may be several carriageways here.
 */
import type { LatLon } from '../../base/point.ts';
import type { DataFile } from '../../facts/schema/data-files.ts';
import { readBundled } from '../../facts/schema/read-data.ts';
import type { PlacingLimits } from '../../facts/schema/road-network.ts';
import { findPlaceOnLine, flatBearingDeg, pointAlong } from '../../geo/on-line.ts';
import type { RoadLink } from '../link.ts';
import type { PlacedStation, Placement, PlaceOverride, StationToPlace } from '../place.ts';
import { placeStations } from '../place-stations.ts';
import { findCrossing } from './cross-section.ts';
import { isSameRoad, type PlacingRoad, toLinks } from './placing-road.ts';
import { listRoadNames, type RoadName } from './road-names.ts';
import { type IsInSeries, openSeries } from './series.ts';

/** By which stations are placed on a network that is true to metres. */
export interface OsmPlacing
  extends Pick<
    DataFile<'road-network/osm.json'>,
    'limits' | 'nearestRoadM' | 'crossSectionM' | 'parallelDeg' | 'seriesM'
  > {
  /** Decisions by hand that hold on any network. */
  readonly overrides: readonly PlaceOverride[];
}

/** @param data the project's `data/`. */
export function readPlacing(data: string): OsmPlacing {
  const { places } = readBundled(data, 'curated/station-places.json');
  const overrides = places.filter(({ onAnyNetwork }) => onAnyNetwork === true);
  return { ...readBundled(data, 'road-network/osm.json'), overrides };
}

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
  const { limits, overrides } = placing;
  const byName = placeOn(stations, namedLinks(roads, stations, limits), limits, overrides);
  const left = new Set(byName.unplaced.map(({ id }) => id));
  for (const { id } of overrides) left.delete(id);
  const nearest = placeOnNearest(
    stations.filter(({ id }) => left.has(id)),
    roads,
    placing,
  );
  const placed = [...byName.placed, ...nearest];
  const isPlaced = new Set(placed.map(({ id }) => id));
  const stationOf = new Map(stations.map((station) => [station.id, station]));
  const surroundings = { roads, isInSeries: openSeries(roads, placing.seriesM) };
  return {
    placement: { placed, unplaced: byName.unplaced.filter(({ id }) => !isPlaced.has(id)) },
    charges: placed.flatMap((place) => {
      const station = stationOf.get(place.id) as StationToPlace;
      return [place, ...listOtherCarriageways(place, station, surroundings, placing)];
    }),
  };
}

interface Surroundings {
  readonly roads: readonly PlacingRoad[];
  readonly isInSeries: IsInSeries;
}

/** Links, and the road that each of them stands for. */
interface RoadLinks {
  readonly links: readonly RoadLink[];
  readonly roadOf: readonly number[];
}

/** Places stations on links, and names the roads instead of the links. */
function placeOn(
  stations: readonly StationToPlace[],
  { links, roadOf }: RoadLinks,
  limits: PlacingLimits,
  overrides: readonly PlaceOverride[],
): Placement {
  const { placed, unplaced } = placeStations(stations, links, { limits, overrides });
  const onRoads = placed.map((place) => ({ ...place, link: roadOf[place.link] as number }));
  return { placed: onRoads, unplaced };
}

function linkUp(
  roads: readonly PlacingRoad[],
  toItsLinks: (road: PlacingRoad) => readonly RoadLink[],
): RoadLinks {
  const links = roads.map(toItsLinks);
  return { links: links.flat(), roadOf: links.flatMap((some, i) => some.map(() => i)) };
}

/** The ways under their numbers; a ramp answers to the roads of the ramp stations beside it. */
function namedLinks(
  roads: readonly PlacingRoad[],
  stations: readonly StationToPlace[],
  { rampM }: PlacingLimits,
): RoadLinks {
  const onRamps = stations.filter(({ onRamp }) => onRamp);
  const isBeside = ({ line }: PlacingRoad, { at }: StationToPlace) =>
    (findPlaceOnLine(line, at)?.offM ?? Number.POSITIVE_INFINITY) <= rampM;
  return linkUp(roads, (road) => {
    const beside = road.ramp ? onRamps.filter((station) => isBeside(road, station)) : [];
    return toLinks(road, beside.flatMap(listOwnName));
  });
}

/** The name of a station's road; `[]` where it has none that roads of the map may bear. */
const listOwnName = ({ road }: StationToPlace): RoadName[] =>
  listRoadNames(road).filter(({ category }) => road.startsWith(category));

/**
 * What no way of their number is near may stand on a way without number, or with another one: the
 * nearest road counts, whatever it is; for stations of numbered public roads no track or driveway.
 */
function placeOnNearest(
  stations: readonly StationToPlace[],
  roads: readonly PlacingRoad[],
  { limits, nearestRoadM }: OsmPlacing,
): PlacedStation[] {
  const isPublic = ({ road }: StationToPlace) => /^[ERF]/.test(road);
  const placeAmong = (some: readonly StationToPlace[], links: RoadLinks) => {
    const overrides = some.map(({ id }) => ({
      id,
      road: null,
      maxM: nearestRoadM,
      why: 'nearest',
    }));
    return placeOn(some, links, limits, overrides).placed;
  };
  return [
    ...placeAmong(
      stations.filter(isPublic),
      linkUp(roads, (road) => (road.category === 'K' ? [toPlainLink(road)] : [])),
    ),
    ...placeAmong(
      stations.filter((station) => !isPublic(station)),
      linkUp(roads, (road) => [toPlainLink(road)]),
    ),
  ].map((place) => ({ ...place, by: 'nearest-road' }));
}

const toPlainLink = ({ category, oneWay, line }: PlacingRoad): RoadLink => ({
  kind: 'road',
  category,
  line,
  ...(oneWay && { oneWay }),
});

/**
 * The places of a station on the other carriageways of its road: those of the same direction, and
 * those of the other one unless it charges one way only. A ramp of a station that charges one way is a single
 * carriageway, and so is a road that is driven both ways.
 */
function listOtherCarriageways(
  place: PlacedStation,
  { charged }: StationToPlace,
  { roads, isInSeries }: Surroundings,
  { nearestRoadM, crossSectionM, parallelDeg }: OsmPlacing,
): PlacedStation[] {
  const own = roads[place.link] as PlacingRoad;
  if (!own.oneWay || (own.ramp && charged !== 'both')) return [];
  const section = {
    at: pointAlong(own.line, place.alongM).at,
    bearingDeg: bearingAt(own.line, place.alongM),
    // Ramps side by side are those of one station; farther off lies the bend of a ramp, or another junction's.
    halfM: own.ramp ? nearestRoadM : crossSectionM,
    parallelDeg,
  };
  return roads.flatMap((road, link) => {
    if (link === place.link || !road.oneWay || !isSameRoad(own, road)) return [];
    const crossing = findCrossing(road.line, section);
    if (crossing === undefined) return [];
    const { alongM, offM, direction } = crossing;
    const isOwn =
      direction === 'same' ? !isInSeries(place, { link, alongM }) : charged !== 'one-way';
    return isOwn ? [{ ...place, link, alongM, offM, forward: true, backward: false }] : [];
  });
}

/** So far around a place a road shows its bearing: single legs may be bent to meet others. Metres. */
const TELLING_M = 15;

function bearingAt(line: readonly LatLon[], alongM: number): number {
  const [before, after] = [alongM - TELLING_M, alongM + TELLING_M].map(
    (m) => pointAlong(line, Math.max(0, m)).at,
  ) as [LatLon, LatLon];
  return flatBearingDeg(before, after);
}
