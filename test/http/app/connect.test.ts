import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { READING_MS } from '../../../src/http/connection/connections.ts';
import { meteredApp } from '../../support/metered-app.ts';

const ASKED = 'GET /health/live HTTP/1.1\r\nHost: a\r\n\r\n';

/** A caller that has asked for a connection to elsewhere, and been refused. @param behind what it sends at once with that. */
async function refusedProxy(behind = '') {
  const { app } = meteredApp();
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
  const accepted = once(app.server, 'connection');
  const socket = connect({ port: Number(port), host: '127.0.0.1', allowHalfOpen: true });
  const [accepting] = (await accepted) as [Socket];
  const closed = new Promise((resolve) => accepting.once('close', resolve));
  socket.write(`CONNECT example.no:443 HTTP/1.1\r\nHost: a\r\n\r\n${behind}`);
  const [received] = await once(socket, 'data');
  expect(String(received)).toMatch(/^HTTP\/1.1 400 /);
  /** Another connection, which asks where there is nothing; gives the status of the first answer on it. */
  const openOther = async () => {
    const others = once(app.server, 'connection');
    const other = connect(Number(port), '127.0.0.1');
    await others;
    return async () => {
      other.write(ASKED.replace('/health/live', '/nowhere'));
      const [head] = await once(other, 'data');
      other.destroy();
      return /^HTTP\/1\.1 (\d+)/.exec(String(head))?.[1];
    };
  };
  return { app, socket, accepting, closed, openOther };
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

test('what is asked behind it later is asked by no other connection, which may have the parser that it had', async () => {
  const { app, socket, accepting, closed, openOther } = await refusedProxy();
  const askOther = await openOther();
  const before = accepting.bytesRead;
  socket.end(ASKED);
  await expect.poll(() => accepting.bytesRead).toBe(before + ASKED.length);
  expect(await askOther()).toBe('404');
  await closed;
  await app.close();
});

test('what is asked behind it at once, more than is parsed in one go, is passed over, and the server goes on', async () => {
  const thrown: unknown[] = [];
  const hear = (error: unknown) => void thrown.push(error);
  process.prependListener('uncaughtException', hear);
  const { app, socket, closed, openOther } = await refusedProxy('\r\n'.repeat(3000) + ASKED);
  const askOther = await openOther();
  expect(await askOther()).toBe('404');
  process.off('uncaughtException', hear);
  expect(thrown).toEqual([]);
  socket.end();
  await closed;
  await app.close();
});
