/** Calls that a connection brings before the ones before them are answered. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { MOST_WAITING } from '../../../src/http/connection/connections.ts';
import { DRAIN_TIMES } from '../../../src/http/connection/drain.ts';
import type { RouteAnswer } from '../../../src/wire/route.ts';
import { KEY } from '../../support/accounts.ts';
import { answer } from '../../support/answer.ts';
import { NOW } from '../../support/app.ts';
import { meteredApp } from '../../support/metered-app.ts';
import { table } from '../../support/table.ts';
import { handTime, settled } from '../../support/time.ts';

const TRIP = '/api/route?from=59.91,10.75&to=60.39,5.32';

/** More than the system takes for a caller that does not read. */
const LARGE = 'x'.repeat(16_000_000);
const LARGE_ANSWER = answer({ warnings: [{ code: 'tolls_not_avoidable', message: LARGE }] });

/** A caller that has sent so many calls at once; the planner has been asked for the first. */
async function pipelined(calls: number) {
  const time = handTime(NOW);
  const asked: ((answer: RouteAnswer) => void)[] = [];
  const answerRoute = (_question: unknown, { signal }: { signal?: AbortSignal | undefined } = {}) =>
    new Promise<RouteAnswer>((finish, reject) => {
      asked.push(finish);
      signal?.addEventListener('abort', () => reject(signal.reason));
    });
  const scene = meteredApp({ time, parts: { answerRoute } });
  const { port } = new URL(await scene.app.listen({ port: 0, host: '127.0.0.1' }));
  const accepted = once(scene.app.server, 'connection');
  const socket = connect(Number(port), '127.0.0.1').on('error', () => undefined);
  const closed = new Promise((resolve) => socket.once('close', resolve));
  let received = '';
  socket.setEncoding('latin1').on('data', (part) => {
    received += part;
  });
  socket.pause();
  const [accepting] = (await accepted) as [Socket];
  const toCall = (id: string) =>
    `GET ${TRIP} HTTP/1.1\r\nHost: a\r\nX-API-Key: ${KEY}\r\nX-Request-Id: ${id}\r\n\r\n`;
  const toCalls = (count: number) =>
    Array.from({ length: count }, (_, i) => toCall(`call-${i}`)).join('');
  socket.write(toCalls(calls));
  await expect.poll(() => asked.length).toBe(1);
  const written = () => scene.lines.map((line) => JSON.parse(line));
  return {
    ...scene,
    time,
    socket,
    accepting,
    closed,
    toCalls,
    written,
    asked,
    /** Answers each call when the planner is asked for it, from the next one on. */
    async finish(count: number, from = 0) {
      for (let i = from; i < from + count; i++) {
        await expect.poll(() => asked.length).toBe(i + 1);
        asked[i]?.(answer());
      }
    },
    /** The calls that were noted. */
    answered: () => written().filter(({ msg }) => msg === 'answered'),
    /** The ids of the answers that have arrived, in their order. */
    arrived: () => [...received.matchAll(/^x-request-id: (\S+)/gm)].map(([, id]) => id),
    statuses: () => [...received.matchAll(/HTTP\/1.1 (\d+)/g)].map(([, status]) => status),
  };
}
type Scene = Awaited<ReturnType<typeof pipelined>>;

test('calls that are sent at once are begun one after the other, and answered in their order', async () => {
  const scene = await pipelined(3);
  scene.socket.resume();
  await turns();
  expect([scene.asked.length, scene.used()]).toEqual([1, 1]);
  await scene.finish(3);
  await expect.poll(scene.arrived).toEqual(['call-0', 'call-1', 'call-2']);
  expect(scene.used()).toBe(3);
  scene.socket.destroy();
  await scene.app.close();
});

/** How far the calls have come when their connection is cut. */
const STAGES: Record<string, (scene: Scene) => Promise<unknown>> = {
  'none is answered': async () => undefined,
  'the first is answered': async (scene) => {
    scene.socket.resume();
    await scene.finish(1);
    await expect.poll(() => scene.asked.length).toBe(2);
  },
  'the first is being written': async ({ asked, accepting }) => {
    asked[0]?.(LARGE_ANSWER);
    await expect.poll(() => accepting.writableLength).toBeGreaterThan(0);
  },
};

/** The ways in which a connection is cut. */
const CUTS: Record<string, (scene: Scene) => unknown> = {
  'its caller leaves': ({ socket }) => socket.destroy(),
  'its caller resets it': ({ socket }) => socket.resetAndDestroy(),
  'its caller sends no more': ({ socket }) => socket.resume().end(),
  'it stands still': ({ accepting }) => accepting.emit('timeout'),
  'it brings more than may wait': ({ socket, toCalls }) => socket.write(toCalls(MOST_WAITING)),
};

