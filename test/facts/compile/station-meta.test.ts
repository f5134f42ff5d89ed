import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { describeCameras, describeStations } from '../../../src/facts/compile/format-data-file.ts';
import { DATA_DIR } from '../../../src/service/machine.ts';
import { CAMERAS_ORIGIN, STATIONS_ORIGIN } from '../../../tools/compile-data/compiled-text.ts';

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
