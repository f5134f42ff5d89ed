import { expect, test } from 'vitest';
import { decodeText } from '../../../src/upstream/call/send.ts';

const LATIN = Uint8Array.of(0xc6, 0xd8, 0xc5);
const UTF_8 = new TextEncoder().encode('ÆØÅ');

test.each([
  ['no content type', UTF_8, undefined],
  ['no charset', UTF_8, 'application/json'],
  ['UTF-8', UTF_8, 'application/json;charset=UTF-8'],
  ['Latin 1', LATIN, 'text/plain; charset=iso-8859-1'],
  ['Latin 1 in quotes', LATIN, 'text/plain; Charset="ISO-8859-1"'],
  ['a charset that nobody knows', UTF_8, 'text/plain; charset=klingon'],
  ['a byte order mark', Uint8Array.of(0xef, 0xbb, 0xbf, ...UTF_8), 'application/json'],
])('%s is read as it is meant', (_what, bytes, contentType) => {
  expect(decodeText(bytes, contentType)).toBe('ÆØÅ');
});

test('bytes that are no text are refused instead of patched up', () => {
  expect(() => decodeText(LATIN)).toThrow(
    expect.objectContaining({ code: 'ERR_ENCODING_INVALID_ENCODED_DATA' }),
  );
});
