import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  describeCameras,
  describeStations,
  formatDataFile,
} from '../../../src/facts/compile/format-data-file.ts';
import { DATA_DIR } from '../../../src/service/machine.ts';
import { CAMERAS_ORIGIN, STATIONS_ORIGIN } from '../../../tools/compile-data/compiled-text.ts';

test('every record has a line of its own, so that a change of one is a change of one line', () => {
  const content = { meta: { date: '2026-09-10' }, rows: [{ id: '1' }, { id: '2' }], none: [] };
  expect(formatDataFile(content)).toBe(`{
  "meta": {"date":"2026-09-10"},
  "rows": [
    {"id":"1"},
    {"id":"2"}
  ],
  "none": []
}
`);
});

test.each([
  'toll-stations.json',
  'speed-cameras.json',
  'ferry-quays.json',
  'ferry-connections.json',
  'ferry-tariffs.json',
  'demo-vehicles.json',
])('%s stands as the command writes it: nobody edited it by hand', (file) => {
  const text = readFileSync(join(DATA_DIR, file), 'utf8');
  expect(formatDataFile(JSON.parse(text))).toBe(text);
});

const read = (file: string) => JSON.parse(readFileSync(join(DATA_DIR, file), 'utf8'));

test('the counts in toll-stations.json are those of its records', () => {
  const { meta, stations } = read('toll-stations.json');
  expect(describeStations(stations, STATIONS_ORIGIN)).toEqual(meta);
  expect(meta.counts).toMatchObject({ stations: 463, autopass: 438 });
});

test('the counts in speed-cameras.json are those of its records', () => {
  const { meta, cameras } = read('speed-cameras.json');
  expect(describeCameras(cameras, CAMERAS_ORIGIN)).toEqual(meta);
  expect(meta.counts.cameras).toBe(436);
});
