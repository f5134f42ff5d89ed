import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { READING_MS } from '../../../src/http/connection/connections.ts';
import type { JobService } from '../../../src/http/services.ts';
import { KEY } from '../../support/accounts.ts';
import { answer } from '../../support/answer.ts';
import { fakeJobs, RUNNING_JOB } from '../../support/jobs.ts';
import { meteredApp } from '../../support/metered-app.ts';

/** More than the system takes for a caller that does not read. */
const LARGE = 'x'.repeat(48_000_000);
const largeAnswer = answer({ warnings: [{ code: 'tolls_not_avoidable', message: LARGE }] });
const TRIP = '/api/route?from=59.91,10.75&to=60.39,5.32';

/** A caller with a large answer under way, of which it has read nothing. */
async function slowCaller() {
  const scene = meteredApp({ parts: { answerRoute: async () => largeAnswer } });
  const { port } = new URL(await scene.app.listen({ port: 0, host: '127.0.0.1' }));
  const accepted = once(scene.app.server, 'connection');
  const socket = connect(Number(port), '127.0.0.1').on('error', () => undefined);
  socket.pause();
  const [accepting] = (await accepted) as [Socket];
  socket.write(`GET ${TRIP} HTTP/1.1\r\nHost: a\r\nX-API-Key: ${KEY}\r\n\r\n`);
  const outcomes = () =>
    scene.lines
      .map((line) => JSON.parse(line))
      .filter(({ msg }) => msg === 'answered')
      .map(({ quota }) => quota);
  return { ...scene, socket, accepting, outcomes };
}

test('a connection on which nothing moves is kept for 30 s', async () => {
  const { app } = meteredApp();
  expect(READING_MS).toBe(30_000);
  expect(app.server.timeout).toBe(READING_MS);
  await app.close();
});

test.each([
  ['nothing', LARGE.length],
  ['half', LARGE.length / 2],
])('who reads %s of its answer is cut off, and has used its call', async (_what, leave) => {
  const { app, socket, accepting, used, outcomes } = await slowCaller();
  await expect.poll(() => leftOn(accepting)).toBeGreaterThan(0);
  while (leftOn(accepting) > leave) await readUntilMore(socket, accepting);
  expect(accepting.timeout).toBe(READING_MS);
  await expect
    .poll(() => {
      lookAtTheClock(accepting);
      return accepting.destroyed;
    })
    .toBe(true);
  await expect.poll(outcomes).toEqual(['counted']);
  await app.close();
  expect(used()).toBe(1);
});

test('a caller whose answer is worked on for longer gets it: its deadline alone ends the work', async () => {
  let finish = (): void => undefined;
  const worked = new Promise<void>((resolve) => {
    finish = resolve;
  });
  let begun = false;
  const answerRoute = async () => {
    begun = true;
    await worked;
    return answer({});
  };
  const { app, used } = meteredApp({ parts: { answerRoute } });
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
  const accepted = once(app.server, 'connection');
  const socket = connect(Number(port), '127.0.0.1');
  const [accepting] = (await accepted) as [Socket];
  socket.write(`GET ${TRIP} HTTP/1.1\r\nHost: a\r\nX-API-Key: ${KEY}\r\n\r\n`);
  await expect.poll(() => begun).toBe(true);
  for (let times = 0; times < 3; times++) lookAtTheClock(accepting);
  expect(accepting.destroyed).toBe(false);
  finish();
  const [head] = (await once(socket, 'data')) as [Buffer];
  expect(head.toString()).toMatch(/^HTTP\/1\.1 200 /);
  expect(used()).toBe(1);
  socket.destroy();
  await app.close();
});

/** A caller that has sent the beginning of a job, of the 1 MB that it announces. */
async function sendingCaller(read: (rows: AsyncIterable<Uint8Array>) => Promise<void>) {
  const submit: JobService['submit'] = async (rows) => {
    await read(rows);
    return { job: RUNNING_JOB, isNew: true };
  };
  const scene = meteredApp({ parts: { jobs: { ...fakeJobs(), submit } } });
  const { port } = new URL(await scene.app.listen({ port: 0, host: '127.0.0.1' }));
  const accepted = once(scene.app.server, 'connection');
  const socket = connect(Number(port), '127.0.0.1').on('error', () => undefined);
  const [accepting] = (await accepted) as [Socket];
  let received = '';
  socket.on('data', (part) => {
    received += part;
  });
  onTestFinished(async () => {
    socket.destroy();
    await scene.app.close();
  });
  const head = `POST /api/jobs HTTP/1.1\r\nHost: a\r\nX-API-Key: ${KEY}\r\nContent-Type: text/csv\r\nContent-Length: ${JOB_BYTES}\r\n\r\n`;
  socket.write(`${head}from,to\n`);
  const status = () => /^HTTP\/1\.1 (\d+)/.exec(received)?.[1];
  return { socket, accepting, status };
}

const JOB_BYTES = 1_000_000;

test('a body that stops coming for 30 s is 408, and its connection ends; one that comes slowly is taken', async () => {
  let read = 0;
  const { socket, accepting, status } = await sendingCaller(async (rows) => {
    for await (const part of rows) read += part.length;
  });
  await expect.poll(() => read).toBe(8);
  // It lies with the system, and has not been read yet.
  socket.write('Oslo,Bergen\n');
  lookAtTheClock(accepting);
  await expect.poll(() => read).toBe(20);
  // A refusal would have been written by then.
  for (let turns = 0; turns < 20; turns++) await nextTurn();
  expect([status(), accepting.writableEnded]).toEqual([undefined, false]);
  lookAtTheClock(accepting);
  await expect.poll(status).toBe('408');
  await expect.poll(() => accepting.destroyed).toBe(true);
});

test('a body that we read slowly is not cut off, however long the caller must wait', async () => {
  let goOn = (): void => undefined;
  const busy = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  let read = 0;
  const { socket, accepting, status } = await sendingCaller(async (rows) => {
    for await (const part of rows) {
      if (read === 0) await busy;
      read += part.length;
    }
  });
  socket.write('x'.repeat(JOB_BYTES - 8));
  await expect.poll(() => accepting.bytesRead).toBeGreaterThan(60_000);
  for (let times = 0; times < 3; times++) {
    lookAtTheClock(accepting);
    await nextTurn();
  }
  expect([status(), accepting.destroyed]).toEqual([undefined, false]);
  goOn();
  await expect.poll(status).toBe('201');
  expect(read).toBe(JOB_BYTES);
});

test('who reads, however slowly, gets the whole answer and is charged for it', async () => {
  const { app, socket, accepting, used, outcomes } = await slowCaller();
  await expect.poll(() => leftOn(accepting)).toBeGreaterThan(0);
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
  socket.destroy();
  await app.close();
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
