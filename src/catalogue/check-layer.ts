/** The layers of the map: GeoJSON that browsers get as it is. */
import { basename, join } from 'node:path';
import Type from 'typebox';
import { RoadName, strict, Text, True } from './curated-schema-values.ts';
import { readChecked } from './read-checked.ts';

const layerOf = <P extends Type.TSchema>(type: 'Point' | 'LineString' | 'Polygon', properties: P) =>
  strict({
    type: Type.Literal('FeatureCollection'),
    features: Type.Array(
      strict({
        type: Type.Literal('Feature'),
        properties,
        geometry: strict({ type: Type.Literal(type), coordinates: Type.Unknown() }),
      }),
      { minItems: 1 },
    ),
  });

const RoadProperties = strict({
  category: Type.Enum(['E', 'R', 'F', 'K', 'P']),
  road: Type.Optional(RoadName),
  motor: Type.Optional(True),
  tunnel: Type.Optional(True),
  ferry: Type.Optional(True),
});

const LAYER_FILES = {
  'built-up.json': layerOf('Polygon', strict({ areaKm2: Type.Number({ exclusiveMinimum: 0 }) })),
  'land.json': layerOf('Polygon', strict({ kind: Type.Enum(['land', 'abroad']) })),
  'places.json': layerOf(
    'Point',
    strict({ name: Text, kind: Text, rank: Type.Integer({ minimum: 1, maximum: 5 }) }),
  ),
  'roads-local.json': layerOf('LineString', RoadProperties),
  'roads-main.json': layerOf('LineString', RoadProperties),
} as const;

export type LayerName = keyof typeof LAYER_FILES;

/** The files of `data/map/`. */
export const LAYERS = Object.keys(LAYER_FILES) as readonly LayerName[];

interface Box {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

/** Norway with its islands near the coast, half a degree wider than what is drawn there. */
const NORWAY: Box = { west: 4, south: 57.4, east: 31.7, north: 71.7 };
/** The neighbours, which are left blank, from Jutland to the White Sea. */
const AROUND: Box = { west: 4, south: 54, east: 46, north: 71.7 };

/**
 * @param data the bundled data.
 * @throws Error with one line that names the file, the place in it and what is wrong.
 */
export function checkLayer(data: string, name: LayerName): void {
  const path = join(data, 'map', name);
  const { features } = readChecked(path, LAYER_FILES[name]).content;
  // Schemas would take a second for half a million numbers.
  features.forEach(({ properties, geometry: { type, coordinates } }, i) => {
    const box = 'kind' in properties && properties.kind === 'abroad' ? AROUND : NORWAY;
    if (!IS_DRAWN[type](coordinates, box))
      throw new Error(`${basename(path)}, features ${i}: not a ${type} in or beside Norway.`);
  });
}

const isPosition = (value: unknown, { west, south, east, north }: Box): boolean => {
  if (!Array.isArray(value) || value.length !== 2) return false;
  const [lon, lat]: readonly unknown[] = value;
  return isBetween(lon, west, east) && isBetween(lat, south, north);
};

const isBetween = (value: unknown, least: number, most: number): boolean =>
  typeof value === 'number' && value >= least && value <= most;

const isLine = (value: unknown, box: Box, least = 2): boolean =>
  Array.isArray(value) && value.length >= least && value.every((at) => isPosition(at, box));

const isRing = (value: unknown, box: Box): boolean =>
  Array.isArray(value) && isLine(value, box, 4) && String(value[0]) === String(value.at(-1));

const IS_DRAWN = {
  Point: isPosition,
  LineString: (value: unknown, box: Box) => isLine(value, box),
  Polygon: (value: unknown, box: Box) =>
    Array.isArray(value) && value.length > 0 && value.every((ring) => isRing(ring, box)),
} as const;
