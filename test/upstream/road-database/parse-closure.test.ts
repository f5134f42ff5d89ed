import { expect, test } from 'vitest';
import { parseObjects } from '../../../src/upstream/road-database/parse-objects.ts';
import { parseClosure } from '../../../src/upstream/road-database/parse-overlays.ts';
import { type ObjectFacts, roadObject } from '../../support/fake-upstream/road-database.ts';
import { table } from '../../support/table.ts';

const GATES = [
  { lat: 61.646, lon: 8.098 },
  { lat: 61.55, lon: 7.9 },
  { lat: 61.504, lon: 7.804 },
];
const PASS = {
  1082: 'Høgfjellet',
  12228: ['Ja', 21341],
  12222: 'Nedre bom',
  12223: 'Øvre bom',
  1917: 188,
  2074: '12-01',
  2223: '05-01',
  2073: '1101',
  2222: '0505',
};

function read(properties: object = {}, facts: Partial<ObjectFacts> = {}, change: object = {}) {
  const object = {
    ...roadObject({
      id: 7,
      at: { lat: 61.6, lon: 8 },
      line: GATES,
      road: 'F55',
      properties: { ...PASS, ...properties },
      ...facts,
    }),
    ...change,
  };
  const { rows, unreadable } = parseObjects([object], parseClosure, '2026-11-20');
  return rows[0] ?? unreadable[0]?.line;
}

test('a pass has its days, month first, its count of days, its gates and the ends of its line', () => {
  expect(read()).toEqual({
    nvdbId: 7,
    name: 'Høgfjellet',
    road: 'F55',
    isPass: true,
    closed: { from: '12-01', to: '05-01' },
    night: { from: '11-01', to: '05-05' },
    days: 188,
    gates: ['Nedre bom', 'Øvre bom'],
    ends: [GATES[0], GATES[2]],
  });
});

test.each(
  table<'written' | 'read'>(`
    written    | read
    10-16      | 10-16
    1016       | 10-16
    501        | 05-01
    --05-01    | 05-01
    02-29      | 02-28
    15-11      | property 2074 is not a day, month first
    1. november | property 2074 is not a day, month first
    00-10      | property 2074 is not a day, month first
    04-31      | property 2074 is not a day, month first
  `),
)('the first closed day "$written" is $read', ({ written, read: wanted }) => {
  const row = read({ 2074: written });
  expect(typeof row === 'object' ? row.closed?.from : row).toContain(wanted);
});

test('an open pass has no days; one day without the other is no period', () => {
  expect(read({ 2074: null, 2223: null, 2073: null, 2222: null })).toMatchObject({
    closed: null,
    night: null,
  });
  expect(read({ 2223: null })).toContain('it has one of the properties 2074 and 2223 alone');
});

test('a count that is no number of days can not be read', () => {
  expect(read({ 1917: 400 })).toContain('property 1917 is not a number of days');
});

test('private, forest and municipal roads are left out unread, whatever their days; a pass on one is not', () => {
  const cabin = { 12228: null, 2074: 'x' };
  for (const road of ['P99147', 'S57', 'K12']) expect(read(cabin, { road })).toBeUndefined();
  expect(read({}, { road: 'P1' })).toMatchObject({ road: 'P1', isPass: true });
});

test('a road of several pieces has no ends, one without a position can not be read', () => {
  const geometri = {
    wkt: 'MULTILINESTRING Z ((0 6700000 1, 9 6700000 1), (20 6700000 1, 30 6700000 1))',
    srid: 5973,
  };
  expect(read({}, {}, { geometri, lokasjon: { geometri } })).toMatchObject({ ends: null });
  expect(read({}, {}, { geometri: undefined, lokasjon: {} })).toContain('it has no position');
});
