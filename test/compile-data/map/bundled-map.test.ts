import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadPlaces } from '../../../src/facts/load-country.ts';
import { parseLinks } from '../../../src/network/link.ts';
import { DATA_DIR } from '../../../src/service/machine.ts';
import { formatLayer } from '../../../tools/compile-data/map/map-layer.ts';
import { compileRoads } from '../../../tools/compile-data/map/roads.ts';
import { compileDistricts } from '../../../tools/compile-data/map/water.ts';

const read = (path: string) => readFileSync(join(DATA_DIR, path), 'utf8');

test('the roads on the map are those of the bundled network: veipris data compile writes both', () => {
  const { main, local } = compileRoads(parseLinks(read('road-network/links.ndjson')));
  expect(read('map/roads-main.json') === formatLayer(main)).toBe(true);
  expect(read('map/roads-local.json') === formatLayer(local)).toBe(true);
});

test('the largest towns are among the places, in their own municipality', () => {
  const places = loadPlaces(DATA_DIR);
  for (const name of ['Oslo', 'Bergen', 'Trondheim', 'Stavanger', 'Kristiansand', 'Ålesund'])
    expect(places).toContainEqual(expect.objectContaining({ name, kind: 'town', area: name }));
});

test('every place lies in Norway and has a size', () => {
  for (const { lat, lon, rank } of loadPlaces(DATA_DIR)) {
    expect(lat > 57.9 && lat < 71.3 && lon > 4.4 && lon < 31.3).toBe(true);
    expect([1, 2, 3, 4, 5, 6]).toContain(rank);
  }
});

test('lakes, rivers and glaciers lie on the map, and districts of the towns that have some', () => {
  const { features: water } = JSON.parse(read('map/water.json'));
  const kinds = water.map(({ properties }: { properties: { kind: string } }) => properties.kind);
  for (const kind of ['lake', 'river', 'glacier']) expect(kinds).toContain(kind);
  const { postcodes } = JSON.parse(read('postcodes.json'));
  const districts = compileDistricts(postcodes);
  const names = districts.map(({ properties }) => properties.name);
  for (const name of ['Grünerløkka', 'Storhaug', 'Fana']) expect(names).toContain(name);
  expect(names).not.toContain('Oslo');
  expect(
    read('map/places.json').endsWith(`${formatLayer(districts).split('\n').slice(1).join('\n')}`),
  ).toBe(true);
});

test('a district stands in the middle of its postcodes, and one of few codes is none', () => {
  const code = (district: string, lat: number) => ({ town: 'By', district, lat, lon: 10 });
  const districts = compileDistricts([
    ...[60, 60.1, 60.2, 64].map((lat) => code('Nord', lat)),
    ...[60, 60.1].map((lat) => code('Sør', lat)),
    ...[60, 60.1, 60.2].map((lat) => code('BY', lat)),
  ]);
  expect(
    districts.map(({ properties, geometry }) => [properties.name, geometry.coordinates]),
  ).toEqual([['Nord', [10, 60.2]]]);
});
