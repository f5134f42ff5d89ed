import { expect, test } from 'vitest';
import { parseDecimal } from '../../src/base/parse-decimal.ts';

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
