import { connect, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { DRAIN_TIMES } from '../../../src/http/drain.ts';
import type { Phase } from '../../../src/http/services.ts';
import type { RouteAnswer } from '../../../src/trip/answer-types.ts';
import { KEY } from '../../support/accounts.ts';
import { answer } from '../../support/answer.ts';
import { keyed, NOW } from '../../support/app.ts';
import { meteredApp } from '../../support/metered-app.ts';
import { handTime, settled } from '../../support/time.ts';

const TRIP = '/api/route?from=59.91,10.75&to=60.39,5.32';

/** A listening app whose planner has been asked once, and answers when the test says so. */
async function runningCall() {
  const time = handTime(NOW);
  let finish = (_answer: RouteAnswer) => {};
  let asked = () => {};
  const whenAsked = new Promise<void>((resolve) => {
    asked = resolve;
  });
  const scene = meteredApp({
    time,
    parts: {
      answerRoute: (_question, signal) => {
        asked();
        return new Promise((resolve, reject) => {
          finish = resolve;
          signal?.addEventListener('abort', () => reject(signal.reason));
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

test('a call whose credit hangs is told all the same, and credited at the very end', async () => {
  const { app, accounts, time, socket, lines, received, used } = await runningCall();
  const { giveOneBack } = accounts.quota;
  // The first credit hangs, so that the refusal waits for it.
  accounts.quota.giveOneBack = () => new Promise(() => undefined);
  const stopped = app.close();
  await turns();
  await time.pass(DRAIN_TIMES.finishMs);
  accounts.quota.giveOneBack = giveOneBack;
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
