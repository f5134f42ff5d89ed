import { expect, test } from 'vitest';
import { compareData } from '../../../src/facts/renew/compare-data.ts';
import { dataOf, quayRecord, record } from '../../support/renewals.ts';

const RUSH = { smallRushNok: 30, rush: ['06:30-09:00'] };
const TARIFF = { smallNok: 20, largeNok: 40, smallRushNok: null, rush: null };
const camera = (id: string, name: string | null) => ({ id, lat: 60, lon: 10, road: 'E6', name });

test('everything that is the same is no change', () => {
  const data = dataOf({
    stations: [record(1)],
    quays: [quayRecord(1)],
    cameras: [camera('1', null)],
  });
  const { stations, quays, cameras } = compareData(data, data, 10);
  expect(stations).toEqual({
    before: 1,
    after: 1,
    tariffs: [],
    new: [],
    gone: [],
    moved: [],
    altered: [],
  });
  expect(quays).toEqual({ before: 1, after: 1, new: [], gone: [] });
  expect(cameras).toEqual({ before: 1, after: 1, new: [], gone: [] });
});

test('a tariff is shown before and after, rush and all', () => {
  const before = dataOf({ stations: [record(1)] });
  const after = dataOf({ stations: [record(1, { smallNok: 22, ...RUSH })] });
  expect(compareData(before, after, 10).stations.tariffs).toEqual([
    { id: '1', name: 'Station 1', before: TARIFF, after: { ...TARIFF, smallNok: 22, ...RUSH } },
  ]);
});

test('stations come, go and move; a metre more than the limit is a move', () => {
  const metre = 1 / 111_195;
  const before = dataOf({ stations: [record(1), record(2), record(3)] });
  const after = dataOf({
    stations: [record(1, { lat: 60 + 11 * metre }), record(2, { lat: 60 + 9 * metre }), record(4)],
  });
  const { stations } = compareData(before, after, 10);
  expect(stations.moved).toEqual([{ id: '1', name: 'Station 1', byM: 11 }]);
  expect(stations.new).toEqual([{ id: '4', name: 'Station 4', ...TARIFF }]);
  expect(stations.gone).toEqual([{ id: '3', name: 'Station 3', ...TARIFF }]);
});

test('other facts that prices follow from are named', () => {
  const before = dataOf({ stations: [record(1)] });
  const after = dataOf({ stations: [record(1, { hourGroup: 'bro', charged: 'one-way' })] });
  expect(compareData(before, after, 10).stations.altered).toEqual([
    { id: '1', name: 'Station 1', what: 'hourGroup', before: 'null', after: 'bro' },
    { id: '1', name: 'Station 1', what: 'charged', before: 'both', after: 'one-way' },
  ]);
});

test('quays and cameras are counted and named', () => {
  const before = dataOf({ quays: [quayRecord(1), quayRecord(2)], cameras: [camera('1', null)] });
  const after = dataOf({ quays: [quayRecord(2)], cameras: [camera('2', 'Tunnel')] });
  const { quays, cameras } = compareData(before, after, 10);
  expect(quays).toEqual({ before: 2, after: 1, new: [], gone: [{ id: '1', name: 'Quay 1' }] });
  expect(cameras).toEqual({
    before: 1,
    after: 1,
    new: [{ id: '2', name: 'Tunnel' }],
    gone: [{ id: '1', name: 'without a name' }],
  });
});
