import { groupBy } from '../../../src/base/lists.ts';
import type { LatLon } from '../../../src/base/point.ts';
import { flatDistanceM } from '../../../src/geo/on-line.ts';
import { type Feature, fromPosition, type Position, toPosition } from './map-layer.ts';

/** A label of the map extract. */
export interface SourceLabel {
  readonly properties: {
    /** The whole name. */
    readonly name: string;
    /** The part of the name that is drawn here. */
    readonly label: string;
    readonly type: string;
    readonly placeNumber: number;
    readonly fontCode: number;
  };
  readonly geometry: { readonly coordinates: Position };
}

/** Our kinds for the types of the source, for readers of the map. Other types are left out. */
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

export interface NamedPlace {
  readonly name: string;
  readonly kind: string;
  readonly rank: number;
  readonly at: LatLon;
}

/** Settlements. The source puts their names beside the place, into a fjord or on a mountain. */
const SETTLED = ['town', 'settlement', 'hamlet'];
/** A name and a place of the search that are no farther apart are the same place. Metres. */
const SAME_WITHIN_M = 12_000;

/**
 * The labels of the map.
 *
 * @param places the places that can be driven to, with their names.
 */
export function compileLabels(
  labels: readonly SourceLabel[],
  places: readonly (LatLon & { readonly name: string })[],
): Feature[] {
  const byName = groupBy(places, ({ name }) => name);
  return listNamed(labels, KINDS).map(({ name, kind, rank, at }) => {
    const [nearest] = (byName.get(name) ?? [])
      .filter((place) => flatDistanceM(at, place) <= SAME_WITHIN_M)
      .toSorted((a, b) => flatDistanceM(at, a) - flatDistanceM(at, b));
    const middle = SETTLED.includes(kind) && nearest ? nearest : at;
    return {
      properties: { name, kind, rank },
      geometry: { type: 'Point', coordinates: toPosition(middle) },
    };
  });
}

/**
 * One place for each number of the register and name: labels of long names are drawn in pieces.
 *
 * @param kinds our kinds by the types of the source. Other types are left out.
 */
export function listNamed(
  labels: readonly SourceLabel[],
  kinds: Readonly<Record<string, string>>,
): NamedPlace[] {
  const seen = new Set<string>();
  return labels.flatMap(({ properties, geometry }) => {
    const { type, fontCode, placeNumber } = properties;
    const kind = kinds[type];
    // The village around a church is drawn without the word for church.
    const name = (type === 'kirke' ? properties.label : properties.name).trim();
    const isShort = type === 'kirke' && properties.label === properties.name;
    const place = `${placeNumber} ${name}`;
    if (kind === undefined || isShort || seen.has(place)) return [];
    seen.add(place);
    return [{ name, kind, rank: rankOf(fontCode), at: fromPosition(geometry.coordinates) }];
  });
}

/**
 * The rank of a label: 1 for those that are drawn largest.
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
