/** Requests that the thread could not read in time, and more of them than a connection may bring. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { MOST_UNANSWERED } from '../../../src/http/connection/connections.ts';
import { arrivalMsOf } from '../../../src/http/connection/odd-requests.ts';
import { KEY } from '../../support/accounts.ts';
import { meteredApp } from '../../support/metered-app.ts';

const HEAD = 'GET /api/vehicle?plate=EV12345 HTTP/1.1\r\nHost: a\r\n';
const REST = `X-API-Key: ${KEY}\r\n\r\n`;

async function connected() {
  const scene = meteredApp();
  const { port } = new URL(await scene.app.listen({ port: 0, host: '127.0.0.1' }));
  const accepted = once(scene.app.server, 'connection');
  const socket = connect(Number(port), '127.0.0.1');
  let received = '';
  socket.setEncoding('latin1').on('data', (part) => {
    received += part;
  });
  socket.on('error', () => undefined);
  const closed = once(socket, 'close');
  const [accepting] = (await accepted) as [Socket];
  onTestFinished(async () => {
    socket.destroy();
    await scene.app.close();
  });
  /** As `node:http` says it when it looks after the thread was held up. */
  const sayLate = () =>
    scene.app.server.emit(
      'clientError',
      Object.assign(new Error('late'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }),
      accepting,
    );
  const statuses = () => [...received.matchAll(/HTTP\/1.1 (\d+)/g)].map(([, status]) => status);
  return { ...scene, socket, accepting, closed, sayLate, statuses };
}

test('a request that has arrived while the thread was held up is answered and counted, never 408', async () => {
  const { socket, accepting, sayLate, statuses, used } = await connected();
  socket.write(HEAD);
  await expect.poll(() => accepting.bytesRead).toBe(HEAD.length);
  socket.write(REST);
  sayLate();
  await expect.poll(statuses).toEqual(['200']);
  expect(used()).toBe(1);
});

test('one that has not is 408, and nothing is counted', async () => {
  const { socket, accepting, sayLate, statuses, closed, used } = await connected();
  socket.write(HEAD);
  await expect.poll(() => accepting.bytesRead).toBe(HEAD.length);
  sayLate();
  await closed;
  expect(statuses()).toEqual(['408']);
  expect(used()).toBe(0);
});

test('so is one behind a request that is answered', async () => {
  const { socket, accepting, sayLate, statuses, closed } = await connected();
  socket.write(HEAD + REST);
  await expect.poll(statuses).toEqual(['200']);
  socket.write(HEAD);
  await expect.poll(() => accepting.bytesRead).toBe(2 * HEAD.length + REST.length);
  sayLate();
  await closed;
  expect(statuses()).toEqual(['200', '408']);
});

test('a body must arrive within the time of its size, however steadily it drips: it is 408 then, and its connection ends', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const { socket, accepting, statuses, closed } = await connected();
  const begun =
    'POST /portal/api/sign-in HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 4000\r\n\r\n{';
  socket.write(begun);
  await expect.poll(() => accepting.bytesRead).toBe(begun.length);
  for (let seconds = 1; seconds < arrivalMsOf(4096) / 1000; seconds++) {
    socket.write(' ');
    await expect.poll(() => accepting.bytesRead).toBe(begun.length + seconds);
    vi.advanceTimersByTime(1000);
  }
  expect([statuses(), accepting.destroyed]).toEqual([[], false]);
  vi.advanceTimersByTime(1000);
  await closed;
  expect(statuses()).toEqual(['408']);
});

test('of requests sent at once as many are answered as a connection may have, and then it ends: the others are not begun', async () => {
  const { socket, statuses, closed, lines, used } = await connected();
  socket.write((HEAD + REST).repeat(10 * MOST_UNANSWERED));
  await closed;
  expect(statuses()).toEqual(Array(MOST_UNANSWERED).fill('200'));
  expect(used()).toBe(MOST_UNANSWERED);
  expect(lines.filter((line) => line.includes('"answered"')).length).toBe(MOST_UNANSWERED);
});

test('as many as it may have leave it open', async () => {
  const { socket, statuses } = await connected();
  for (let round = 1; round <= 2; round++) {
    socket.write((HEAD + REST).repeat(MOST_UNANSWERED));
    await expect.poll(() => statuses().length).toBe(round * MOST_UNANSWERED);
  }
  expect(socket.destroyed).toBe(false);
});
