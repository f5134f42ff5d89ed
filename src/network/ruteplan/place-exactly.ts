/**
 * Puts toll stations on the official network: by link position where the facts know it, else by road, distance and
 * direction as on any map that is true to metres.
 */
import type { LatLon } from '../../base/point.ts';
import type { RuteplanRules } from '../../facts/schema/road-network.ts';
import { angleBetweenDeg, flatBearingDeg, flatDistanceM } from '../../geo/on-line.ts';
import type { CarriagewayPiece } from '../../geo/road-link.ts';
import type { Gate } from '../../passages/gate.ts';
import { LINK } from '../../routing/graph.ts';
import type { LinkColumns } from '../compile/link-columns.ts';
import { openReach } from '../compile/merge-links.ts';
import { type OsmPlacing, placeOnRoads } from '../compile/place-on-roads.ts';
import type { RoadLink } from '../link.ts';
import type { PlacedStation, Placement, StationToPlace, UnplacedStation } from '../place.ts';
import type { ReadLinks } from './read-links.ts';
import { type ChargedPlace, listChargedPlaces, openSequences } from './sequences.ts';

/** A place on a link of the file at which a station charges. */
export type StationCut = Pick<ChargedPlace, 'link' | 'share' | 'forward' | 'backward'> & {
  readonly stationId: string;
};

export interface StationPlacement {
  readonly cuts: readonly StationCut[];
  /** Each station once, as the audit counts them. */
  readonly placement: Placement;
  readonly gates: readonly Gate[];
}

export interface StationTerms {
  readonly stations: readonly StationToPlace[];
  readonly carriageways: readonly CarriagewayPiece[];
  readonly rules: RuteplanRules;
  readonly placing: OsmPlacing;
}

/** Carriageways lie apart, and so farther from the record than the nearest one. Metres. */
const LEAST_END_M = 0.5;

export function placeExactly(
  read: ReadLinks,
  { stations, carriageways, rules, placing }: StationTerms,
): StationPlacement {
  const isOneWay = (link: number) => ((read.links.flags[link] as number) & LINK.oneWay) !== 0;
  const sequences = openSequences(read, [
    ...stations.flatMap(({ positions = [] }) => positions.map(({ linkId }) => linkId)),
    ...carriageways.map(({ linkId }) => linkId),
  ]);
  const cuts: StationCut[] = [];
  const placed: PlacedStation[] = [];
  const astray = new Map<string, string>();
  const others: StationToPlace[] = [];
  for (const station of stations) {
    const places = listChargedPlaces(station.positions ?? [], carriageways, sequences, isOneWay)
      .map((place) => decide(read.links, station, place, placing.limits.bearingDeg))
      .filter(({ forward, backward }) => forward || backward)
      .map((place) => ({ ...place, offM: flatDistanceM(pointOn(read.links, place), station.at) }))
      .sort((a, b) => a.offM - b.offM || a.link - b.link);
    const nearest = places[0];
    if (nearest === undefined || nearest.offM > rules.stationM) {
      const why = whyNotExact(station, nearest?.offM);
      if (why !== undefined) astray.set(station.id, why);
      others.push(station);
      continue;
    }
    const { id } = station;
    for (const { link, share, forward, backward } of places)
      cuts.push({ link, share, forward, backward, stationId: id });
    const { link, share, offM, forward, backward } = nearest;
    const alongM = share * (read.links.lengthM[link] as number);
    placed.push({ id, link, alongM, offM, forward, backward, by: 'link-position' });
  }
  const byRoad = placeByRoad(read, others, placing);
  const name = (station: UnplacedStation): UnplacedStation => {
    const why = astray.get(station.id);
    return why === undefined ? station : { ...station, why: `${why}, and ${station.why}` };
  };
  return {
    cuts: [...cuts, ...byRoad.cuts],
    placement: {
      placed: [...placed, ...byRoad.placement.placed],
      unplaced: byRoad.placement.unplaced.map(name),
    },
    gates: [...cuts, ...byRoad.cuts].map((cut) => toGate(read.links, cut)),
  };
}

function whyNotExact(
  { positions = [] }: StationToPlace,
  offM: number | undefined,
): string | undefined {
  if (positions.length === 0) return undefined;
  return offM === undefined
    ? 'its link position is not in the network'
    : `its link position lies ${Math.round(offM)} m from its place`;
}

/** Where an operator's word decided the direction it goes before what the links say. */
function decide(
  links: LinkColumns,
  { charged, chargedBearingDeg, isDirectionDecided }: StationToPlace,
  place: ChargedPlace,
  mostDeg: number,
): ChargedPlace {
  if (isDirectionDecided !== true) return place;
  const isTwoWay = ((links.flags[place.link] as number) & LINK.oneWay) === 0;
  if (charged !== 'one-way' || chargedBearingDeg === undefined)
    return { ...place, forward: true, backward: isTwoWay };
  const offDeg = angleBetweenDeg(chargedBearingDeg, bearingOn(links, place));
  return { ...place, forward: offDeg <= mostDeg, backward: isTwoWay && offDeg >= 180 - mostDeg };
}

type Place = Pick<ChargedPlace, 'link' | 'share'>;

