import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadNorway } from '../../src/facts/load-country.ts';
import { outsideM } from '../../src/geo/area.ts';
import { decodePolyline } from '../../src/geo/polyline.ts';
import { DATA_DIR } from '../../src/service/machine.ts';
import { compileNorway, type SourceMunicipality } from '../../tools/compile-data/norway.ts';

/** A box of whole degrees. */
const box = (west: number, south: number, east: number, north: number): SourceMunicipality => ({
  geometry: {
    type: 'Polygon',
    coordinates: [
      [
        [west, south],
        [east, south],
        [east, north],
        [west, north],
        [west, south],
      ],
    ],
  },
});

const cornersOf = (municipalities: SourceMunicipality[]) =>
  compileNorway(municipalities).rings.map(({ line }) =>
    decodePolyline(line)
      .map(({ lat, lon }) => `${lon},${lat}`)
      .sort(),
  );

test('the border between two municipalities is not one of the country', () => {
  expect(cornersOf([box(5, 60, 6, 61), box(6, 60, 7, 61)])).toEqual([
    ['5,60', '5,61', '6,60', '6,61', '7,60', '7,61'],
  ]);
});

test('an island is a ring of its own', () => {
  expect(cornersOf([box(5, 60, 6, 61), box(8, 60, 9, 61)])).toHaveLength(2);
});

test('borders that do not meet are refused', () => {
  expect(() => compileNorway([box(5, 60, 6, 61), box(6, 61, 7, 62)])).toThrow('6,61');
});

test.each([
  ['toll-stations.json', 'stations'],
  ['ferry-quays.json', 'quays'],
  ['speed-cameras.json', 'cameras'],
])('every record of %s is in Norway', (file, list) => {
  const norway = loadNorway(DATA_DIR);
  const records: { lat: number; lon: number }[] = JSON.parse(
    readFileSync(join(DATA_DIR, file), 'utf8'),
  )[list];
  expect(records.length).toBeGreaterThan(300);
  expect(records.filter((record) => outsideM(norway, record) > 0)).toEqual([]);
});

test.each([
  ['Strömstad', 58.94, 11.17],
  ['Kiruna', 67.86, 20.23],
  ['Kilpisjärvi', 69.04, 20.8],
  ['nowhere', 0, 0],
])('%s is not in Norway', (_name, lat, lon) => {
  expect(outsideM(loadNorway(DATA_DIR), { lat, lon })).toBeGreaterThan(2000);
});
