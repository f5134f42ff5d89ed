import { median } from '../../../measure/numbers.ts';
import { groupBy } from '../../../src/base/lists.ts';
import type { LatLon } from '../../../src/base/point.ts';
import { type Feature, fromPosition, type Position, toPosition, toRing } from './map-layer.ts';

/** A lake, a river or a glacier of the map extract. */
export interface SourceWater {
  readonly geometry: { readonly coordinates: readonly (readonly Position[])[] };
}

const TOLERANCE_M = 60;

/** Inland waters and ice by kind, without their islands. */
export function compileWater(
  sources: Readonly<Record<'lake' | 'river' | 'glacier', readonly SourceWater[]>>,
): Feature[] {
  return Object.entries(sources).flatMap(([kind, areas]) =>
    areas.flatMap(({ geometry }): Feature[] => {
      const coordinates = geometry.coordinates
        .map((ring) => toRing(ring.map(fromPosition), TOLERANCE_M))
        .filter((ring) => ring.length > 0);
      return coordinates.length === 0
        ? []
        : [{ properties: { kind }, geometry: { type: 'Polygon', coordinates } }];
    }),
  );
}

/** The least number of postcodes of a district: fewer are a street or a company. */
const FEWEST_CODES = 3;
const RANK = 5;

/** The districts of towns, each in the middle of its postcodes. */
export function compileDistricts(
  postcodes: readonly (LatLon & { readonly town: string; readonly district?: string })[],
): Feature[] {
  const named = postcodes.filter(({ district }) => district !== undefined);
  const groups = groupBy(named, ({ town, district }) => `${town}/${district}`);
  return [...groups.values()].flatMap((codes): Feature[] => {
    const [first] = codes;
    if (first?.district === undefined || codes.length < FEWEST_CODES) return [];
    if (first.district.toLowerCase() === first.town.toLowerCase()) return [];
    // A postcode that lies far off does not move the median.
    const lat = median(codes.map((code) => code.lat));
    const lon = median(codes.map((code) => code.lon));
    const properties = { name: first.district, kind: 'district', rank: RANK };
    return [{ properties, geometry: { type: 'Point', coordinates: toPosition({ lat, lon }) } }];
  });
}
