import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { describe, expect, test } from 'vitest';
import { DRAIN_TIMES } from '../../../src/http/connection/drain.ts';
import type { Phase, Services } from '../../../src/http/services.ts';
import type { RouteAnswer } from '../../../src/wire/route.ts';
import { KEY } from '../../support/accounts.ts';
import { answer } from '../../support/answer.ts';
import { keyed, NOW, withFacts } from '../../support/app.ts';
import { meteredApp } from '../../support/metered-app.ts';
import { handTime, settled } from '../../support/time.ts';

const LIVE = 'GET /health/live HTTP/1.1\r\nHost: a\r\n\r\n';
const TRIP = '/api/route?from=59.91,10.75&to=60.39,5.32';
const ESTIMATE = '/api/route-osrm?from=59.91,10.75&to=60.39,5.32';

/** A listening app whose planner has been asked once, and answers when the test says so. */
async function runningCall({ endsAfterTurns = 0 } = {}) {
  const time = handTime(NOW);
  let finish = (_answer: RouteAnswer) => {};
  let asked = () => {};
  const whenAsked = new Promise<void>((resolve) => {
    asked = resolve;
  });
  const scene = meteredApp({
    time,
    parts: {
      answerRoute: (_question, { signal } = {}) => {
        asked();
        return new Promise((resolve, reject) => {
          finish = resolve;
          signal?.addEventListener('abort', async () => {
            for (let turn = 0; turn < endsAfterTurns; turn++) await settled();
            reject(signal.reason);
          });
        });
      },
    },
  });
  const { port } = new URL(await scene.app.listen({ port: 0, host: '127.0.0.1' }));
  const socket = connect(Number(port), '127.0.0.1');
  let received = '';
  socket.setEncoding('utf8').on('data', (part) => {
    received += part;
  });
  socket.write(`GET ${TRIP} HTTP/1.1\r\nHost: a\r\nX-API-Key: ${KEY}\r\n\r\n`);
  await whenAsked;
  return {
    ...scene,
    time,
    socket,
    finish: () => finish(answer()),
    received: () => received,
  };
}

const closed = (socket: Socket) => new Promise((resolve) => socket.once('close', resolve));

test('a call that runs when the server stops is answered and stays counted', async () => {
  const { app, socket, finish, received, used } = await runningCall();
  const stopped = app.close();
  await turns();
  finish();
  await Promise.all([stopped, closed(socket)]);
  expect(received()).toMatch(/^HTTP\/1.1 200 /);
  expect(received()).toMatch(/^connection: close\r$/im);
  expect(used()).toBe(1);
});

test('a connection that is kept may bring a call for a moment, though the last of the others has ended', async () => {
  const { app, socket, finish, time } = await runningCall();
  const { port } = app.server.address() as AddressInfo;
  const kept = connect(port, '127.0.0.1');
  kept.write(LIVE);
  await once(kept, 'data');
  const stopped = app.close();
  await turns();
  finish();
  await closed(socket);
  kept.write(LIVE);
  expect(String(await once(kept, 'data'))).toMatch(/^HTTP\/1\.1 200 /);
  await time.pass(DRAIN_TIMES.silentMs);
  await stopped;
});

test('a call that does not end in time is told so, credited, and logged as credited', async () => {
  const { app, accounts, time, socket, finish, lines, received, used } = await runningCall();
  const stopped = app.close();
  await turns();
  await time.pass(DRAIN_TIMES.finishMs - 1);
  expect(received()).toBe('');
  await time.pass(1);
  finish();
  await Promise.all([stopped, closed(socket)]);
  expect(received()).toMatch(/^HTTP\/1.1 503 /);
  expect(received()).toMatch(/^retry-after: 1\r$/im);
  expect(received()).toMatch(/^connection: close\r$/im);
  expect(received()).toContain('The server is being restarted; try again.');
  expect(used()).toBe(0);
  expect(accounts.noted).toMatchObject([{ endpoint: '/api/route', statusClass: '5xx' }]);
  expect(answersIn(lines)).toMatchObject([{ status: 503, quota: 'credited' }]);
});

