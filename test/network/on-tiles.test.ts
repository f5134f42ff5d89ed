import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openNetwork } from '../../src/network/open-network.ts';
import { dataWith, drawnNetwork } from '../support/drawn-network.ts';

const map = drawnNetwork(`
  a---1---b
`);
const STATIONS = [map.station('1', 'E6')];

test('the engine may start before the chart is read: its settings are told first', async () => {
  const folders = await dataWith([map.link('E6', 'ab')]);
  onTestFinished(() => folders.remove());
  const { engineSettings, folder } = await openNetwork(folders, STATIONS, () => {});
  const told: string[] = [];
  const opening = openNetwork(
    folders,
    STATIONS,
    () => {},
    async (settings) => {
      told.push(settings);
      await rm(join(folder, 'chart.bin'));
    },
  );
  await expect(opening).rejects.toThrow('chart.bin');
  expect(told).toEqual([engineSettings]);
});
