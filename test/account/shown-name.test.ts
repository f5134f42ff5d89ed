import { expect, test } from 'vitest';
import { isShownName } from '../../src/account/account.ts';

test.each(['', 'kjøre 🚗 bok', '👨‍👩‍👧 familie', '<b>&amp;', '\u202F1', 'å'.repeat(60)])(
  '%j is told as it was written',
  (name) => {
    expect(isShownName(name, 60)).toBe(true);
  },
);

test.each([
  ['two lines', 'a\nb'],
  ['two lines of Unicode', 'a\u2028b'],
  ['two paragraphs', 'a\u2029b'],
  ['a null byte', 'a\0b'],
  ['an escape of the terminal', '\u001B[31mred'],
  ['letters that are read backwards', 'a\u202Eb'],
  ['a letter that nobody sees', 'a\u200Bb'],
  ['a mark of byte order', '\uFEFFa'],
  ['half a letter', 'a\uD800b'],
  ['the other half of one', '\uDE97'],
  ['a letter too many', 'å'.repeat(61)],
])('%s is no name', (_what, name) => {
  expect(isShownName(name, 60)).toBe(false);
});
