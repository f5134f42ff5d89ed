import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Agent, request } from 'undici';
import { expect, onTestFinished, test } from 'vitest';
import { openFake } from './open-fake.ts';

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
