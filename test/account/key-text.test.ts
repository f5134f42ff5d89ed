import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  hashOfKey,
  isKeyText,
  KEY_PATTERN,
  KEY_RANDOM_BYTES,
  mintKey,
  parseSentKey,
  prefixOfKey,
} from '../../src/account/key-text.ts';
import { KEY, keyOf } from '../support/accounts.ts';
import { anyText } from '../support/any-text.ts';
import { table } from '../support/table.ts';

const randomBytes = fc.uint8Array({ minLength: KEY_RANDOM_BYTES, maxLength: KEY_RANDOM_BYTES });
const keys = randomBytes.map(mintKey);

describe('a new key', () => {
  test('is the mark, 31 random characters and 6 of checksum', () => {
    fc.assert(
      fc.property(keys, (key) => {
        expect(key).toMatch(/^veipris_live_[0-9A-Za-z]{31}[0-9A-Za-z]{6}$/);
        expect(isKeyText(key)).toBe(true);
      }),
    );
  });

  test('of the smallest and the greatest random number has the same length', () => {
    const ends = [0, 255].map((byte) => mintKey(new Uint8Array(KEY_RANDOM_BYTES).fill(byte)));
    expect(ends.map((key) => key.length)).toEqual([50, 50]);
    expect(ends[0]).toMatch(/^veipris_live_0{31}/);
  });

  test('is another one for every other random number: no bit is lost', () => {
    fc.assert(
      fc.property(randomBytes, fc.nat(KEY_RANDOM_BYTES * 8 - 1), (bytes, bit) => {
        const other = bytes.slice();
        const at = bit >> 3;
        other[at] = (other[at] ?? 0) ^ (1 << (bit & 7));
        expect(mintKey(other)).not.toBe(mintKey(bytes));
      }),
    );
  });

  test('keeps more than 128 bits secret beside its visible prefix', () => {
    const [key] = fc.sample(keys, 1);
    const hiddenLength = (key ?? '').length - prefixOfKey(key ?? '').length - 6;
    expect(hiddenLength * Math.log2(62)).toBeGreaterThan(128);
  });

  test('ends in the CRC-32 of all before it, in base 62', () => {
    const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
    fc.assert(
      fc.property(keys, (key) => {
        const value = [...key.slice(-6)].reduce((sum, c) => sum * 62 + digits.indexOf(c), 0);
        expect(value).toBe(crc32(key.slice(0, -6)));
      }),
    );
  });

  test.each([0, 16, KEY_RANDOM_BYTES - 1, KEY_RANDOM_BYTES + 1])(
    'is not made of %i random bytes',
    (length) => {
      expect(() => mintKey(new Uint8Array(length))).toThrow(RangeError);
    },
  );
});

describe('a text', () => {
  test('with any one character of a key changed is no key', () => {
    const change = fc.tuple(keys, fc.nat(36), fc.constantFrom(...'019AZaz_-é'));
    fc.assert(
      fc.property(change, ([key, at, other]) => {
        fc.pre(key[13 + at] !== other);
        expect(isKeyText(key.slice(0, 13 + at) + other + key.slice(14 + at))).toBe(false);
      }),
    );
  });

  test.each(['', ' ', 'veipris_live_', 'x'.repeat(10_000), `veipris_live_${'0'.repeat(37)}`])(
    '%j is no key',
    (text) => {
      expect(isKeyText(text)).toBe(false);
    },
  );

  test('around a key is not part of it', () => {
    const key = mintKey(new Uint8Array(KEY_RANDOM_BYTES));
    for (const text of [` ${key}`, `${key}\n`, `${key} `, key.toLowerCase(), `"${key}"`])
      expect(isKeyText(text), JSON.stringify(text)).toBe(false);
  });
});

test('a scanner finds a key wherever it leaked', () => {
  const scanner = new RegExp(KEY_PATTERN, 'g');
  fc.assert(
    fc.property(keys, (key) => {
      const leak = `curl -H "X-API-Key: ${key}"\nKEY=${key};https://x/?key=${key}&a`;
      expect(leak.match(scanner)).toEqual([key, key, key]);
    }),
  );
});

test('the pattern is published as it is', () => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/interface.md'), 'utf8');
  expect(page).toContain(`\`${KEY_PATTERN}\``);
});

test('of a key the hash is stored, and its beginning shown', () => {
  const key = mintKey(new Uint8Array(KEY_RANDOM_BYTES).fill(7));
  expect(hashOfKey(key)).toBe(createHash('sha256').update(key, 'utf8').digest('hex'));
  expect(prefixOfKey(key)).toMatch(/^veipris_live_[0-9A-Za-z]{6}$/);
  expect(key.startsWith(prefixOfKey(key))).toBe(true);
});

const OTHER = keyOf(8);

/** K is a key, O another one, J junk; `;` parts header lines, and - stands for no such header. */
const ROWS = table<'Authorization' | 'X-API-Key' | 'key'>(`
  Authorization      | X-API-Key | key
  Bearer K           | -         | K
  bearer K           | -         | K
  BEARER K           | -         | K
  Bearer    K        | -         | K
  -                  | K         | K
  Bearer K           | O         | K
  Bearer K           | J         | K
  Bearer J           | K         | none
  Basic dTpw         | K         | none
  K                  | K         | none
  Bearer             | K         | none
  empty              | K         | none
  Bearer K; Bearer K | -         | none
  Bearer K; Bearer O | -         | none
  Bearer K K         | -         | none
  Bearer K, Bearer O | -         | none
  Bearer "K"         | -         | none
  Token K            | -         | none
  BearerK            | -         | none
  -                  | K; K      | none
  -                  | K, K      | none
  -                  | K; O      | none
  -                  | Bearer K  | none
  -                  | J         | none
  -                  | empty     | none
  -                  | -         | none
`);

test.each(ROWS)('Authorization: $Authorization, X-API-Key: $X-API-Key gives $key', (row) => {
  expect(
    parseSentKey({
      authorization: linesOf(row.Authorization),
      apiKey: linesOf(row['X-API-Key']),
    }),
  ).toBe({ K: KEY, none: undefined }[row.key]);
});

test('the parts of Bearer are held apart by blanks only', () => {
  for (const gap of ['\t', '\u00a0', '', '\n'])
    expect(parseSentKey({ authorization: [`Bearer${gap}${KEY}`], apiKey: [] })).toBeUndefined();
});

test('whatever else is sent is no key, however long and strange', () => {
  const text = fc.oneof(anyText({ maxLength: 200 }), fc.string());
  const prefix = fc.constantFrom('', 'Bearer ', 'Bearer', 'Basic ', 'veipris_live_');
  fc.assert(
    fc.property(fc.array(fc.tuple(prefix, text).map((parts) => parts.join(''))), (lines) => {
      expect(parseSentKey({ authorization: lines, apiKey: [] })).toBeUndefined();
      expect(parseSentKey({ authorization: [], apiKey: lines })).toBeUndefined();
    }),
  );
  for (const long of ['x', ' ', 'é', KEY].map((part) => part.repeat(10_000)))
    expect(parseSentKey({ authorization: [`Bearer ${long}`], apiKey: [] })).toBeUndefined();
});

function linesOf(cell: string): string[] {
  if (cell === '-') return [];
  return cell.split('; ').map((line) =>
    line
      .replaceAll(/\bempty\b/g, '')
      .replaceAll(/\bK\b/g, KEY)
      .replaceAll(/\bO\b/g, OTHER)
      .replaceAll(/\bJ\b/g, `${KEY.slice(0, -1)}_`),
  );
}
