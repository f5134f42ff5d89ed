/** The part of `veipris data compile` that makes the background map, and the places to search. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { LatLon } from '../../../src/base/point.ts';
import { openLand } from '../../../src/geo/land.ts';
import { decodePolyline } from '../../../src/geo/polyline.ts';
import { readEdited } from '../check-data.ts';
import { type CompiledText, toText } from '../compiled-text.ts';
import { compileNorway, type SourceMunicipality } from '../norway.ts';
import {
  compilePlaces,
  compilePostcodes,
  type NamedArea,
  putPostcodes,
  type SourceAirport,
  type SourcePostcode,
  type SourceStation,
  withPlainTown,
} from '../places.ts';
import { readRows } from '../read-rows.ts';
import { compileLabels, type SourceLabel } from './labels.ts';
import { compileLand, type SourceCoast } from './land.ts';
import { type Feature, formatLayer, fromPosition, type Position, toRing } from './map-layer.ts';
import { compileRoads, type MapRoad } from './roads.ts';
import { compileDistricts, compileWater, type SourceWater } from './water.ts';

type Municipality = SourceMunicipality & {
  readonly properties: { readonly number: number; readonly name: string };
};

/**
 * Compiles the map.
 *
 * @param from folder of the source extracts.
 * @param data the project's `data/`, for the decisions by hand.
 * @param links the compiled road network.
 * @throws Error when an extract is missing, or the coast has a wider gap than the known ones.
 */
export async function compileMap(
  { from, data }: { readonly from: string; readonly data: string },
  links: readonly MapRoad[],
): Promise<readonly CompiledText[]> {
  const read = <T>(file: string) => readFeatures<T>(join(from, 'map', file));
  const municipalities = await read<Municipality>('municipalities.geojson');
  const labels = await read<SourceLabel>('places.geojson');
  const { towns } = readEdited(data, 'curated/town-centres.json');
  const { main, local } = compileRoads(links);
  const drawn = compileLand(
    await read<SourceCoast>('coast.geojson'),
    outline(municipalities),
    readEdited(data, 'curated/abroad.json'),
  );
  const land = openLand(drawn.flatMap(outerRing));
  const codesFrom = join(from, 'places/postcodes-2018.ndjson');
  const roads = links.filter(isStoppedOn).map(({ line }) => line);
  const ground = { roads, land };
  const sources = (await readRows<SourcePostcode>(codesFrom)).map(withPlainTown);
  const { near, far } = putPostcodes(sources, ground);
  const places = compilePlaces(
    {
      labels,
      airports: await read<SourceAirport>('airports.geojson'),
      stations: await read<SourceStation>('railway-stations.geojson'),
      postcodes: [...near, ...far],
    },
    {
      areas: listAreas(municipalities, data),
      towns: new Map(towns.map(({ name, lat, lon }) => [name, { lat, lon }])),
      ...ground,
      motorRoads: links.filter(isMotorRoad).map(({ line }) => line),
    },
  );
  const settled = places.places.filter(
    ({ kind, isFar }) => isFar !== true && SETTLED_KINDS.includes(kind),
  );
  const codes = compilePostcodes(near);
  return [
    toLayer('land', drawn),
    toLayer('water', await readWater(from)),
    toLayer('built-up', compileBuiltUp(await read<SourceUrbanArea>('urban-areas.geojson'))),
    toLayer('roads-main', main),
    toLayer('roads-local', local),
    toLayer('places', [...compileLabels(labels, settled), ...compileDistricts(codes.postcodes)]),
    toText('places.json', places),
    toText('postcodes.json', codes),
  ];
}

const readWater = async (from: string) => {
  const read = (file: string) => readFeatures<SourceWater>(join(from, 'map', file));
  const [lake, river] = [await read('lakes.geojson'), await read('rivers.geojson')];
  return compileWater({ lake, river, glacier: await read('glaciers.geojson') });
};

async function readFeatures<T>(path: string): Promise<T[]> {
  const { features }: { readonly features: T[] } = JSON.parse(await readFile(path, 'utf8'));
  return features;
}

const outerRing = ({ properties, geometry }: Feature) =>
  properties.kind === 'land' && geometry.type === 'Polygon' ? geometry.coordinates.slice(0, 1) : [];

/** Kinds of places in the search that a name on the map may refer to. */
const SETTLED_KINDS = ['town', 'settlement', 'hamlet', 'district'];

/** Is it a road in the open on which drivers may stop? */
const isStoppedOn = ({ kind, tunnel, motor, ramp }: MapRoad) =>
  kind === 'road' && !tunnel && motor !== 'motorway' && !ramp;

const isMotorRoad = ({ kind, tunnel, motor, ramp }: MapRoad) =>
  kind === 'road' && !tunnel && (motor === 'motorway' || ramp === true);

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

function listAreas(municipalities: readonly Municipality[], data: string): NamedArea[] {
  const rows = readEdited(data, 'curated/municipality-names.json').municipalities;
  const byNumber = new Map(rows.map((row) => [row.number, row]));
  return municipalities.map(({ properties, geometry }) => {
    const { name, others } = byNumber.get(properties.number) ?? { ...properties, others: [] };
    const rings: readonly (readonly Position[])[] =
      geometry.type === 'Polygon' ? geometry.coordinates : geometry.coordinates.flat();
    return { name, others, rings: rings.map((ring) => ring.map(fromPosition)) };
  });
}

/** An urban area of the map extract. */
interface SourceUrbanArea {
  readonly properties: { readonly areaKm2: number };
  readonly geometry: { readonly coordinates: readonly (readonly Position[])[] };
}

const TOLERANCE_M = 15;

/** The built-up areas, the largest first. They have no names. */
function compileBuiltUp(areas: readonly SourceUrbanArea[]): Feature[] {
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
