/** Files of `data/` that are read long after the start, or handed out as they are. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import Type, { type Static } from 'typebox';
import { readChecked } from './read-checked.ts';

/** A decision by hand stands in a list. */
const CuratedFile = Type.Object({ meta: Type.Object({}) });

/** A layer of the map. */
const LayerFile = Type.Object({
  type: Type.Literal('FeatureCollection'),
  features: Type.Array(
    Type.Object({
      type: Type.Literal('Feature'),
      geometry: Type.Object({
        type: Type.Enum(['Point', 'LineString', 'MultiLineString', 'Polygon', 'MultiPolygon']),
        coordinates: Type.Any(),
      }),
    }),
    { minItems: 1 },
  ),
});

const FOLDERS = { curated: CuratedFile, map: LayerFile } as const;

/**
 * Checks the decisions by hand and the layers of the map, before anybody needs them.
 *
 * @param data the bundled data.
 * @throws Error with one line that names the file, the place in it and what is wrong.
 */
export function checkFiles(data: string): void {
  for (const [folder, schema] of Object.entries(FOLDERS))
    for (const file of readdirSync(join(data, folder)).sort()) {
      const { content } = readChecked(join(data, folder, file), schema);
      if ('features' in content) demandPlaces(content, file);
      else demandList(content, file);
    }
}

function demandList(content: object, file: string): void {
  const isList = (value: unknown) => Array.isArray(value) && value.length > 0;
  if (!Object.values(content).some(isList))
    throw new Error(`${file} is wrong: it has no list of decisions.`);
}

/** Schemas would take a second for half a million numbers. */
function demandPlaces({ features }: Static<typeof LayerFile>, file: string): void {
  const wrong = features.findIndex(({ geometry }) => !isPlaced(geometry.coordinates));
  if (wrong >= 0) throw new Error(`${file}, features ${wrong}: not a place near Norway.`);
}

/** A position, or positions in any depth. */
function isPlaced(coordinates: unknown): boolean {
  if (!Array.isArray(coordinates) || coordinates.length === 0) return false;
  const [lon, lat] = coordinates;
  if (typeof lon !== 'number') return coordinates.every(isPlaced);
  return typeof lat === 'number' && lon > -40 && lon < 80 && lat > 40 && lat < 90;
}
