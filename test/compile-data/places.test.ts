import { expect, test } from 'vitest';
import { openLand } from '../../src/geo/land.ts';
import type { SourceLabel } from '../../tools/compile-data/map/labels.ts';
import {
  compilePlaces,
  compilePostcodes,
  type PlaceSources,
  putPostcodes,
  type SourceAirport,
  type SourcePostcode,
  withPlainTown,
} from '../../tools/compile-data/places.ts';

let numbers = 0;

const label = (
  name: string,
  type: string,
  facts: Partial<SourceLabel['properties']> = {},
  coordinates: readonly [number, number] = [10, 60],
): SourceLabel => ({
  properties: { name, label: name, type, placeNumber: ++numbers, fontCode: 804, ...facts },
  geometry: { coordinates },
});

/** A road from west to east. */
const ROADS = [
  [
    { lat: 60.01, lon: 9.9 },
    { lat: 60.01, lon: 10.1 },
  ],
];
/** A motorway farther south and east. */
const MOTOR_ROADS = [
  [
    { lat: 59.995, lon: 10.15 },
    { lat: 59.995, lon: 10.2 },
  ],
];
const AREAS = [
  {
    name: 'Vestby',
    others: [],
    rings: [
      [
        { lat: 59, lon: 9 },
        { lat: 61, lon: 9 },
        { lat: 61, lon: 11 },
        { lat: 59, lon: 11 },
      ],
    ],
  },
];
/** A mainland, and an island south of it, without a road. */
const ring = (south: number, north: number) =>
  [
    [9, south],
    [11, south],
    [11, north],
    [9, north],
    [9, south],
  ] as const;
const LAND = openLand([ring(59.99, 61), ring(59.96, 59.98)]);
const TOWNS = new Map([['Moss', { lat: 60.02, lon: 10.05 }]]);

const compile = (sources: Partial<PlaceSources>) =>
  compilePlaces(
    { labels: [], airports: [], stations: [], postcodes: [], ...sources },
    { areas: AREAS, roads: ROADS, motorRoads: MOTOR_ROADS, towns: TOWNS, land: LAND },
  ).places;
const postcodesOf = (sources: readonly SourcePostcode[]) =>
  compilePostcodes(putPostcodes(sources, { roads: ROADS, land: LAND }).near).postcodes;
const placesOf = (...labels: SourceLabel[]) => compile({ labels });

const postcode = (code: string, facts: Partial<SourcePostcode> = {}): SourcePostcode => ({
  code,
  town: 'Moss',
  municipality: 3103,
  district: null,
  quality: 1,
  lat: 60,
  lon: 10,
  ...facts,
});

test('a place stands on the nearest road, with its municipality and its size, and says how far the road is', () => {
  expect(placesOf(label('Son', 'tettsted', { fontCode: 803 }))).toEqual([
    {
      name: 'Son',
      kind: 'settlement',
      rank: 3,
      area: 'Vestby',
      awayM: 1100,
      lat: 60.01,
      lon: 10,
    },
  ]);
});

test('a town whose middle is known stands there, and a hamlet of its name does not', () => {
  const [town, hamlet] = placesOf(label('Moss', 'by'), label('Moss', 'grend'));
  expect([town?.lon, hamlet?.lon]).toEqual([10.05, 10]);
});

test('a settlement stands where the addresses of its postal town are, and not where its label is', () => {
  const postcodes = [postcode('1501'), postcode('1502', { lon: 10.02 }), postcode('1503')];
  const [place, ...others] = compile({
    labels: [label('Moss', 'tettsted', {}, [9.95, 60])],
    postcodes: postcodes.map((source) => ({ ...source, lon: 10.08 })),
  });
  expect([place?.name, place?.kind, place?.lon]).toEqual(['Moss', 'settlement', 10.05]);
  expect(others).toEqual([]);
  const [fromPost] = compile({
    labels: [label('Son', 'tettsted', {}, [9.95, 60])],
    postcodes: postcodes.map((source) => ({ ...source, town: 'Son', lon: 10.08 })),
  });
  expect([fromPost?.kind, fromPost?.lon]).toEqual(['settlement', 10.08]);
});

test('a postal town without a label is a place at its middle postcode, if that is placed by addresses', () => {
  const lons = [9.95, 9.96, 10.09];
  const postcodes = lons.map((lon, i) => postcode(`150${i}`, { lon, town: 'Sogndal' }));
  expect(compile({ postcodes })).toMatchObject([{ name: 'Sogndal', kind: 'post-town', lon: 9.96 }]);
  expect(compile({ postcodes: postcodes.map((one) => ({ ...one, quality: 6 })) })).toEqual([]);
});

test('a place is on the shore that it stands on, and a postcode far out at sea where the nearest of its town is', () => {
  expect(placesOf(label('Øya', 'grend', {}, [10, 59.975]))).toMatchObject([{ isFar: true }]);
  const sources = [
    postcode('0150', { lat: 59.985, town: 'Oslo' }),
    postcode('0151', { lat: 60.005, town: 'Oslo' }),
    postcode('0250', { lat: 60.001, town: 'Oslo' }),
    postcode('0252', { lat: 59.989, town: 'Oslo' }),
    postcode('9999', { lat: 59.97, town: 'Øya' }),
  ];
  expect(postcodesOf(sources).map(({ code, lat }) => [code, lat])).toEqual([
    ['0150', 59.989],
    ['0151', 60.005],
    ['0250', 60.001],
    ['0252', 59.989],
    ['9999', 59.97],
  ]);
});

