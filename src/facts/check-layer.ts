/** The layers of the map: GeoJSON that browsers get as it is. */
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import Type from 'typebox';
import { RoadName, strict, Text, True } from './curated-schema-values.ts';
import { areDrawn, type Box } from './drawn-coordinates.ts';
import { parseSane } from './read-checked.ts';

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
  const [text, taken] = takeCoordinates(readFileSync(path, 'utf8'));
  const { features } = parseSane(text, LAYER_FILES[name], basename(path));
  let next = 0;
  features.forEach(({ properties, geometry: { type, coordinates } }, i) => {
    const box = 'kind' in properties && properties.kind === 'abroad' ? AROUND : NORWAY;
    const drawn = coordinates === next ? taken[next++] : JSON.stringify(coordinates);
    if (drawn === undefined || !areDrawn(type, drawn, box))
      throw new Error(`${basename(path)}, features ${i}: not a ${type} in or beside Norway.`);
  });
}

/**
 * The text of a layer with numbers from 0 on in the place of its coordinates, and what stood there:
 * as arrays they would take more time and memory than all else that a start reads. What is written
 * otherwise, with blanks for one, stays where it is.
 */
function takeCoordinates(text: string): [rest: string, taken: readonly string[]] {
  const taken: string[] = [];
  const rest = text.replace(COORDINATES, (found) => String(taken.push(found) - 1));
  return [rest, taken];
}

const COORDINATES = /(?<="coordinates":)\[[-\d.,[\]]*\]/g;