const toDegrees = ([lat, lon]: readonly [number, number]): LatLon => ({
  lat: lat / 1e6,
  lon: lon / 1e6,
});

const pointOn = (links: LinkColumns, { link, share }: Place): LatLon =>
  toDegrees(openReach(links, link).place(share).at);

function bearingOn(links: LinkColumns, { link, share }: Place): number {
  const { index } = openReach(links, link).place(share);
  const at = (point: number) =>
    toDegrees([links.points[2 * point] as number, links.points[2 * point + 1] as number]);
  return flatBearingDeg(at(index), at(index + 1));
}

const toGate = (links: LinkColumns, cut: StationCut): Gate => ({
  stationId: cut.stationId,
  at: pointOn(links, cut),
  forwardBearingDeg: bearingOn(links, cut),
  charged: cut.forward ? (cut.backward ? 'both' : 'forward') : 'backward',
});

/** A share of a link that leaves something on both sides. */
export function insideOf(links: LinkColumns, { link, share }: Place): number {
  const least = Math.min(0.25, LEAST_END_M / Math.max(LEAST_END_M, links.lengthM[link] as number));
  return Math.min(1 - least, Math.max(least, share));
}

/** Places stations by road, distance and direction on the links near them. */
function placeByRoad(read: ReadLinks, stations: readonly StationToPlace[], placing: OsmPlacing) {
  const nearM = Math.max(placing.crossSectionM, ...Object.values(placing.limits));
  const near = listLinksNear(
    read.links,
    stations.map(({ at }) => at),
    nearM,
  );
  const roads = near.map((link) => toOsmRoad(read, link));
  const { placement, charges } = placeOnRoads(stations, roads, placing);
  const onLink = (place: PlacedStation) => ({ ...place, link: near[place.link] as number });
  return {
    placement: { placed: placement.placed.map(onLink), unplaced: placement.unplaced },
    cuts: charges.map(onLink).map(({ id, link, alongM, forward, backward }) => {
      const share = alongM / Math.max(LEAST_END_M, read.links.lengthM[link] as number);
      return { stationId: id, link, share: Math.min(1, share), forward, backward };
    }),
  };
}

/** Cells of a grid by millionths of a degree, some 100 m and more. */
const CELL = 2000;

/** Roads with a point within a distance of one of some places, and those about it. */
export function listLinksNear(
  { count, flags, firstPoint, points }: LinkColumns,
  places: readonly LatLon[],
  nearM: number,
): readonly number[] {
  const cells = new Set<number>();
  const nameCell = (lat: number, lon: number) =>
    Math.floor(lat / CELL) * 1e6 + Math.floor(lon / CELL);
  for (const { lat, lon } of places) {
    const north = Math.ceil((nearM * 9) / CELL) + 1;
    const east = Math.ceil((nearM * 9) / CELL / Math.cos((lat * Math.PI) / 180)) + 1;
    for (let row = -north; row <= north; row++)
      for (let column = -east; column <= east; column++)
        cells.add(nameCell(lat * 1e6 + row * CELL, lon * 1e6 + column * CELL));
  }
  const near: number[] = [];
  for (let link = 0; link < count; link++) {
    if (((flags[link] as number) & LINK.ferry) !== 0) continue;
    const end = firstPoint[link + 1] as number;
    for (let point = firstPoint[link] as number; point < end; point++)
      if (comesBy(cells, nameCell, points, point, point + 1 < end)) {
        near.push(link);
        break;
      }
  }
  return near;
}

/** Does the leg from a point come through one of the cells? It is looked at in steps of a cell. */
function comesBy(
  cells: ReadonlySet<number>,
  nameCell: (lat: number, lon: number) => number,
  points: Int32Array,
  point: number,
  hasNext: boolean,
): boolean {
  const [lat, lon] = [points[2 * point] as number, points[2 * point + 1] as number];
  if (cells.has(nameCell(lat, lon))) return true;
  if (!hasNext) return false;
  const north = (points[2 * point + 2] as number) - lat;
  const east = (points[2 * point + 3] as number) - lon;
  const steps = Math.floor(Math.max(Math.abs(north), Math.abs(east)) / CELL);
  for (let step = 1; step <= steps; step++)
    if (cells.has(nameCell(lat + (north * step) / (steps + 1), lon + (east * step) / (steps + 1))))
      return true;
  return false;
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

function toOsmRoad({ links, roads, streets }: ReadLinks, link: number) {
  const name = roads[links.road[link] as number] as string;
  const flags = links.flags[link] as number;
  const { category, ramp = false, oneWay = false } = describeRoad(name, flags);
  const line = lineOf(links, link);
  const first = links.firstPoint[link] as number;
  return {
    wayId: link,
    tags: { ref: name, name: streets[links.street[link] as number] ?? '' },
    category: category === 'P' ? ('P' as const) : ('K' as const),
    ramp,
    oneWay,
    isReversed: false,
    line,
    // Points inside of a link are nodes of it alone.
    nodeIds: line.map((_, i) => {
      if (i === 0) return links.from[link] as number;
      return i === line.length - 1 ? (links.to[link] as number) : -first - i - 1;
    }),
  };
}
