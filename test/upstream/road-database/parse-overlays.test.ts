import { expect, test } from 'vitest';
import { parseObjects } from '../../../src/upstream/road-database/parse-objects.ts';
import { parseClosure, parseFerry } from '../../../src/upstream/road-database/parse-overlays.ts';
import { NotReadable } from '../../../src/upstream/road-database/read-object.ts';
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

function readClosure(
  properties: object = {},
  facts: Partial<ObjectFacts> = {},
  change: object = {},
) {
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
  expect(readClosure()).toEqual({
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
  const row = readClosure({ 2074: written });
  expect(typeof row === 'object' ? row.closed?.from : row).toContain(wanted);
});

test('an open pass has no days; one day without the other is no period', () => {
  expect(readClosure({ 2074: null, 2223: null, 2073: null, 2222: null })).toMatchObject({
    closed: null,
    night: null,
  });
  expect(readClosure({ 2223: null })).toContain('it has one of the properties 2074 and 2223 alone');
});

test('a count that is no number of days can not be read', () => {
  expect(readClosure({ 1917: 400 })).toContain('property 1917 is not a number of days');
});

test('private, forest and municipal roads are left out unread, whatever their days; a pass on one is not', () => {
  const cabin = { 12228: null, 2074: 'x' };
  for (const road of ['P99147', 'S57', 'K12']) expect(readClosure(cabin, { road })).toBeUndefined();
  expect(readClosure({}, { road: 'P1' })).toMatchObject({ road: 'P1', isPass: true });
});

test('a road of several pieces has no ends, one without a position can not be read', () => {
  const geometri = {
    wkt: 'MULTILINESTRING Z ((0 6700000 1, 9 6700000 1), (20 6700000 1, 30 6700000 1))',
    srid: 5973,
  };
  expect(readClosure({}, {}, { geometri, lokasjon: { geometri } })).toMatchObject({ ends: null });
  expect(readClosure({}, {}, { geometri: undefined, lokasjon: {} })).toContain(
    'it has no position',
  );
});

const FERRY_LINE = [
  { lat: 68.72647, lon: 16.85089 },
  { lat: 68.77709, lon: 16.59093 },
];

const readFerry = (properties: Readonly<Record<number, unknown>>, facts: object = {}) => {
  const [at = { lat: 0, lon: 0 }] = FERRY_LINE;
  const object = roadObject({ id: 7, at, line: FERRY_LINE, road: 'F848', properties, ...facts });
  return parseFerry(7, object);
};

test('a connection has its name, number, responsibility, operation, road and the ends of its line', () => {
  const row = readFerry({
    9186: 'Sørrollnes - Stangnes',
    9187: 55.0,
    10954: ['Fylkesferjesamband', 18305],
    9189: ['Helårssamband', 12858],
  });
  expect(row).toEqual({
    ...{ nvdbId: 7, name: 'Sørrollnes-Stangnes', number: 55, road: 'F848', level: 'county' },
    ...{ operation: 'all-year', season: null, endsOn: null, ends: FERRY_LINE },
  });
});

test.each([
  [['Nedlagt', 12859], 'closed-down'],
  [['Another word', 21525], 'summer'],
  [['Helårs med sambandsutvidelse sommersesong'], 'all-year-more-in-summer'],
  [['Something new', 1], 'unknown'],
  [null, 'unknown'],
])('the operating status %j is %s: by its id, else by its text', (value, operation) => {
  expect(readFerry({ 9189: value })).toMatchObject({ operation, level: 'unknown' });
});

test('the season of a summer ferry is written month first', () => {
  expect(readFerry({ 12597: '0501', 12598: '0930' }).season).toEqual({
    from: '05-01',
    to: '09-30',
  });
});

test('an object that has ended says on which day', () => {
  expect(readFerry({}, { ended: '2026-11-01' }).endsOn).toBe('2026-11-01');
});

test.each([
  ['a day that is none', { 12597: '3105', 12598: '0930' }],
  ['one day without the other', { 12597: '0501' }],
  ['a number that is none', { 9187: 'x' }],
  ['a number with a fraction', { 9187: 5.5 }],
])('%s is not read', (_, properties) => {
  expect(() => readFerry(properties)).toThrow(NotReadable);
});

test('an end that is no day is not read', () => {
  expect(() => readFerry({}, { ended: 'soon' })).toThrow(NotReadable);
});
