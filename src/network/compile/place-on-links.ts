/** Toll stations on links in columns: by road, distance and direction, as on any map that is true to metres. */
import Flatbush from 'flatbush';
import type { LatLon } from '../../base/point.ts';
import type { PlacingLimits } from '../../facts/schema/road-network.ts';
import { boxAround } from '../../geo/area.ts';
import { findPlaceOnLine, flatBearingDeg, flatLengthM } from '../../geo/on-line.ts';
import { LINK } from '../../routing/graph.ts';
import { isFerry } from '../../routing/network.ts';
import type { RoadLink } from '../link.ts';
import type { PlacedStation, Placement, StationToPlace } from '../placement/place.ts';
import { type PlacingRules, placeStations } from '../placement/place-stations.ts';
import { openCarriageways } from './carriageways.ts';
import type { LinkColumns, RoadColumns } from './link-columns.ts';
import { openReach, type PlaceOnLink } from './merge-links.ts';
import {
  listRoadNames,
  type OsmPlacing,
  type PlacingRoad,
  type RoadName,
  toLinks,
} from './placing-road.ts';

/** A place on a link at which a station charges, in the directions of the link. */
export interface StationCut extends PlaceOnLink {
  readonly stationId: string;
  readonly forward: boolean;
  readonly backward: boolean;
}

export interface StationPlacement {
  readonly cuts: readonly StationCut[];
  /** Each station once, as the audit counts them. */
  readonly placement: Placement;
}

/** A part that a cut leaves at an end of a link has at least this length, if the link is long enough. Metres. */
const LEAST_END_M = 0.5;

const toDegrees = ([lat, lon]: readonly [number, number]): LatLon => ({
  lat: lat / 1e6,
  lon: lon / 1e6,
});

export const pointOn = (links: LinkColumns, { link, share }: PlaceOnLink): LatLon =>
  toDegrees(openReach(links, link).place(share).at);

export function bearingOn(links: LinkColumns, { link, share }: PlaceOnLink): number {
  const { index } = openReach(links, link).place(share);
  const at = (point: number) =>
    toDegrees([links.points[2 * point] as number, links.points[2 * point + 1] as number]);
  return flatBearingDeg(at(index), at(index + 1));
}

/** The share, moved so far from the ends of the link that a part is left on both sides. */
export function insideOf(links: LinkColumns, { link, share }: PlaceOnLink): number {
  const least = Math.min(0.25, LEAST_END_M / Math.max(LEAST_END_M, links.lengthM[link] as number));
  return Math.min(1 - least, Math.max(least, share));
}

/**
 * Places stations by road, distance and direction on the links near them.
 *
 * @param wayOf a number by link. Links in sequence with the same number are pieces of one road; absent: no links are.
 */
export function placeByRoad(
  read: RoadColumns,
  stations: readonly StationToPlace[],
  placing: OsmPlacing,
  wayOf?: Float64Array,
): StationPlacement {
  const { links } = read;
  // This includes the roads by which a driver may get from one carriageway to the other.
  const nearM = Math.max(placing.limits.roadKnownM, placing.seriesM + placing.crossSectionM);
  const places = stations.map(({ at }) => at);
  const rows = listRows(links, listLinksNear(links, places, nearM), wayOf);
  const { placement, charges } = placeOnRoads(
    stations,
    rows.map((row) => toPlacingRoad(read, row)),
    placing,
  );
  const onLink = (place: PlacedStation): PlacedStation => {
    let { alongM } = place;
    const row = rows[place.link] as readonly number[];
    for (const link of row) {
      const lengthM = flatLengthM(lineOf(links, link));
      if (alongM <= lengthM || link === row.at(-1)) return { ...place, link, alongM };
      alongM -= lengthM;
    }
    return place;
  };
  return {
    placement: { placed: placement.placed.map(onLink), unplaced: placement.unplaced },
    cuts: charges.map(onLink).map(({ id, link, alongM, forward, backward }) => {
      const share = alongM / Math.max(LEAST_END_M, links.lengthM[link] as number);
      return { stationId: id, link, share: Math.min(1, share), forward, backward };
    }),
  };
}

