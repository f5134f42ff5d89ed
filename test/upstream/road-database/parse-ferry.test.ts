import { expect, test } from 'vitest';
import { parseFerry } from '../../../src/upstream/road-database/parse-overlays.ts';
import { NotReadable } from '../../../src/upstream/road-database/read-property.ts';
import { roadObject } from '../../support/fake-upstream/road-database.ts';

const LINE = [
  { lat: 68.72647, lon: 16.85089 },
  { lat: 68.77709, lon: 16.59093 },
];

const read = (properties: Readonly<Record<number, unknown>>, facts: object = {}) => {
  const [at = { lat: 0, lon: 0 }] = LINE;
  const object = roadObject({ id: 7, at, line: LINE, road: 'F848', properties, ...facts });
  return parseFerry(7, object);
};

test('a connection has its name, number, responsibility, operation, road and the ends of its line', () => {
  const row = read({
    9186: 'Sørrollnes - Stangnes',
    9187: 55.0,
    10954: ['Fylkesferjesamband', 18305],
    9189: ['Helårssamband', 12858],
  });
  expect(row).toEqual({
    ...{ nvdbId: 7, name: 'Sørrollnes-Stangnes', number: 55, road: 'F848', level: 'county' },
    ...{ operation: 'all-year', season: null, endsOn: null, ends: LINE },
  });
});

test.each([
  [['Nedlagt', 12859], 'closed-down'],
  [['Another word', 21525], 'summer'],
  [['Helårs med sambandsutvidelse sommersesong'], 'all-year-more-in-summer'],
  [['Something new', 1], 'unknown'],
  [null, 'unknown'],
])('the operating status %j is %s: by its id, else by its text', (value, operation) => {
  expect(read({ 9189: value })).toMatchObject({ operation, level: 'unknown' });
});

test('the season of a summer ferry is written month first', () => {
  expect(read({ 12597: '0501', 12598: '0930' }).season).toEqual({ from: '05-01', to: '09-30' });
});

test('an object that has ended says on which day', () => {
  expect(read({}, { ended: '2026-11-01' }).endsOn).toBe('2026-11-01');
});

test.each([
  ['a day that is none', { 12597: '3105', 12598: '0930' }],
  ['one day without the other', { 12597: '0501' }],
  ['a number that is none', { 9187: 'x' }],
  ['a number with a fraction', { 9187: 5.5 }],
])('%s is not read', (_, properties) => {
  expect(() => read(properties)).toThrow(NotReadable);
});

test('an end that is no day is not read', () => {
  expect(() => read({}, { ended: 'soon' })).toThrow(NotReadable);
});
