import { expect, test } from 'vitest';
import { readList, readNumber, readRecord, readText } from '../../src/base/read-loose.ts';

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
