import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { FERRY_CLASSES } from '../../src/base/vehicle.ts';
import { loadFerries } from '../../src/facts/load-ferries.ts';
import type { ConnectionFile } from '../../src/facts/schema/ferries.ts';
import { priceFerries } from '../../src/pricing/ferry/bill.ts';
import { tempHome } from '../support/temp-home.ts';

const DATA = join(import.meta.dirname, '../../data');
const DAY = '2026-06-15';

const ferries = loadFerries(DATA);
const quays = new Map(ferries.quays.map((quay) => [quay.id, quay]));
const { connections } = JSON.parse(
  readFileSync(join(DATA, 'ferry-connections.json'), 'utf8'),
) as ConnectionFile;

/** From the first to the last quay of a connection, or between the calls with these indices. */
function sail(connection: ConnectionFile['connections'][number], fromIndex = 0, toIndex = -1) {
  const line = [fromIndex, toIndex].flatMap((index) => {
    const quay = quays.get(connection.quayIds.at(index) ?? '');
    return quay === undefined ? [] : [quay.at];
  });
  return ferries.matchCrossings({ line, lengthM: 1000, durationS: 60 });
}

test('the catalogue has all 379 quays and 141 connections', () => {
  expect(quays.size).toBe(379);
  expect(connections).toHaveLength(141);
});

test('the two ferries of the summer are known as such', () => {
  const summer = connections.flatMap((connection) =>
    sail(connection).filter((crossing) => crossing.connection?.summerOnly === true),
  );
  expect(summer.map((crossing) => crossing.connection?.name).sort()).toEqual([
    'Andenes-Gryllefjord',
    'Geiranger-Hellesylt',
  ]);
});

test('quays out of use, of express boats only, and doubles are told apart', () => {
  const listed = [...quays.values()];
  const count = (status: string) => listed.filter((quay) => quay.status === status).length;
  expect([count('in-use'), count('standby'), count('closed')]).toEqual([368, 9, 2]);
  expect(listed.filter(({ usableByCars }) => !usableByCars)).toHaveLength(11 + 10);
  expect(listed.filter(({ connectionIds }) => connectionIds.length === 0)).toHaveLength(14);
  expect(listed.flatMap(({ duplicateOf }) => duplicateOf ?? [])).toEqual(['1025240206']);
});

// The double of each line below has the same quays at its ends.
const TWINS: Readonly<Record<string, string>> = { 'Brevik-Bjørkøya': 'Brevik-Sandøya' };

test.each(connections.map((connection) => [connection.name, connection] as const))(
  '%s is found from its first to its last quay, and back',
  (name, connection) => {
    const expected = [TWINS[name] ?? name];
    expect(sail(connection).map((crossing) => crossing.connection?.name)).toEqual(expected);
    expect(sail(connection, -1, 0).map((crossing) => crossing.connection?.name)).toEqual(expected);
  },
);

describe('every connection is priced as its category says', () => {
  const outcomes = connections.map((connection) => {
    const bill = priceFerries(sail(connection), { ferryClass: 'AP1' }, DAY, ferries.tariffs);
    const [priced] = bill.priced;
    const outcome =
      priced === undefined ? 'unpriced' : priced.ordinary.ore === 0 ? 'free' : 'charged';
    return `${connection.fare.kind}: ${outcome}`;
  });

  test.each([
    ['zone: charged', 45],
    ['own-table: charged', 2],
    ['free: free', 62],
    ['announced-free: unpriced', 1],
    ['partly-free: charged', 4],
    ['partly-free: free', 5],
    ['partly-free: unpriced', 1],
    ['likely-free: unpriced', 11],
    ['own-fares: unpriced', 10],
  ])('%s, %d of them', (outcome, count) => {
    expect(outcomes.filter((found) => found === outcome)).toHaveLength(count);
  });
});

test('every leg of every paid connection has a price in every class, and none falls by class', () => {
  let legs = 0;
  for (const { fare, name } of connections) {
    if (!('legs' in fare)) continue;
    for (const { quayIds } of fare.legs) {
      legs += 1;
      const line = quayIds.flatMap((id) => quays.get(id)?.at ?? []);
      const crossings = ferries.matchCrossings({ line, lengthM: 1000, durationS: 60 });
      const costs = FERRY_CLASSES.map((ferryClass) =>
        priceFerries(crossings, { ferryClass }, DAY, ferries.tariffs),
      ).map(({ ordinaryOre }) => ordinaryOre);
      expect(Math.min(...costs), name).toBeGreaterThan(0);
      expect(costs, name).toEqual(costs.toSorted((a, b) => a - b));
    }
  }
  // 40 simple crossings, four lines of three quays, one of five, and the paid legs of seven.
  expect(legs).toBe(40 + 4 * 3 + 10 + 7);
});

test('renewed quays are held against the connections that call at them', async () => {
  const renewed = tempHome();
  const text = readFileSync(join(DATA, 'ferry-quays.json'), 'utf8');
  const write = (quays: string) => writeFileSync(join(renewed, 'ferry-quays.json'), quays);
  write(text);
  expect(() => loadFerries({ bundled: DATA, renewed })).not.toThrow();
  write(text.replace('"id":"119344285"', '"id":"1"'));
  expect(() => loadFerries({ bundled: DATA, renewed })).toThrow(
    /^ferry-connections\.json, [^\n]*quay 119344285 is not in ferry-quays\.json\.$/,
  );
  write(text.replace('"status":"in-use"', '"status":"perhaps"'));
  expect(() => loadFerries({ bundled: DATA, renewed })).toThrow('quays 0 (117614052) status');
});
