import type { LatLon } from '../../../src/base/point.ts';
import { simplifyLine } from '../../../src/geo/polyline.ts';

/** A position in GeoJSON. */
export type Position = readonly [lon: number, lat: number];

/** A feature of the map. Properties that do not hold are left out. */
export interface Feature {
  readonly properties: Readonly<Record<string, unknown>>;
  readonly geometry:
    | { readonly type: 'Point'; readonly coordinates: Position }
    | { readonly type: 'LineString'; readonly coordinates: readonly Position[] }
    | { readonly type: 'Polygon'; readonly coordinates: readonly (readonly Position[])[] };
}

/** The text of a layer: one line per feature, so that a change of a feature changes one line. */
export function formatLayer(features: readonly Feature[]): string {
  const lines = features.map((feature) => JSON.stringify({ type: 'Feature', ...feature }));
  return `{"type":"FeatureCollection","features":[\n${lines.join(',\n')}\n]}\n`;
}

/** Four decimals are 11 m from south to north and 6 m from west to east: a pixel at zoom 14. */
export const toPosition = ({ lon, lat }: LatLon): Position => [round(lon), round(lat)];

/** A line without points that make no visible difference; `[]`: no line is left. */
export function toPositions(line: readonly LatLon[], toleranceM: number): Position[] {
  const positions = simplifyLine(line, toleranceM).map(toPosition);
  const moved = positions.filter((at, i) => String(at) !== String(positions[i - 1]));
  return moved.length < 2 ? [] : moved;
}

/** The same for a closed line, which stays closed; `[]`: no area is left. */
export function toRing(line: readonly LatLon[], toleranceM: number): Position[] {
  const positions = toPositions(line, toleranceM);
  const [first] = positions;
  if (first === undefined) return [];
  const closed = String(positions.at(-1)) === String(first) ? positions : [...positions, first];
  return closed.length < 4 ? [] : closed;
}

/** Reads a position of GeoJSON, the form of the source extracts. */
export const fromPosition = ([lon, lat]: Position): LatLon => ({ lat, lon });

const round = (degrees: number) => Math.round(degrees * 1e4) / 1e4;