const CASES = table<'stage' | 'cut' | 'begun'>(`
  stage                      | cut                          | begun
  none is answered           | its caller leaves            | 1
  none is answered           | its caller resets it         | 1
  none is answered           | its caller sends no more     | 1
  none is answered           | it brings more than may wait | 1
  the first is answered      | its caller leaves            | 2
  the first is answered      | its caller resets it         | 2
  the first is answered      | its caller sends no more     | 2
  the first is answered      | it brings more than may wait | 2
  the first is being written | its caller leaves            | 1
  the first is being written | its caller resets it         | 1
  the first is being written | it stands still              | 1
  the first is being written | it brings more than may wait | 1
`);

test.each(CASES)(
  'of 5 calls at once, when $stage and $cut, $begun are begun, counted and noted once, and the others are not',
  async ({ stage, cut, begun }) => {
    const scene = await pipelined(5);
    await STAGES[stage]?.(scene);
    await CUTS[cut]?.(scene);
    const calls = Number(begun);
    await expect.poll(() => scene.answered().length).toBe(calls);
    await turns();
    expect(scene.answered().map(({ quota }) => quota)).toEqual(Array(calls).fill('counted'));
    expect(scene.written().filter(({ level }) => level >= 40)).toEqual([]);
    expect(scene.answered().filter(({ hungUp }) => hungUp)).toHaveLength(1);
    expect(scene.asked).toHaveLength(calls);
    // No time passes: who waited for a call that is gone would wait for ever.
    await scene.app.close();
    expect(scene.used()).toBe(calls);
    expect(scene.accounts.noted).toHaveLength(calls);
  },
);

test('behind bytes that are no request the connection ends with the answer that it is busy with', async () => {
  const scene = await pipelined(2);
  for (let i = 0; i < 20; i++) {
    const refused = once(scene.app.server, 'clientError');
    scene.socket.write('no request\r\n\r\n');
    await refused;
  }
  scene.socket.resume();
  await scene.finish(1);
  await scene.closed;
  expect([scene.arrived(), scene.statuses()]).toEqual([['call-0'], ['200']]);
  await scene.app.close();
  expect(scene.used()).toBe(1);
});

test('a call behind one that Node answers by itself is answered', async () => {
  const scene = await pipelined(1);
  const odd = 'GET / HTTP/1.1\r\nHost: a\r\nExpect: tea\r\n\r\n';
  scene.socket.write(odd + scene.toCalls(1));
  scene.socket.resume();
  await scene.finish(2);
  await expect.poll(scene.statuses).toEqual(['200', '417', '200']);
  scene.socket.destroy();
  await scene.app.close();
});

test.each(['h2c', 'websocket'])(
  'the connection ends with the answer to a call that would upgrade to %s, so that a call lost behind it is asked again',
  async (protocol) => {
    const scene = await pipelined(1);
    const [head = ''] = scene.toCalls(1).split('\r\n\r\n');
    const upgrading = `${head}\r\nConnection: Upgrade\r\nUpgrade: ${protocol}\r\n\r\n`;
    scene.socket.write(upgrading + scene.toCalls(1));
    scene.socket.resume();
    await scene.finish(2);
    await scene.closed;
    expect([scene.statuses(), scene.used()]).toEqual([['200', '200'], 2]);
    await scene.app.close();
  },
);

test('a call behind one with Upgrade that its Connection does not name is answered on the same connection', async () => {
  const scene = await pipelined(1);
  const [head = ''] = scene.toCalls(1).split('\r\n\r\n');
  scene.socket.write(
    `${head}\r\nConnection: keep-alive\r\nUpgrade: h2c\r\n\r\n${scene.toCalls(1)}`,
  );
  scene.socket.resume();
  await scene.finish(3);
  await expect.poll(scene.statuses).toEqual(['200', '200', '200']);
  scene.socket.destroy();
  await scene.app.close();
});

test('calls that come while an answer is not read are all answered when it is', async () => {
  const scene = await pipelined(7);
  scene.asked[0]?.(LARGE_ANSWER);
  await expect.poll(() => scene.accepting.writableLength).toBeGreaterThan(0);
  scene.socket.resume();
  await scene.finish(6, 1);
  await expect.poll(() => scene.arrived().length).toBe(7);
  scene.socket.destroy();
  await scene.app.close();
});

test('when the server stops, the call that runs is answered, and the connection ends before the next one is begun', async () => {
  const scene = await pipelined(3);
  const stopped = scene.app.close();
  await turns();
  await scene.finish(1);
  scene.socket.resume();
  await Promise.all([stopped, scene.closed]);
  expect([scene.arrived(), scene.asked.length, scene.used()]).toEqual([['call-0'], 1, 1]);
});

test('one that does not end in time is told so, and credited', async () => {
  const scene = await pipelined(3);
  const stopped = scene.app.close();
  await turns();
  await scene.time.pass(DRAIN_TIMES.finishMs);
  scene.socket.resume();
  await Promise.all([stopped, scene.closed]);
  expect([scene.statuses(), scene.used()]).toEqual([['503'], 0]);
  expect(scene.answered().map(({ quota }) => quota)).toEqual(['credited']);
});

const turns = async () => {
  for (let turn = 0; turn < 5; turn++) await settled();
};
