/** Callers that read their answers slowly, or send their bodies so. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { STILL_MS } from '../../../src/http/app.ts';
import { arrivalMsOf } from '../../../src/http/connection/bodies.ts';
import { ENDPOINTS } from '../../../src/http/openapi/endpoints.ts';
import { KEY } from '../../support/accounts.ts';
import { answer } from '../../support/answer.ts';
import { meteredApp } from '../../support/metered-app.ts';

/** More than the system takes for a caller that does not read. */
const LARGE = 'x'.repeat(48_000_000);
const largeAnswer = answer({ warnings: [{ code: 'tolls_not_avoidable', message: LARGE }] });
const TRIP = '/api/route?from=59.91,10.75&to=60.39,5.32';

/** A caller that has sent this. */
async function connected(bytes: string) {
  const scene = meteredApp({ parts: { answerRoute: async () => largeAnswer } });
  const { port } = new URL(await scene.app.listen({ port: 0, host: '127.0.0.1' }));
  const accepted = once(scene.app.server, 'connection');
  const socket = connect(Number(port), '127.0.0.1').on('error', () => undefined);
  onTestFinished(async () => {
    socket.destroy();
    await scene.app.close();
  });
  const [accepting] = (await accepted) as [Socket];
  socket.write(bytes);
  return { ...scene, socket, accepting };
}

/** A caller with a large answer under way, of which it has read nothing. */
async function slowReader() {
  const scene = await connected(`GET ${TRIP} HTTP/1.1\r\nHost: a\r\nX-API-Key: ${KEY}\r\n\r\n`);
  scene.socket.pause();
  await expect.poll(() => leftOn(scene.accepting)).toBeGreaterThan(0);
  const outcomes = () =>
    scene.lines
      .map((line) => JSON.parse(line))
      .filter(({ msg }) => msg === 'answered')
      .map(({ quota }) => quota);
  return { ...scene, outcomes };
}

test('a connection may stand still for longer than any answer is worked on', async () => {
  const { app } = meteredApp();
  expect(app.server.timeout).toBe(STILL_MS);
  // The deadline of a job is for its body, which moves as long as it comes.
  const deadlines = ENDPOINTS.filter(({ path }) => path !== '/api/jobs').map(
    ({ deadlineMs = 0 }) => deadlineMs,
  );
  expect(Math.max(...deadlines)).toBeLessThan(STILL_MS);
  await app.close();
});

test.each([
  ['nothing', LARGE.length],
  ['half', LARGE.length / 2],
])('who reads %s of its answer is cut off, and has used its call', async (_what, leave) => {
  const { socket, accepting, used, outcomes } = await slowReader();
  while (leftOn(accepting) > leave) await readUntilMore(socket, accepting);
  expect(accepting.timeout).toBe(STILL_MS);
  await expect
    .poll(() => {
      lookAtTheClock(accepting);
      return accepting.destroyed;
    })
    .toBe(true);
  await expect.poll(outcomes).toEqual(['counted']);
  expect(used()).toBe(1);
});

test('who reads, however slowly, gets the whole answer and is charged for it', async () => {
  const { socket, accepting, used, outcomes } = await slowReader();
  while (leftOn(accepting) > 0) {
    await readUntilMore(socket, accepting);
    // When the system has taken all of it, nobody waits for the reader any more.
    if (leftOn(accepting) > 0) lookAtTheClock(accepting);
  }
  expect(accepting.destroyed).toBe(false);
  socket.resume();
  await expect.poll(() => socket.bytesRead).toBeGreaterThan(LARGE.length);
  await expect.poll(outcomes).toEqual(['counted']);
  expect(used()).toBe(1);
});

test('a body must arrive within the time of its size, however steadily it drips: it is 408 then, and its connection ends', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const begun =
    'POST /portal/api/sign-in HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 4000\r\n\r\n{';
  const { socket, accepting } = await connected(begun);
  let received = '';
  socket.on('data', (part) => {
    received += part;
  });
  const closed = once(socket, 'close');
  await expect.poll(() => accepting.bytesRead).toBe(begun.length);
  for (let seconds = 1; seconds < arrivalMsOf(4096) / 1000; seconds++) {
    socket.write(' ');
    await expect.poll(() => accepting.bytesRead).toBe(begun.length + seconds);
    vi.advanceTimersByTime(1000);
  }
  expect([received, accepting.destroyed]).toEqual(['', false]);
  vi.advanceTimersByTime(1000);
  await closed;
  expect(received).toMatch(/^HTTP\/1\.1 408 /);
});

/** Lets its timer for a connection on which nothing moves ring, as `node:net` does. */
const lookAtTheClock = (socket: Socket) => (socket as unknown as Watched)._onTimeout();

/** Reads until the system has taken more of what is written; it takes it in larger pieces. */
async function readUntilMore(socket: Socket, accepting: Socket): Promise<void> {
  const left = leftOn(accepting);
  await expect
    .poll(
      () => {
        socket.read();
        return leftOn(accepting);
      },
      { interval: 1 },
    )
    .toBeLessThan(left);
}
const leftOn = (socket: Socket) => (socket as unknown as Watched)._handle?.writeQueueSize ?? 0;

/** What `node:net` goes by, and has no types for. */
interface Watched {
  readonly _handle: { readonly writeQueueSize: number } | null;
  _onTimeout(): void;
}
