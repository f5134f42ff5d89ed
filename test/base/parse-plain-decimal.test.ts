import { expect, test } from 'vitest';
import { parsePlainDecimal } from '../../src/base/parse-plain-decimal.ts';

test.each([
  ['7', 7],
  ['0', 0],
  ['007', 7],
  ['12.5', 12.5],
  ['3500.50', 3500.5],
])('%j is %d', (text, value) => {
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
