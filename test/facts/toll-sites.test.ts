import { expect, test } from 'vitest';
import { listTollSites, loadTolls } from '../../src/facts/load-tolls.ts';
import type { StationRecord, TollStations } from '../../src/facts/schema/toll-stations.ts';
import { DATA_DIR } from '../../src/service/machine.ts';
import { record } from '../support/renewals.ts';

/** A station that charges both ways, as the road database says. */
const row = (id: string, facts: Partial<StationRecord> = {}) =>
  record(id, { name: id, lat: 60.1, lon: 10.2, ...facts });

const sitesOf = (stations: StationRecord[], more: Partial<TollStations> = {}) =>
  listTollSites({ meta: { date: '2026-09-10', counts: {} }, stations, ...more });

test('a site stands where the station does, without positions where none are known', () => {
  expect(sitesOf([row('1')])).toEqual({
    sites: [{ stationId: '1', name: '1', at: { lat: 60.1, lon: 10.2 }, positions: [] }],
    carriageways: [],
  });
});

test('positions and carriageways are handed on', () => {
  const positions = [{ linkId: 7, at: 0.5, charged: 'with' as const }];
  const carriageways = [
    { linkId: 8, from: 0, to: 1, road: { linkId: 7, from: 0.2, to: 0.6 }, isReversed: false },
  ];
  const found = sitesOf([row('1', { positions })], { carriageways });
  expect(found.sites[0]?.positions).toEqual(positions);
  expect(found.carriageways).toEqual(carriageways);
});

test('a row that repeats a station adds its positions to those of the station', () => {
  const at = (position: number) => ({ linkId: 7, at: position, charged: 'both' as const });
  const { sites } = sitesOf([
    row('1', { positions: [at(0.5)] }),
    row('2', { positions: [at(0.6)], staleTwinOf: '1' }),
  ]);
  expect(sites).toHaveLength(1);
  expect(sites[0]?.positions).toEqual([at(0.5), at(0.6)]);
});

test.each([
  ['one-way', 'inbound', 45, { chargedBearingDeg: 45, isDirectionDecided: true }],
  ['both', 'override', null, { isDirectionDecided: true }],
  ['one-way', 'metering', 45, { chargedBearingDeg: 45 }],
  ['both', 'source-both', null, {}],
  ['both', 'twin', null, {}],
  ['undecided-one-way', 'override', null, {}],
  ['undecided-one-way', 'none', null, {}],
] as const)(
  'charged %s by %s towards %s: %j',
  (charged, chargedBy, chargedBearingDeg, expected) => {
    const [site] = sitesOf([row('1', { charged, chargedBy, chargedBearingDeg })]).sites;
    const { stationId: _, name: ____, at: __, positions: ___, ...direction } = site ?? {};
    expect(direction).toEqual(expected);
  },
);

test('the bundled stations are all sites, and most have a decided direction or charge both ways', () => {
  const { sites, stations } = loadTolls({ bundled: DATA_DIR });
  expect(sites.sites.map(({ stationId }) => stationId).toSorted()).toEqual(
    stations.map(({ id }) => id).toSorted(),
  );
  expect(sites.sites.filter((site) => site.chargedBearingDeg !== undefined).length).toBeGreaterThan(
    150,
  );
});
