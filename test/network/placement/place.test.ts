import { expect, test } from 'vitest';
import { DATA_DIR } from '../../../src/service/machine.ts';
import { loadStations } from '../../support/bundled-facts.ts';

const stations = await loadStations(DATA_DIR);

test('every station is there once, in the order of the ids', () => {
  const ids = stations.map(({ id }) => Number(id));
  expect(ids.length).toBeGreaterThan(400);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids).toEqual(ids.toSorted((a, b) => a - b));
});

test('a bearing belongs to a one-way station, and every one-way station has one', () => {
  for (const { charged, chargedBearingDeg } of stations)
    expect(chargedBearingDeg !== undefined).toBe(charged === 'one-way');
});
