/** The part of `veipris data compile` that makes the background map, and the places to search. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { LatLon } from '../../../src/base/point.ts';
import { type CompiledText, toText } from '../../../src/facts/compile/format-data-file.ts';
import { decodePolyline } from '../../../src/geo/polyline.ts';
import { readEdited } from '../check-data.ts';
import { compileNorway, type SourceMunicipality } from '../norway.ts';
import { compileBuiltUp, type SourceUrbanArea } from './built-up.ts';
import { compileLand, type SourceCoast } from './land.ts';
import { type Feature, formatLayer, fromPosition, type Position } from './map-layer.ts';
import { compileLabels, compilePlaces, type NamedArea, type SourceLabel } from './places.ts';
import { compileRoads, type MapRoad } from './roads.ts';

type Municipality = SourceMunicipality & { readonly properties: { readonly name: string } };

/**
 * Compiles the map.
 *
 * @param from folder of the source extracts.
 * @param data the project's `data/`, for the decisions by hand.
 * @param links the road network as it is compiled.
 * @throws Error when an extract is missing, or the coast has a wider gap than is known.
 */
export async function compileMap(
  { from, data }: { readonly from: string; readonly data: string },
  links: readonly MapRoad[],
): Promise<readonly CompiledText[]> {
  const read = async <T>(file: string) =>
    (JSON.parse(await readFile(join(from, 'map', file), 'utf8')) as { readonly features: T[] })
      .features;
  const municipalities = await read<Municipality>('municipalities.geojson');
  const labels = await read<SourceLabel>('places.geojson');
  const { towns } = readEdited(data, 'curated/town-centres.json');
  const abroad = readEdited(data, 'curated/abroad.json');
  const { main, local } = compileRoads(links);
  const places = compilePlaces(labels, {
    areas: municipalities.map(toArea),
    towns: new Map(towns.map(({ name, lat, lon }) => [name, { lat, lon }])),
    roads: links.flatMap(({ kind, tunnel, line }) => (kind === 'road' && !tunnel ? line : [])),
  });
  return [
    toLayer(
      'land',
      compileLand(await read<SourceCoast>('coast.geojson'), outline(municipalities), abroad),
    ),
    toLayer('built-up', compileBuiltUp(await read<SourceUrbanArea>('urban-areas.geojson'))),
    toLayer('roads-main', main),
    toLayer('roads-local', local),
    toLayer('places', compileLabels(labels)),
    toText('places.json', places),
  ];
}

const toLayer = (name: string, features: readonly Feature[]): CompiledText => ({
  path: `map/${name}.json`,
  text: formatLayer(features),
  records: features.length,
});

/** The largest ring around all municipalities. */
function outline(municipalities: readonly SourceMunicipality[]): LatLon[] {
  const rings = compileNorway(municipalities).rings.map(({ line }) => decodePolyline(line));
  return rings.reduce((a, b) => (a.length >= b.length ? a : b), []);
}

const toArea = ({ properties: { name }, geometry }: Municipality): NamedArea => {
  const rings: readonly (readonly Position[])[] =
    geometry.type === 'Polygon' ? geometry.coordinates : geometry.coordinates.flat();
  return { name, rings: rings.map((ring) => ring.map(fromPosition)) };
};