test('what no road leads near is kept for its name, unless the place is there by another label', () => {
  const far = label('Berget', 'fjell', {}, [10, 60.5]);
  const away = label('Far', 'grend', {}, [10, 60.08]);
  const kept = placesOf(label('Berget', 'grend'), far, away, label('Far', 'grend'));
  expect(kept.map(({ name, isFar }) => [name, isFar])).toEqual([
    ['Berget', undefined],
    ['Berget', true],
    ['Far', undefined],
  ]);
});

/** Two municipalities that meet at 60.005: the road is in the northern one. */
const BORDER = [
  { name: 'Nord', others: ['Davvi'], rings: [square(60.005, 61)] },
  { name: 'Sør', others: [], rings: [square(59, 60.005)] },
];

function square(south: number, north: number) {
  return [
    { lat: south, lon: 9 },
    { lat: north, lon: 9 },
    { lat: north, lon: 11 },
    { lat: south, lon: 11 },
  ];
}

test.each([
  ['grend', 'Nord', ['Davvi', 'Sør']],
  ['øyISjø', 'Nord', ['Davvi', 'Sør']],
  ['turisthytte', 'Sør', ['Nord', 'Davvi']],
])(
  'across a border from its label a %s is in %s, and may be said to lie in %s',
  (type, area, alsoIn) => {
    const { places } = compilePlaces(
      { labels: [label('Hus', type)], airports: [], stations: [], postcodes: [] },
      { areas: BORDER, roads: ROADS, motorRoads: MOTOR_ROADS, towns: TOWNS, land: LAND },
    );
    expect(places).toMatchObject([{ area, alsoIn }]);
  },
);

test('a district stands once, whatever the map calls it', () => {
  const postcodes = [postcode('0150', { district: 'Fana', quality: 6 })];
  expect(compile({ postcodes, labels: [label('Fana', 'bydel', {}, [9.95, 60.01])] })).toMatchObject(
    [{ name: 'Fana', kind: 'district', lon: 10 }],
  );
});

test('a place farther than 5 km from a road is none to drive to; to a cabin one walks 10 km', () => {
  expect(placesOf(label('Far', 'grend', {}, [10, 60.08]))).toMatchObject([
    { name: 'Far', isFar: true, awayM: 7800 },
  ]);
  expect(placesOf(label('Hytta', 'turisthytte', {}, [10, 60.08]))).toMatchObject([
    { name: 'Hytta', kind: 'lodge', awayM: 7800 },
  ]);
});

test('a place is put on a motorway where no other road is within a kilometre of it', () => {
  expect(placesOf(label('Near', 'grend', {}, [10.15, 59.995]))).toMatchObject([
    { name: 'Near', lat: 59.995, lon: 10.15 },
  ]);
  expect(placesOf(label('By', 'grend', {}, [10.098, 60.006]))).toMatchObject([
    { name: 'By', lat: 60.01 },
  ]);
});

test('a name that is drawn in pieces is one place; a village is drawn by its church', () => {
  const inRana = label('Mo i Rana', 'by', { label: 'Mo i' });
  const again = { ...inRana, properties: { ...inRana.properties, label: 'Rana' } };
  const church = label('Søgne kirke', 'kirke', { label: 'Søgne ' });
  const bare = label('Ål kirke', 'kirke');
  expect(placesOf(inRana, again, church, bare).map(({ name }) => name)).toEqual([
    'Mo i Rana',
    'Søgne',
  ]);
});

test('waters are no places to drive to', () => {
  expect(placesOf(label('Mjøsa', 'innsjø'), label('Nowhere', 'something'))).toEqual([]);
});

test('airports that take passengers have their code; those for ambulances are left out', () => {
  const airport = (navn: string, iataKode: string, trafikktype = 'I'): SourceAirport => ({
    properties: { navn, iataKode, trafikktype },
    geometry: { coordinates: [10, 60.01] },
  });
  const airports = [
    airport('Oslo lufthavn, Gardermoen ', 'OSL'),
    airport('Mo lufthavn', 'XXX', 'N'),
    airport('Sykehuset', 'XXX', 'A'),
  ];
  expect(compile({ airports })).toEqual([
    expect.objectContaining({ name: 'Oslo lufthavn, Gardermoen', code: 'OSL' }),
    expect.not.objectContaining({ code: expect.anything() }),
  ]);
});

test('postcodes stay where their addresses are; those out of use and those far from a road are left out', () => {
  const sources = [
    postcode('1501', { lat: 60.003 }),
    postcode('1502', { town: 'Moss (Ikkje i bruk)' }),
    postcode('1503', { lat: 60.5 }),
    postcode('1504', { district: 'Sentrum' }),
  ];
  expect(postcodesOf(sources)).toEqual([
    { code: '1501', town: 'Moss', lat: 60.003, lon: 10 },
    { code: '1504', town: 'Moss', district: 'Sentrum', lat: 60, lon: 10 },
  ]);
});

test.each([
  ['MYSEN', 'Mysen'],
  ['VANG PÅ HEDMARKEN', 'Vang på Hedmarken'],
  ['BØ I TELEMARK', 'Bø i Telemark'],
  ['Kristiansand S', 'Kristiansand S'],
  ['Å', 'Å'],
])('a town in capitals alone is written as the others are: %s is %s', (town, written) => {
  const source = { code: '1', town, municipality: 1, quality: 1, district: null, lat: 60, lon: 10 };
  expect(withPlainTown(source).town).toBe(written);
});
