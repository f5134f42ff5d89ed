import { type Feature, fromPosition, type Position, toRing } from './map-layer.ts';

/** An urban area of the map extract. */
export interface SourceUrbanArea {
  readonly properties: { readonly areaKm2: number };
  readonly geometry: { readonly coordinates: readonly (readonly Position[])[] };
}

const TOLERANCE_M = 15;

/** The built-up areas, the largest first. They have no names. */
export function compileBuiltUp(areas: readonly SourceUrbanArea[]): Feature[] {
  return areas.map(({ properties: { areaKm2 }, geometry }) => ({
    properties: { areaKm2 },
    geometry: {
      type: 'Polygon',
      coordinates: geometry.coordinates
        .map((ring) => toRing(ring.map(fromPosition), TOLERANCE_M))
        .filter((ring) => ring.length > 0),
    },
  }));
}
