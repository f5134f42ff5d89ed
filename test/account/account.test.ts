import { expect, test } from 'vitest';
import {
  isShownName,
  lastUseOf,
  mailboxOf,
  parseEmail,
  withoutTag,
} from '../../src/account/account.ts';

test.each([
  ['ola@example.no', 'ola@example.no'],
  [' Ola.Nordmann@Example.NO ', 'ola.nordmann@example.no'],
  ["o'neil+api@a-b.example.no", "o'neil+api@a-b.example.no"],
  ['bjørn@blåbær.no', 'bjørn@blåbær.no'],
  ['BJØRN@BLÅBÆR.NO', 'bjørn@blåbær.no'],
  // The same letter in one and in two code points is the same address.
  ['a\u030Ase@example.no', 'åse@example.no'],
  // Mail goes to the domain that its letters stand for.
  ['ola@ｅxample.no', 'ola@example.no'],
  ['ola@ſome.no', 'ola@some.no'],
  ['ola@STRAẞE.no', 'ola@straße.no'],
  ['ola@xn--blbr-roah.no', 'ola@xn--blbr-roah.no'],
  [`${'a'.repeat(64)}@example.no`, `${'a'.repeat(64)}@example.no`],
])('%j is the address %s', (text, email) => {
  expect(parseEmail(text)).toBe(email);
});

test.each([
  '',
  ' ',
  'ola',
  'ola@',
  '@example.no',
  'ola@example',
  'ola@example.',
  'ola@.no',
  'ola@-example.no',
  'ola@example-.no',
  'ola@exam ple.no',
  'ola nordmann@example.no',
  'ola@kari@example.no',
  'ola@example.no\nBcc: kari@example.no',
  'Ola <ola@example.no>',
  'ola@example.no,kari@example.no',
  `${'a'.repeat(65)}@example.no`,
  `a@${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(63)}.${'e'.repeat(63)}.no`,
  `a@${'b'.repeat(64)}.no`,
  // More letters than it is written with, and a domain that can not be.
  `a@${'b'.repeat(62)}\u1E9A.no`,
  'ola@\u05D0a1\u0660.no',
])('%j is no address', (text) => {
  expect(parseEmail(text)).toBeUndefined();
});

test.each([
  ['ola.nordmann@example.no', 'olanordmann@example.no'],
  ['ola+toll@example.no', 'ola@example.no'],
  ['o.l.a+a+b.c@example.no', 'ola@example.no'],
  ['ola@post.example.no', 'ola@post.example.no'],
  ['+@example.no', '@example.no'],
  ['ola@xn--blbr-roah.no', 'ola@blåbær.no'],
])('%s counts as the mailbox %s', (email, mailbox) => {
  expect(mailboxOf(email)).toBe(mailbox);
});

test.each([
  ['ola+toll@example.no', 'ola@example.no'],
  ['o.la@example.no', 'o.la@example.no'],
  ['+la@example.no', '+la@example.no'],
  ['ola@xn--blbr-roah.no', 'ola@blåbær.no'],
  ['ola+a@blåbær.no', 'ola@blåbær.no'],
])('%s is of the person of %s', (email, person) => {
  expect(withoutTag(email)).toBe(person);
});

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

test.each([
  [undefined, undefined],
  [3_600_000, 5_000_000],
  [7_200_000, 7_200_000],
])(
  'a key of 5 000 s that was used in the hour %s was used at %s: never before it was made',
  (lastUsedAtMs, shown) => {
    const key = { createdAtMs: 5_000_000, ...(lastUsedAtMs !== undefined && { lastUsedAtMs }) };
    expect(lastUseOf(key)).toBe(shown);
  },
);
