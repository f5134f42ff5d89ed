import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseSentKey } from '../../src/account/key-text.ts';
import { KEY, keyOf } from '../support/accounts.ts';
import { table } from '../support/table.ts';

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
  const text = fc.oneof(fc.string({ unit: 'binary', maxLength: 200 }), fc.string());
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
