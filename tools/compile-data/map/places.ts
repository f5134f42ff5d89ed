import type { LatLon } from '../../../src/base/point.ts';
import { isInside } from '../../../src/geo/area.ts';
import { flatDistanceM } from '../../../src/geo/on-line.ts';
import { type Feature, fromPosition, type Position, toPosition } from './map-layer.ts';

/** A label of the map extract. */
export interface SourceLabel {
  readonly properties: {
    /** The whole name. */
    readonly name: string;
    /** What of it is drawn here. */
    readonly label: string;
    readonly type: string;
    readonly placeNumber: number;
    readonly fontCode: number;
  };
  readonly geometry: { readonly coordinates: Position };
}

/** A municipality with its sea. */
export interface NamedArea {
  readonly name: string;
  readonly rings: readonly (readonly LatLon[])[];
}

/** What the types of the source are to somebody who looks at the map; others are left out. */
const KINDS: Readonly<Record<string, string>> = {
  by: 'town',
  tettsted: 'settlement',
  tettbebyggelse: 'settlement',
  bydel: 'settlement',
  bygdelagBygd: 'hamlet',
  grend: 'hamlet',
  kirke: 'hamlet',
  flyplass: 'airport',
  øyISjø: 'island',
  øygruppeISjø: 'island',
  fjord: 'fjord',
  sundISjø: 'fjord',
  innsjø: 'lake',
  vann: 'lake',
  elv: 'river',
  fjell: 'mountain',
  topp: 'mountain',
  dal: 'valley',
  dalføre: 'valley',
  isbre: 'glacier',
  fjellområde: 'area',
  landskapsområde: 'area',
  vidde: 'area',
};

/** Where somebody may want to drive to. */
const DRIVEN_TO = ['town', 'settlement', 'hamlet', 'airport', 'island'];

/** A label stands beside what it names; farther than this from a road it is none to drive to. */
const ROAD_WITHIN_M = 5000;

interface NamedPlace {
  readonly name: string;
  readonly kind: string;
  readonly rank: number;
  readonly at: LatLon;
}

/** What places stand on. */
interface PlaceGround {
  readonly areas: readonly NamedArea[];
  /** Points of roads that one can drive to. */
  readonly roads: readonly LatLon[];
  readonly towns: ReadonlyMap<string, LatLon>;
}

/** The labels of the map. */
export function compileLabels(labels: readonly SourceLabel[]): Feature[] {
  return listPlaces(labels).map(({ name, kind, rank, at }) => ({
    properties: { name, kind, rank },
    geometry: { type: 'Point', coordinates: toPosition(at) },
  }));
}

/**
 * Places for suggestions, each on the nearest road and with its municipality.
 *
 * @param towns the middle of towns whose label stands elsewhere, by their names.
 */
export function compilePlaces(
  labels: readonly SourceLabel[],
  { areas, roads, towns }: PlaceGround,
) {
  const sorted = roads.toSorted((a, b) => a.lat - b.lat);
  const places = listPlaces(labels)
    .filter(({ kind }) => DRIVEN_TO.includes(kind))
    .flatMap(({ at: labelAt, ...place }) => {
      const at = (place.kind === 'town' && towns.get(place.name)) || labelAt;
      const road = findNearest(sorted, at);
      const area = areas.find(({ rings }) => isInside(rings, at))?.name;
      return road === undefined
        ? []
        : [{ ...place, ...(area !== undefined && { area }), lat: road.lat, lon: road.lon }];
    });
  return {
    meta: {
      source:
        'Kartverket, N1000 Kartdata, place names, moved to the nearest road of our network; municipalities worked out by us',
      date: '2025-01-01',
      licence: 'CC BY 4.0, https://creativecommons.org/licenses/by/4.0/',
      attribution: '© Kartverket',
      counts: { places: places.length },
    },
    places,
  };
}

/** One place per number of the register and name: labels of long names are drawn in pieces. */
function listPlaces(labels: readonly SourceLabel[]): NamedPlace[] {
  const seen = new Set<string>();
  return labels.flatMap(({ properties, geometry }) => {
    const { type, fontCode, placeNumber } = properties;
    const kind = KINDS[type];
    // The village around a church is drawn without the word for church.
    const name = type === 'kirke' ? properties.label : properties.name;
    const isShort = type === 'kirke' && properties.label === properties.name;
    const place = `${placeNumber} ${name}`;
    if (kind === undefined || isShort || seen.has(place)) return [];
    seen.add(place);
    return [{ name, kind, rank: rankOf(fontCode), at: fromPosition(geometry.coordinates) }];
  });
}

/**
 * 1 for what is drawn largest.
 *
 * Source: the lettering of N1000: 801 to 805 settlements, 806 peaks, 807 to 810 landscapes, 811 to
 * 814 waters, 815 and 816 glaciers; read off the data.
 */
function rankOf(fontCode: number): number {
  if (fontCode <= 805) return fontCode - 800;
  if (fontCode === 806) return 5;
  if (fontCode <= 810) return fontCode - 805;
  if (fontCode <= 814) return fontCode - 809;
  return 4;
}

/** @param points by their latitude. */
function findNearest(points: readonly LatLon[], at: LatLon): LatLon | undefined {
  const spanDeg = ROAD_WITHIN_M / 111_000;
  let best: { readonly point: LatLon; readonly offM: number } | undefined;
  for (let i = firstFrom(points, at.lat - spanDeg); i < points.length; i++) {
    const point = points[i];
    if (point === undefined || point.lat > at.lat + spanDeg) break;
    const offM = flatDistanceM(point, at);
    if (offM < (best?.offM ?? ROAD_WITHIN_M)) best = { point, offM };
  }
  return best?.point;
}

function firstFrom(points: readonly LatLon[], lat: number): number {
  let [low, high] = [0, points.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((points[middle]?.lat ?? 0) < lat) low = middle + 1;
    else high = middle;
  }
  return low;
}
