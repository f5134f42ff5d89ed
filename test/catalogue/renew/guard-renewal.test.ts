import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { SourceStation } from '../../../src/catalogue/compile/station-source.ts';
import { guardRenewal, type Harvest } from '../../../src/catalogue/renew/guard-renewal.ts';
import { loadNorway, loadRenewalLimits } from '../../../src/catalogue/renew/load-limits.ts';
import { RefusedRenewal } from '../../../src/catalogue/renew/refused-renewal.ts';
import {
  cameraRow,
  dataOf,
  quayRecord,
  quayRow,
  record,
  rowsOf,
  stationRow,
} from '../../support/renewals.ts';
import { table } from '../../support/table.ts';

const DATA = join(import.meta.dirname, '../../../data');
const TERMS = { limits: loadRenewalLimits(DATA), norway: loadNorway(DATA) };

const count = <T>(length: number, make: (id: number) => T): T[] =>
  Array.from({ length }, (_, i) => make(i + 1));

/** A hundred of everything is in force. */
const BEFORE = dataOf({
  stations: count(100, (id) => record(id, { lon: 10 })),
  quays: count(100, (id) => quayRecord(id)),
  cameras: count(100, (id) => ({ id: String(id), lat: 60, lon: 10, road: 'E6', name: null })),
});

/** The first id of each kind; ids are those of one database, so kinds do not share them. */
const QUAYS = 1000;
const CAMERAS = 2000;

const SOUND: Harvest = {
  rows: rowsOf({
    stations: count(100, (id) => stationRow(id, { lon: 10 })),
    quays: count(100, (id) => quayRow(id + QUAYS)),
    cameras: count(100, (id) => cameraRow(id + CAMERAS)),
  }),
  unreadable: [],
};

const guard = (harvest: Partial<Harvest['rows']>, unreadable: readonly string[] = []) =>
  guardRenewal({ rows: { ...SOUND.rows, ...harvest }, unreadable }, BEFORE, TERMS);

/** The harvest with one station that differs. */
const withStation = (facts: Partial<SourceStation>) =>
  guard({ stations: [stationRow(1, { lon: 10, ...facts }), ...SOUND.rows.stations.slice(1)] });

test('a sound harvest breaks no rule', () => {
  expect(guardRenewal(SOUND, BEFORE, TERMS)).toEqual([]);
});

describe('counts', () => {
  test.each(
    table<'stations' | 'quays' | 'cameras' | 'refused'>(`
      stations | quays | cameras | refused
      90       | 90    | 90      | none
      89       | 100   | 100     | 89 toll stations instead of 100
      100      | 89    | 100     | 89 ferry quays instead of 100
      100      | 100   | 89      | 89 speed cameras instead of 100
      0        | 100   | 100     | 0 toll stations instead of 100
      200      | 200   | 200     | none
    `),
  )('$stations stations, $quays quays, $cameras cameras: $refused', (row) => {
    const violations = guard({
      stations: count(Number(row.stations), (id) => stationRow(id, { lon: 10 })),
      quays: count(Number(row.quays), (id) => quayRow(id + QUAYS)),
      cameras: count(Number(row.cameras), (id) => cameraRow(id + CAMERAS)),
    });
    const [first] = violations;
    if (row.refused === 'none') expect(violations).toEqual([]);
    else
      expect(first).toMatchObject({
        line: expect.stringContaining(row.refused),
        mayBeForced: true,
      });
  });

  test('stations that lose their tariffs at once are a fall as well', () => {
    const stations = SOUND.rows.stations.map((row, i) =>
      i < 11 ? { ...row, smallNok: 0, largeNok: null } : row,
    );
    expect(guard({ stations })).toEqual([
      {
        line: '89 toll stations with a tariff instead of 100, which is more than 10 % fewer',
        mayBeForced: true,
      },
    ]);
  });

  test('a quay that is only kept for its connection is not missed twice', () => {
    const kept = BEFORE.quays.map((quay, i) =>
      i < 11 ? { ...quay, goneSince: '2026-01-01' } : quay,
    );
    const harvest = { ...SOUND, rows: { ...SOUND.rows, quays: SOUND.rows.quays.slice(11) } };
    expect(guardRenewal(harvest, { ...BEFORE, quays: kept }, TERMS)).toEqual([]);
  });
});

describe('tariffs', () => {
  test.each([
    [{ smallNok: -5 }, 'a tariff of 1 (Station 1) is -5 kr'],
    [{ smallNok: 99_999 }, 'a tariff of 1 (Station 1) is 99999 kr'],
    [{ largeNok: 3001 }, 'a tariff of 1 (Station 1) is 3001 kr'],
    [{ smallRushNok: 1001 }, 'a tariff of 1 (Station 1) is 1001 kr'],
    [{ smallNok: 20.001 }, 'a tariff of 1 (Station 1) is 20.001 kr'],
  ])('%j is no tariff, whatever is forced', (facts, line) => {
    expect(withStation(facts)[0]).toEqual({ line, mayBeForced: false });
  });

  test.each([
    [{ smallNok: 60 }, undefined],
    [{ smallNok: 61 }, 'a tariff of 1 (Station 1) goes from 20 to 61 kr'],
    [{ smallNok: 6 }, 'a tariff of 1 (Station 1) goes from 20 to 6 kr'],
    [{ largeNok: 300 }, 'a tariff of 1 (Station 1) goes from 40 to 300 kr'],
    [{ smallNok: null, largeNok: null }, undefined],
    [{ smallNok: 38.5 }, undefined],
  ])('%j against 20 and 40 before: %s', (facts, line) => {
    expect(withStation(facts)).toEqual(line === undefined ? [] : [{ line, mayBeForced: true }]);
  });

  test('of a new station are compared to nothing', () => {
    expect(
      guard({ stations: [...SOUND.rows.stations, stationRow(500, { lon: 10, smallNok: 900 })] }),
    ).toEqual([]);
  });
});

test.each([
  ['in the sea off Africa', 0, 0],
  ['in Sweden', 58.94, 11.17],
  ['with latitude and longitude swapped', 10, 60],
  ['nowhere', Number.NaN, 10],
])('a position %s is refused, whatever is forced', (_where, lat, lon) => {
  const line = 'the object 1 (Station 1) is not in Norway';
  expect(withStation({ lat, lon })[0]).toEqual({ line, mayBeForced: false });
});

test('an id that is there twice is refused, whatever its kind', () => {
  const twice = guard({ quays: [...SOUND.rows.quays, quayRow(1)] });
  expect(twice).toEqual([{ line: 'the object 1 is there twice', mayBeForced: false }]);
});

test('an object that cannot be read is refused', () => {
  expect(guard({}, ['the object 5: it has no position'])).toEqual([
    { line: 'the object 5: it has no position', mayBeForced: false },
  ]);
});

describe('the refusal', () => {
  const soft = { line: 'few stations', mayBeForced: true };
  const firm = { line: 'odd tariff', mayBeForced: false };

  test('tells what may be forced, and only then', () => {
    expect(new RefusedRenewal([soft]).message).toBe(
      'The renewal is refused, and the data in force stays: few stations. With --force they are taken all the same.',
    );
    expect(new RefusedRenewal([firm, soft]).message).not.toContain('--force');
  });

  test('tells the first five reasons, and how many there are', () => {
    expect(new RefusedRenewal(Array(12).fill(firm)).message).toMatch(/(odd tariff; ){5}7 more\.$/);
  });
});
