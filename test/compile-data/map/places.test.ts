import { expect, test } from 'vitest';
import {
  compileLabels,
  compilePlaces,
  type SourceLabel,
} from '../../../tools/compile-data/map/places.ts';

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

const ROADS = [
  { lat: 60.01, lon: 10 },
  { lat: 60.03, lon: 10 },
];
const AREAS = [
  {
    name: 'Vestby',
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
const TOWNS = new Map([['Moss', { lat: 60.029, lon: 10 }]]);
const placesOf = (...labels: SourceLabel[]) =>
  compilePlaces(labels, { areas: AREAS, roads: ROADS, towns: TOWNS }).places;

test('a place stands on the nearest road, with its municipality and its size', () => {
  expect(placesOf(label('Son', 'tettsted', { fontCode: 803 }))).toEqual([
    { name: 'Son', kind: 'settlement', rank: 3, area: 'Vestby', lat: 60.01, lon: 10 },
  ]);
});

test('a town whose middle is known stands there, and a hamlet of its name does not', () => {
  const [town, hamlet] = placesOf(label('Moss', 'by'), label('Moss', 'grend'));
  expect([town?.lat, hamlet?.lat]).toEqual([60.03, 60.01]);
});

test('a place farther than 5 km from a road is none to drive to', () => {
  expect(placesOf(label('Far', 'grend', {}, [10.2, 60]))).toEqual([]);
});

test('a name that is drawn in pieces is one place; a village is drawn by its church', () => {
  const inRana = label('Mo i Rana', 'by', { label: 'Mo i' });
  const again = { ...inRana, properties: { ...inRana.properties, label: 'Rana' } };
  const church = label('Søgne kirke', 'kirke', { label: 'Søgne' });
  const bare = label('Ål kirke', 'kirke');
  expect(placesOf(inRana, again, church, bare).map(({ name }) => name)).toEqual([
    'Mo i Rana',
    'Søgne',
  ]);
});

test('mountains and waters are on the map and not among the places to drive to', () => {
  const labels = [
    label('Galdhøpiggen', 'fjell', { fontCode: 806 }),
    label('Mjøsa', 'innsjø', { fontCode: 813 }),
    label('Nowhere', 'something'),
  ];
  expect(placesOf(...labels)).toEqual([]);
  expect(compileLabels(labels).map(({ properties }) => properties)).toEqual([
    { name: 'Galdhøpiggen', kind: 'mountain', rank: 5 },
    { name: 'Mjøsa', kind: 'lake', rank: 4 },
  ]);
});
