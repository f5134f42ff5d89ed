import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parsePlate } from '../../src/vehicle/vehicle.ts';
import { anyText } from '../support/any-text.ts';
import { table } from '../support/table.ts';

test.each(
  table<'written' | 'plate' | 'because'>(`
    written     | plate     | because
    QQ 12345    | QQ12345   | as registered
    qq12345     | QQ12345   | lower case
    qq-12345    | QQ12345   | a hyphen
    QQ.12.345   | QQ12345   | dots
    Q Q 1 2     | QQ12      | blanks anywhere
    QQ 1234     | QQ1234    | a motorcycle
    QQ 1234 T   | QQ1234T   | a trailer on trial
    CD 12345    | CD12345   | a diplomat
    A-12        | A12       | a king
    Q-1         | Q1        | a king's car, two characters
    00-00-00    | 000000    | Oslo before 1971
    ÆØÅ QQ      | ÆØÅQQ     | personal
    æøå         | ÆØÅ       | personal, lower case
    NORGE       | NORGE     | letters only
    Q           | undefined | one character
    QQ123456    | undefined | eight characters
    QQ 12345;   | undefined | a sign
    QQ'12       | undefined | another sign
    ÉL 123      | undefined | a letter that no plate has
    ＱＱ１２３４    | undefined | full-width
  `),
)('$written is $plate: $because', ({ written, plate }) => {
  expect(String(parsePlate(written))).toBe(plate);
});

test('letters in two parts and unusual blanks are the same plate', () => {
  expect(parsePlate('A\u030arne')).toBe('ÅRNE');
  expect(parsePlate('\u00a0QQ\u202f123\t45\n')).toBe('QQ12345');
  expect(parsePlate('\u212bB')).toBe('ÅB');
});

test.each(['', ' ', '- .', '\u200bQQ12345', '\0QQ123', '😀😀'])('%j is no plate', (text) => {
  expect(parsePlate(text)).toBeUndefined();
});

test('a plate is its own form, and safe in an address and a log', () => {
  fc.assert(
    fc.property(anyText({ maxLength: 12 }), (text) => {
      const plate = parsePlate(text);
      if (plate === undefined) return;
      expect(plate).toMatch(/^[A-ZÆØÅ0-9]{2,7}$/);
      expect(parsePlate(plate)).toBe(plate);
    }),
  );
});