test('a call whose credit hangs is told all the same, and credited at the end', async () => {
  const { app, accounts, time, socket, lines, received, used } = await runningCall();
  const { giveBack } = accounts.quota;
  // The first credit hangs, so that the refusal waits for it.
  accounts.quota.giveBack = () => new Promise(() => undefined);
  const stopped = app.close();
  await turns();
  await time.pass(DRAIN_TIMES.finishMs);
  accounts.quota.giveBack = giveBack;
  await time.pass(1000);
  await Promise.all([stopped, closed(socket)]);
  expect(used()).toBe(0);
  expect(received()).toMatch(/^HTTP\/1.1 503 /);
  expect(answersIn(lines)).toMatchObject([{ status: 503, quota: 'owed' }]);
});

test('a call that waits for the database is told as well, and nothing is counted', async () => {
  const time = handTime(NOW);
  const { app, accounts, lines, used } = meteredApp({ time });
  let asked = () => {};
  const whenAsked = new Promise<void>((resolve) => {
    asked = resolve;
  });
  accounts.keys.findHolder = () => {
    asked();
    return new Promise(() => undefined);
  };
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
  const socket = connect(Number(port), '127.0.0.1');
  let received = '';
  socket.setEncoding('utf8').on('data', (part) => {
    received += part;
  });
  socket.write(`GET ${TRIP} HTTP/1.1\r\nHost: a\r\nX-API-Key: ${KEY}\r\n\r\n`);
  await whenAsked;
  const stopped = app.close();
  await turns();
  await time.pass(DRAIN_TIMES.finishMs);
  await Promise.all([stopped, closed(socket)]);
  expect(received).toMatch(/^HTTP\/1.1 503 /);
  expect(received).toMatch(/^retry-after: 1\r$/im);
  expect(used()).toBe(0);
  expect(answersIn(lines)).toMatchObject([{ status: 503, quota: 'none' }]);
});