/** The links in rows, each with the pieces of one road. A ramp needs its pieces: its ends show where it leads. */
function listRows(
  { from, to, count }: LinkColumns,
  near: readonly number[],
  wayOf: Float64Array | undefined,
): readonly (readonly number[])[] {
  if (wayOf === undefined) return near.map((link) => [link]);
  const leadsOn = (link: number) =>
    link > 0 && link < count && wayOf[link] === wayOf[link - 1] && to[link - 1] === from[link];
  const rows: number[][] = [];
  for (const link of near) {
    if ((rows.at(-1)?.at(-1) ?? -1) >= link) continue;
    let first = link;
    while (leadsOn(first)) first--;
    let last = link;
    while (leadsOn(last + 1)) last++;
    rows.push(Array.from({ length: last - first + 1 }, (_, i) => first + i));
  }
  return rows;
}

/** Roads whose bounding box comes within a distance of a place: all roads that are so near, and some others. */
export function listLinksNear(
  links: LinkColumns,
  places: readonly LatLon[],
  nearM: number,
): readonly number[] {
  const near: number[] = [];
  if (places.length === 0) return near;
  const index = new Flatbush(places.length);
  for (const { lat, lon } of places) index.add(lon, lat);
  index.finish();
  for (let link = 0; link < links.count; link++) {
    if (isFerry(links, link)) continue;
    const { south, west, north, east } = boxAround(lineOf(links, link), nearM);
    if (index.search(west, south, east, north).length > 0) near.push(link);
  }
  return near;
}

export const lineOf = ({ firstPoint, points }: LinkColumns, link: number): readonly LatLon[] => {
  const line: LatLon[] = [];
  for (let point = firstPoint[link] as number; point < (firstPoint[link + 1] as number); point++)
    line.push(toDegrees([points[2 * point] as number, points[2 * point + 1] as number]));
  return line;
};

/** What a road is called and how it is driven, without its line. */
export function describeRoad(name: string, flags: number): Omit<RoadLink, 'line'> {
  const [, letter = '', digits = ''] = /^([ERFKPS])(\d*)/.exec(name) ?? [];
  const category = letter === 'S' ? 'P' : letter === '' ? 'K' : letter;
  return {
    kind: (flags & LINK.ferry) === 0 ? 'road' : 'ferry',
    category: category as RoadLink['category'],
    ...(digits !== '' && { number: Number(digits) }),
    ...((flags & LINK.ramp) !== 0 && { ramp: true }),
    ...((flags & LINK.oneWay) !== 0 && { oneWay: true }),
    ...((flags & LINK.tunnel) !== 0 && { tunnel: true }),
  };
}

function toPlacingRoad(
  { links, roads, streets }: RoadColumns,
  row: readonly number[],
): PlacingRoad {
  const [link] = row as readonly [number];
  const name = roads[links.road[link] as number] as string;
  const { number: _, category, ...facts } = describeRoad(name, links.flags[link] as number);
  const line = row.flatMap((one, i) => lineOf(links, one).slice(i === 0 ? 0 : 1));
  // Points inside a link are nodes that no other link has.
  const nodeIds = row.flatMap((one, i) => {
    const [first, end] = [links.firstPoint[one] as number, links.firstPoint[one + 1] as number];
    const inner = Array.from({ length: end - first - 2 }, (_, point) => -first - point - 2);
    return [...(i === 0 ? [links.from[one] as number] : []), ...inner, links.to[one] as number];
  });
  return {
    ...facts,
    category: category === 'P' || links.isDestination[link] === 1 ? 'P' : 'K',
    names: listRoadNames(name),
    street: streets[links.street[link] as number] ?? '',
    line,
    nodeIds,
  };
}

interface RoadPlacement {
  /** Each station once, as the audit counts them; `link` is the index of the road. */
  readonly placement: Placement;
  /** A station for each carriageway on which it charges. */
  readonly charges: readonly PlacedStation[];
}

/**
 * Puts toll stations onto the ways of a map. The rules and the code are those of the bundled network, the distances
 * those of a map that is true to some metres. A road that the bundled network draws as one centre line may have several
 * carriageways here.
 *
 * @internal Outside this file only its tests use it.
 */
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
