import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Agent, request } from 'undici';
import { expect, onTestFinished, test } from 'vitest';
import { decodeText } from '../../../src/upstream/call/send.ts';
import { openFake } from './open-fake.ts';

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

const fixture = (file: string) =>
  readFileSync(join(import.meta.dirname, '../../fixtures/tls', file), 'utf8');

test('a service whose certificate nobody vouches for is not talked to', async () => {
  const cert = fixture('self-signed.pem');
  const asked: unknown[] = [];
  const server = createServer({ cert, key: fixture('self-signed-key.pem') }, (incoming, reply) => {
    asked.push(incoming.url);
    reply.end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const baseUrl = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const { upstream } = await openFake({ baseUrl, limits: { retries: 0 } });
  await expect(upstream.get({ path: '/?plate=1' })).rejects.toMatchObject({
    code: 'upstream_down',
    message: 'oracle: unreachable, DEPTH_ZERO_SELF_SIGNED_CERT',
  });
  expect(asked).toEqual([]);

  // One who trusts it gets its answer: the certificate alone was the reason.
  const dispatcher = new Agent({ connect: { ca: cert } });
  expect((await request(baseUrl, { dispatcher })).statusCode).toBe(200);
  await dispatcher.close();
});