describe('when callers are slow to read', () => {
  /** More than the system takes for a caller that does not read. */
  const LARGE = 'x'.repeat(16_000_000);
  const largeAnswer = answer({ warnings: [{ code: 'tolls_not_avoidable', message: LARGE }] });

  /** A listening app, and callers that read nothing until they are resumed. */
  async function slowCallers(parts: Partial<Services> = {}) {
    const time = handTime(NOW);
    const scene = meteredApp({ time, parts: { answerRoute: async () => largeAnswer, ...parts } });
    const { port } = new URL(await scene.app.listen({ port: 0, host: '127.0.0.1' }));
    const connected = async () => {
      const accepted = new Promise((resolve) => scene.app.server.once('connection', resolve));
      const socket = connect(Number(port), '127.0.0.1').on('error', () => undefined);
      socket.pause();
      await accepted;
      const ask = (...paths: readonly string[]) =>
        socket.write(paths.map((path) => `GET ${path} ${HEAD}`).join(''));
      return { socket, ask };
    };
    /** Everything up to the cut. */
    const outwait = async () => {
      const stopped = scene.app.close();
      await turns();
      await time.pass(DRAIN_TIMES.finishMs);
      await time.pass(DRAIN_TIMES.cutMs);
      await stopped;
    };
    const noted = () =>
      scene.accounts.noted.map(({ endpoint, statusClass }) => `${endpoint} ${statusClass}`);
    const outcomes = () => answersIn(scene.lines).map(({ quota }) => quota);
    return { ...scene, time, connected, outwait, noted, outcomes };
  }
  const HEAD = `HTTP/1.1\r\nHost: a\r\nX-API-Key: ${KEY}\r\n\r\n`;

  test('an answer that is read after the stop has begun arrives whole and stays counted', async () => {
    const { app, time, connected, used, noted, outcomes } = await slowCallers();
    const { socket, ask } = await connected();
    ask(TRIP);
    await expect.poll(() => socket.bytesRead + used()).toBe(1);
    const stopped = app.close();
    await turns();
    await time.pass(DRAIN_TIMES.silentMs);
    socket.resume();
    await Promise.all([stopped, closed(socket)]);
    expect(socket.bytesRead).toBeGreaterThan(LARGE.length);
    expect([used(), noted(), outcomes()]).toEqual([1, ['/api/route 2xx'], ['counted']]);
  });

  test('one that is on its way and never read stays counted, and is noted for the usage page', async () => {
    const { connected, outwait, used, noted, outcomes } = await slowCallers();
    const { ask } = await connected();
    ask(TRIP);
    await expect.poll(used).toBe(1);
    await outwait();
    expect([used(), noted(), outcomes()]).toEqual([1, ['/api/route 2xx'], ['counted']]);
  });

  test('one that stands behind another on the connection is not begun', async () => {
    const tollStations = { json: JSON.stringify(LARGE), date: '2026-11-20' };
    const { connected, outwait, used, noted, outcomes } = await slowCallers(
      withFacts({ tollStations }),
    );
    const { ask } = await connected();
    ask('/data/toll-stations.json', ESTIMATE);
    await outwait();
    expect(used()).toBe(0);
    expect(noted()).toEqual(['/data/toll-stations.json 2xx']);
    expect(outcomes()).toEqual(['none']);
  });

  test('so is a call that came too late to be told, and does not heed that nobody waits', async () => {
    const { app, time, connected, used, noted, outcomes } = await slowCallers({
      answerEstimate: () => new Promise(() => undefined),
    });
    const [first, late] = [await connected(), await connected()];
    first.ask(TRIP);
    await expect.poll(used).toBe(1);
    const stopped = app.close();
    await turns();
    await time.pass(DRAIN_TIMES.finishMs);
    late.ask(ESTIMATE);
    await expect.poll(used).toBe(2);
    await time.pass(DRAIN_TIMES.cutMs);
    await stopped;
    expect(used()).toBe(1);
    expect(noted().toSorted()).toEqual(['/api/route 2xx', '/api/route-osrm 5xx']);
    expect(outcomes().toSorted()).toEqual(['counted', 'credited']);
  });
});

test('a call whose caller hangs up as the last one is counted, and noted when it has ended', async () => {
  const { app, accounts, time, socket, used } = await runningCall({ endsAfterTurns: 20 });
  const stopped = app.close();
  await turns();
  await time.pass(DRAIN_TIMES.silentMs);
  socket.destroy();
  await stopped;
  expect(used()).toBe(1);
  expect(accounts.noted).toMatchObject([{ endpoint: '/api/route', statusClass: '4xx' }]);
});

test('a connection that brings no call does not hold up the end', async () => {
  const time = handTime(NOW);
  const { app } = meteredApp({ time });
  const accepted = new Promise((resolve) => app.server.once('connection', resolve));
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
  const socket = connect(Number(port), '127.0.0.1').on('error', () => undefined);
  await accepted;
  const stopped = app.close();
  await turns();
  await time.pass(DRAIN_TIMES.silentMs);
  await Promise.all([stopped, closed(socket)]);
});

test('all steps together leave a call less than 10 s from the signal to the end', () => {
  const { noticeMs, finishMs, cutMs } = DRAIN_TIMES;
  expect(noticeMs + finishMs + cutMs).toBeLessThanOrEqual(10_000);
});

test('a server that is about to stop answers as before, and asks for no more on that connection', async () => {
  let phase: Phase = 'serving';
  const { app, used } = meteredApp({ parts: { phase: () => phase } });
  expect((await app.inject(keyed(TRIP))).headers.connection).toBe('keep-alive');
  phase = 'draining';
  const reply = await app.inject(keyed(TRIP));
  expect(reply.statusCode).toBe(200);
  expect(reply.headers.connection).toBe('close');
  expect(used()).toBe(2);
});

const turns = async () => {
  for (let turn = 0; turn < 5; turn++) await settled();
};

const answersIn = (lines: readonly string[]) =>
  lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'answered');
