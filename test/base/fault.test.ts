import { expect, test } from 'vitest';
import { formatChoices } from '../../src/base/fault.ts';

test.each([
  [['1', '0', ''], '1, 0 or empty'],
  [['a', 'b'], 'a or b'],
  [['a'], 'a'],
  [[], ''],
])('%j reads %s', (choices, text) => {
  expect(formatChoices(choices)).toBe(text);
});
