import { expect, test } from 'vitest';
import {
  parseDecimal,
  parsePlainDecimal,
  readList,
  readNumber,
  readRecord,
  readText,
} from '../../src/base/read-loose.ts';

test.each([
  [30, 30],
  ['30', 30],
  [' 30.5 ', 30.5],
  ['30,5', 30.5],
  [0, 0],
  ['0', 0],
  ['-1', -1],
  ['', undefined],
  [' ', undefined],
  ['30 kr', undefined],
  ['1.234,5', undefined],
  [null, undefined],
  [undefined, undefined],
  [Number.NaN, undefined],
  [true, undefined],
  [[30], undefined],
])('the number of %j is %j', (value, expected) => {
  expect(readNumber(value)).toBe(expected);
});

test.each([
  [' Sinsen ', 'Sinsen'],
  [12, '12'],
  ['', undefined],
  ['  ', undefined],
  [null, undefined],
  [Number.POSITIVE_INFINITY, undefined],
  [{}, undefined],
])('the text of %j is %j', (value, expected) => {
  expect(readText(value)).toBe(expected);
});

test('a list is no record, a record is no list, and null is neither', () => {
  expect(readRecord({ a: 1 })).toEqual({ a: 1 });
  expect([[1], null, 'a', undefined].map(readRecord)).toEqual(Array(4).fill(undefined));
  expect(readList([1])).toEqual([1]);
  expect([{ length: 1 }, null, 'a'].map(readList)).toEqual([[], [], []]);
});

test.each([
  ['7', 7],
  ['-0.5', -0.5],
  ['+12.', 12],
  ['.5', 0.5],
  [' 59.9 ', 59.9],
  ['1e1', 10],
  ['5E-1', 0.5],
])('%j is %d', (text, value) => {
  expect(parseDecimal(text)).toBe(value);
});

test.each(['', ' ', '.', '-', '1,5', '0x10', '1e999', 'NaN', 'Infinity', '1 2', '１', '1_000'])(
  '%j is no decimal number',
  (text) => {
    expect(parseDecimal(text)).toBeUndefined();
  },
);

test.each([
  ['7', 7],
  ['0', 0],
  ['007', 7],
  ['12.5', 12.5],
  ['3500.50', 3500.5],
])('%j is the plain number %d', (text, value) => {
  expect(parsePlainDecimal(text)).toBe(value);
});

test.each([
  ...['', ' ', '.', '7.', '.5', '1,5', '1 000', '1_000', '1.2.3'],
  ...['1e3', '1E3', '1e0', '0x3e8', '0b11', '0o17', '+7', '-7', '−7', '--7'],
  ...[' 7', '7 ', '7\n', '\t7', '\u00a07', '\ufeff7', '7\0', '１', '٧', '७', '½', '²'],
  ...['NaN', 'Infinity', 'null', '9'.repeat(400)],
])('%j is no plain number', (text) => {
  expect(parsePlainDecimal(text)).toBeUndefined();
});
