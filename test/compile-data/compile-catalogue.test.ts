import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { DATA_DIR } from '../../src/service/machine.ts';
import { compileCatalogue, withLargeRush } from '../../tools/compile-data/compile-catalogue.ts';
import { stationRow } from '../support/renewals.ts';
import { table } from '../support/table.ts';

const extracts = mkdtempSync(join(tmpdir(), 'veipris-extracts-'));
afterAll(() => rmSync(extracts, { recursive: true, force: true }));

const write = (file: string, content: unknown) =>
  writeFileSync(join(extracts, file), JSON.stringify(content));

const STATION = {
  nvdbId: 5,
  name: 'Bru',
  category: 'AutoPASS bomstasjon',
  operator: 'Ferde AS - Bomringen Bergen',
  road: 'E39',
  municipality: 4601,
  lon: 5.3,
  lat: 60.4,
  smallNok: 38,
  largeNok: 88,
  smallRushNok: 70,
  rushMorning: '06:30-08:59',
  rushAfternoon: '14:30-16:29',
  direction: 'both',
  hourRule: 'first',
  hourRuleMin: 60,
};

const QUAY = {
  nvdbId: 7,
  name: 'Kai',
  lon: 10.6,
  lat: 59.4,
  municipality: 3103,
  status: 'Nedlagt',
};

/** The smallest extracts that have a row of everything. */
beforeEach(() => {
  const links = JSON.stringify({ type: 'enkelBilveg', kat: 'E', nr: 39, fase: 'V', geom: '' });
  writeFileSync(join(extracts, 'road-links.ndjson.gz'), gzipSync(`${links}\n`));
  write('toll-stations.json', [STATION]);
  write('speed-cameras.json', [{ nvdbId: 6, lat: 60, lon: 5, road: 'Rv150', name: 'Tåsen' }]);
  write('ferry-quays.json', [{ ...QUAY, ramps: 1, waitingRoom: null, owner: null }]);
  write('ferry-connections.json', []);
  write('ferry-prices-published.json', {
    classes: { national: [{ class: 'AP1', toM: null }], mossHorten: [{ class: 'AP1', toM: null }] },
    tables: [],
  });
  write('ferry-zone-table-2026-reconstructed.json', { zones: [] });
  const vehicle = { kjoretoyId: { kjennemerke: 'QQ 10001' } };
  for (const folder of ['map', 'tolls']) mkdirSync(join(extracts, folder), { recursive: true });
  const rush = JSON.stringify({ id: 5, small: 38, smallRush: 70, large: 88, largeRush: 154 });
  writeFileSync(join(extracts, 'tolls', 'nvdb-2026-08-14.ndjson'), `${rush}\n`);
  const coordinates = [
    [
      [5, 60],
      [6, 60],
      [6, 61],
      [5, 60],
    ],
  ];
  write('map/municipalities.geojson', {
    features: [{ geometry: { type: 'Polygon', coordinates } }],
  });
  write('vehicle-records-synthetic.json', [
    {
      case: 'car',
      description: 'a car',
      synthetic: true,
      response: { kjoretoydataListe: [vehicle] },
    },
  ]);
});

test('every file of the catalogue comes out, with its records', async () => {
  const { files } = await compileCatalogue(extracts, DATA_DIR);
  expect(files.map(({ path }) => path)).toEqual([
    'toll-stations.json',
    'speed-cameras.json',
    'ferry-quays.json',
    'ferry-connections.json',
    'ferry-tariffs.json',
    'demo-vehicles.json',
    'norway.json',
  ]);
  const [stations, cameras, quays, , , vehicles] = files.map(({ text }) => JSON.parse(text));
  expect(stations.meta.counts).toMatchObject({ stations: 1, autopass: 1, both: 1 });
  expect(stations.stations[0]).toMatchObject({
    id: '5',
    project: 'bergen',
    hourGroup: 'bergen',
    largeRushNok: 154,
  });
  expect(cameras.cameras).toEqual([{ id: '6', lat: 60, lon: 5, road: 'R150', name: 'Tåsen' }]);
  expect(quays.quays[0]).toMatchObject({ id: '7', status: 'closed', usableByCars: false });
  expect(vehicles.vehicles[0]).toMatchObject({ fictitious: true, plates: ['QQ10001'] });
  expect(files.map(({ records }) => records)[0]).toBe(1);
});

test('an extract that is missing is named', async () => {
  rmSync(join(extracts, 'speed-cameras.json'));
  await expect(compileCatalogue(extracts, DATA_DIR)).rejects.toThrow('speed-cameras.json');
});

test('a row that needs a decision stops the command', async () => {
  write('toll-stations.json', [{ ...STATION, operator: 'Nobody AS' }]);
  await expect(compileCatalogue(extracts, DATA_DIR)).rejects.toThrow('Nobody AS');
});

test.each(
  table(`
    id | small | smallRush | large | largeRush | gets | because
    1  | 38    | 70        | 88    | 154       | 154  | the tariff is the same
    2  | 38    | 70        | 88    | 154       | -    | it is another station
    1  | 36    | 68        | 88    | 154       | -    | it stood beside another small price
    1  | 38    | 70        | 85    | 149       | -    | it stood beside another large price
    1  | 38    | 70        | 88    | -         | -    | the extract has none
  `),
)('a row of station $id with $small/$smallRush and $large: $gets, because $because', (row) => {
  const nok = (text = '-') => (text === '-' ? null : Number(text));
  const [station] = withLargeRush(
    [stationRow(1, { smallNok: 38, smallRushNok: 70, largeNok: 88 })],
    [
      {
        id: Number(row.id),
        small: nok(row.small),
        smallRush: nok(row.smallRush),
        large: nok(row.large),
        largeRush: nok(row.largeRush),
      },
    ],
  );
  expect(station?.largeRushNok ?? null).toBe(nok(row.gets));
});
