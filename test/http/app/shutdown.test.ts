import { connect, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import type { RouteAnswer } from '../../../src/trip/answer-types.ts';
import { KEY } from '../../support/accounts.ts';
import { answer } from '../../support/answer.ts';
import { NOW } from '../../support/app.ts';
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
  const connection = new Promise<Socket>((resolve) => {
    scene.app.server.once('connection', resolve);
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
    connection,
    finish: () => finish(answer()),
    received: () => received,
  };
}

const closed = (socket: Socket) => new Promise((resolve) => socket.once('close', resolve));

test('a call that runs when the server stops is answered and stays counted', async () => {
  const { app, socket, finish, received, used } = await runningCall();
  const stopped = app.close();
  finish();
  await Promise.all([stopped, closed(socket)]);
  expect(received()).toMatch(/^HTTP\/1.1 200 /);
  expect(used()).toBe(1);
});

test('a call that is cut off because the server stops is credited, before it looks hung up', async () => {
  const { app, accounts, time, socket, connection, received, used } = await runningCall();
  const order: string[] = [];
  const { giveOneBack } = accounts.quota;
  accounts.quota.giveOneBack = (call) => {
    order.push('credited');
    return giveOneBack(call);
  };
  (await connection).once('close', () => order.push('cut off'));
  const stopped = app.close();
  for (let turn = 0; turn < 5; turn++) await settled();
  await time.pass(61_500);
  await Promise.all([stopped, closed(socket)]);
  expect(received()).toBe('');
  expect(used()).toBe(0);
  expect(order).toEqual(['credited', 'cut off']);
});
