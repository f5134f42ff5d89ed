import { expect, test } from 'vitest';
import { auditPlacement } from '../../../src/network/placement/audit-placement.ts';
import type { Placement } from '../../../src/network/placement/place.ts';
import { drawnNetwork } from '../../support/drawn-network.ts';

const map = drawnNetwork('  1--2--3--4--5--6  ');
const STATIONS = [
  map.station('1', 'E6', { project: 'town' }),
  map.station('2', 'R7', { project: 'town', charged: 'undecided-one-way' }),
  map.station('3', 'F8', { project: 'hill' }),
  map.station('4', 'E6', { project: 'hill', onRamp: true }),
  map.station('5', 'E6', { project: 'hill' }),
  map.station('6', 'P', { project: 'town', kind: 'private' }),
];
const found = { link: 0, alongM: 0, forward: true, backward: true };
const PLACEMENT: Placement = {
  placed: [
    { ...found, id: '1', offM: 12.4, by: 'road-number' },
    { ...found, id: '3', offM: 0, by: 'override' },
    { ...found, id: '6', offM: 80, by: 'street-nearby' },
  ],
  unplaced: [
    { id: '2', why: 'no link of R7 within 500 m', roadInNetwork: true },
    { id: '4', why: 'stands on a ramp, and the network has no ramps', roadInNetwork: false },
    { id: '5', why: 'no link of E6 within 500 m', roadInNetwork: false },
  ],
};
const audit = auditPlacement(STATIONS, PLACEMENT);

test('shares count the stations whose road the network has', () => {
  expect(audit.mainRoads).toEqual({ stations: 2, placed: 1 });
  expect(audit.allMainRoads).toEqual({ stations: 4, placed: 1 });
  expect(audit.roadsInNetwork).toEqual({ stations: 3, placed: 2 });
});

test('the totals count every station, placed or not', () => {
  expect(audit.autopass).toEqual({ stations: 5, placed: 2 });
  expect(audit.all).toEqual({ stations: 6, placed: 3 });
});

test('every AutoPASS station without a place is counted by the reason', () => {
  expect(audit.leftOut).toEqual({ ramp: 1, 'ferry-payment': 0, 'road-missing': 1, missed: 1 });
});

test('a payment point of a ferry is no station of the road it stands on', () => {
  const quay = map.station('5', 'E6', { project: 'ferry-collection' });
  const unplaced = [{ id: '5', why: 'collects the fare', roadInNetwork: true }];
  const { mainRoads, leftOut } = auditPlacement([quay], { placed: [], unplaced });
  expect(mainRoads).toEqual({ stations: 0, placed: 0 });
  expect(leftOut).toMatchObject({ 'ferry-payment': 1, missed: 0 });
});

test('each project has its own count', () => {
  expect(audit.projects).toEqual([
    { project: 'hill', stations: 3, placed: 1, directionUndecided: 0 },
    { project: 'town', stations: 3, placed: 2, directionUndecided: 1 },
  ]);
});

test('every station is a row that says how it was placed or why it was not', () => {
  expect(audit.rows.map(({ id, placed, why, offM }) => [id, placed, why, offM])).toEqual([
    ['3', true, 'by a decision in station-places.json', 0],
    ['4', false, 'stands on a ramp, and the network has no ramps', undefined],
    ['5', false, 'no link of E6 within 500 m', undefined],
    ['1', true, 'on the link of its road', 12],
    ['2', false, 'no link of R7 within 500 m', undefined],
    ['6', true, 'on the street beside it', 80],
  ]);
});
