import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { READING_MS } from '../../../src/http/connection/connections.ts';
import { meteredApp } from '../../support/metered-app.ts';

/** A caller that has asked for a connection to elsewhere, and been refused. */
async function refusedProxy() {
  const { app } = meteredApp();
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
  const accepted = once(app.server, 'connection');
  const socket = connect({ port: Number(port), host: '127.0.0.1', allowHalfOpen: true });
  const [accepting] = (await accepted) as [Socket];
  const closed = new Promise((resolve) => accepting.once('close', resolve));
  socket.write('CONNECT example.no:443 HTTP/1.1\r\nHost: a\r\n\r\n');
  const [received] = await once(socket, 'data');
  expect(String(received)).toMatch(/^HTTP\/1.1 400 /);
  return { app, socket, accepting, closed };
}

test('a refused proxy connection that its caller resets is closed, and the server goes on', async () => {
  const { app, socket, accepting, closed } = await refusedProxy();
  expect(accepting.listenerCount('error')).toBeGreaterThan(0);
  socket.resetAndDestroy();
  await closed;
  await app.close();
});

test('one that its caller ends is closed, whatever has been sent on it', async () => {
  const { app, socket, closed } = await refusedProxy();
  socket.end('more');
  await closed;
  await app.close();
});

test('one on which nothing moves is cut off like any other', async () => {
  const { app, accepting, closed } = await refusedProxy();
  expect(accepting.timeout).toBe(READING_MS);
  accepting.emit('timeout');
  await closed;
  await app.close();
});
