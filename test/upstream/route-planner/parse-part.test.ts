import { expect, test } from 'vitest';
import { fromUtm33 } from '../../../src/geo/utm33.ts';
import {
  parseLink,
  parseLocation,
  parsePart,
  parseTollStation,
} from '../../../src/upstream/route-planner/parse-part.ts';
import { parseStatistic } from '../../../src/upstream/route-planner/parse-route.ts';

test('a toll station has its id, name, list prices in øre and place', () => {
  const raw = {
    id: '990000045',
    navn: 'Eksempel bomstasjon',
    takstLitenBil: '30',
    takstStorBil: '90',
    timesRegel: 'Første',
    location: { x: 101500, y: 6602000, sourceReferenceSystem: 'EPSG_25833', geometry: null },
  };
  expect(parseTollStation(raw)).toEqual({
    id: '990000045',
    name: 'Eksempel bomstasjon',
    listed: { small: { ore: 3000 }, large: { ore: 9000 } },
    at: fromUtm33([101500, 6602000]),
  });
});

test.each([
  [{ id: 7 }, { id: '7', name: 'Toll station 7', listed: {} }],
  [
    { id: '', avoidFeatureInstanceId: 'Bomstasjon;7' },
    { id: '7', name: 'Toll station 7', listed: {} },
  ],
  [{ navn: 'Bru' }, { id: '', name: 'Bru', listed: {} }],
  [{}, { id: '', name: 'Toll station without a name', listed: {} }],
  [
    { id: '7', navn: 'Bru', takstLitenBil: '', takstStorBil: null },
    { id: '7', name: 'Bru', listed: {} },
  ],
  [
    { id: '7', navn: 'Bru', takstLitenBil: 0, takstStorBil: '31.5' },
    { id: '7', name: 'Bru', listed: { small: { ore: 0 }, large: { ore: 3150 } } },
  ],
  [
    { id: '7', navn: 'Bru', takstLitenBil: '-1', takstStorBil: '90' },
    { id: '7', name: 'Bru', listed: { large: { ore: 9000 } } },
  ],
  ['7', undefined],
  [null, undefined],
])('the toll station %j is %j', (raw, expected) => {
  expect(parseTollStation(raw)).toEqual(expected);
});

test.each([
  [
    { x: 10.75, y: 59.91, sourceReferenceSystem: 'EPSG_4326' },
    { lat: 59.91, lon: 10.75 },
  ],
  [
    { x: '10.75', y: '59.91' },
    { lat: 59.91, lon: 10.75 },
  ],
  [{ x: 262000, y: 6649000 }, fromUtm33([262000, 6649000])],
  [{ x: 262000 }, undefined],
  [{ x: '', y: '' }, undefined],
  [null, undefined],
])('the location %j is %j', (raw, expected) => {
  expect(parseLocation(raw)).toEqual(expected);
});

test.each([
  [
    { nvdbReferenceId: 990000001, fromLength: 0.125, toLength: 0.75, direction: 'With' },
    { linkId: 990000001, from: 0.125, to: 0.75, direction: 'with' },
  ],
  [
    { nvdbReferenceId: '5', fromLength: '0.9', toLength: '0.1', direction: 'AGAINST' },
    { linkId: 5, from: 0.1, to: 0.9, direction: 'against' },
  ],
  [
    { nvdbReferenceId: 5, fromLength: 0.9, toLength: 0.1, direction: 'With' },
    { linkId: 5, from: 0.1, to: 0.9, direction: 'with' },
  ],
  [
    { nvdbReferenceId: 5, fromLength: 0.1234567849, toLength: 1, direction: 'With' },
    { linkId: 5, from: 0.12345678, to: 1, direction: 'with' },
  ],
  [{ nvdbReferenceId: 5, fromLength: 0, toLength: 1, direction: '' }, undefined],
  [{ nvdbReferenceId: 5, fromLength: 0, direction: 'With' }, undefined],
  [{ fromLength: 0, toLength: 1, direction: 'With' }, undefined],
  [null, undefined],
])('the link %j is %j', (raw, expected) => {
  expect(parseLink(raw)).toEqual(expected);
});

test('a statistic gives metres and seconds, and an empty text is not 0', () => {
  const raw = { meterFerry: '5000', ferryCount: '', totalDriveTime: 29.5, totalLength: '10000' };
  expect(parseStatistic(raw)).toEqual({ ferryM: 5000, driveS: 1770, lengthM: 10000 });
});

test.each([
  [
    { totalDriveTime: 30, totalDelay: 2, totalTime: 32 },
    { driveS: 1800, delayS: 120 },
  ],
  [
    { totalTime: 32, totalDelay: 2 },
    { driveS: 1800, delayS: 120 },
  ],
  [{ totalTime: '30' }, { driveS: 1800 }],
  [{ totalTime: -1 }, {}],
  [null, {}],
])('the times of the statistic %j are %j', (raw, expected) => {
  expect(parseStatistic(raw)).toEqual(expected);
});

test('a part that says nothing is an empty one in Norway', () => {
  const empty = { line: [], delayS: 0, text: '', isOutsideOfNorway: false, stations: [] };
  for (const raw of [{}, null, [], { geometry: null, properties: null }, { properties: {} }])
    expect(parsePart(raw)).toEqual(empty);
});

test('a part keeps what can be read and leaves the rest', () => {
  const part = parsePart({
    geometry: { coordinates: [[10, 60, 3], ['10.1', 60], [null, 1], 'x', [10.2]] },
    properties: {
      time: '12.5',
      length: -1,
      isOutsideOfNorway: 'True',
      roadFeatures: { bomstasjoner: [{ id: '1' }, null], ferger: [{ navn: '' }, {}], newer: [1] },
    },
  });
  expect(part).toMatchObject({
    line: [
      { lat: 60, lon: 10 },
      { lat: 60, lon: 10.1 },
    ],
    timeS: 12.5,
    isOutsideOfNorway: true,
    ferryNames: [],
  });
  expect(part.stations).toHaveLength(1);
  expect(part).not.toHaveProperty('lengthM');
});

test('a part of several lines is one line', () => {
  const coordinates = [
    [
      [10, 60],
      [10.1, 60],
    ],
    [[10.2, 60]],
  ];
  expect(parsePart({ geometry: { coordinates } }).line.map(({ lon }) => lon)).toEqual([
    10, 10.1, 10.2,
  ]);
});
