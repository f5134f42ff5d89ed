import { once } from 'node:events';
import { connect } from 'node:net';
import fastify from 'fastify';
import { expect, test } from 'vitest';
import { afterAnswer } from '../../src/http/call/note-answer.ts';
import { watchRunning } from '../../src/http/connection/drain.ts';
import type { App } from '../../src/http/framework.ts';
import { handTime, settled } from '../support/time.ts';

/** A listening app whose calls stand still in one stage until they are let go. */
async function appStandingIn(stage: 'onRequest' | 'handler' | 'onSend' | 'nothing') {
  const app = fastify() as unknown as App;
  const acted: string[] = [];
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  let release = () => {};
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  const stand = (here: typeof stage) => {
    if (here === stage) arrive();
    return here === stage ? gate : undefined;
  };
  const running = watchRunning(app);
  app.addHook('onRequest', async () => stand('onRequest'));
  app.addHook('onSend', async (_request, _reply, payload) => {
    await stand('onSend');
    return payload;
  });
  afterAnswer(app, ({ method }) => void acted.push(method));
  app.get('/', async () => {
    await stand('handler');
    return 'answer';
  });
  app.post('/', async () => 'answer');
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
  const send = (bytes: string) => {
    const socket = connect(Number(port), '127.0.0.1').on('error', () => undefined);
    socket.write(bytes);
    return socket;
  };
  return { app, running, acted, arrived, release, send };
}

const GET = 'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n';
const HALF_POST =
  'POST / HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{';

test('a request is over when its answer has gone out and been acted on', async () => {
  const { app, running, acted, send } = await appStandingIn('nothing');
  await once(send(GET).resume(), 'close');
  expect([running.list.size, acted]).toEqual([0, ['GET']]);
  await app.close();
});

test.each(['onRequest', 'handler', 'onSend'] as const)(
  'one whose caller hangs up while it stands in %s is over when that is',
  async (stage) => {
    const { app, running, acted, arrived, release, send } = await appStandingIn(stage);
    const socket = send(GET);
    await arrived;
    const [[reply] = []] = running.list;
    const closed = reply && once(reply.raw, 'close');
    socket.destroy();
    await closed;
    expect([running.list.size, acted]).toEqual([1, []]);
    release();
    await running.untilIdle(handTime('2026-11-20T12:00:00+01:00').timer, 1);
    expect([running.list.size, acted]).toEqual([0, ['GET']]);
    await app.close();
  },
);

test('one whose caller hangs up in the middle of its body is over at once', async () => {
  const { app, running, acted, send } = await appStandingIn('nothing');
  const socket = send(HALF_POST);
  await expect.poll(() => running.list.size).toBe(1);
  socket.destroy();
  await expect.poll(() => running.list.size).toBe(0);
  expect(acted).toEqual(['POST']);
  await app.close();
});

test('who waits for all to be over waits no longer than told', async () => {
  const { app, running, arrived, release, send } = await appStandingIn('handler');
  send(GET);
  await arrived;
  const time = handTime('2026-11-20T12:00:00+01:00');
  let isOver = false;
  const waited = running.untilIdle(time.timer, 1500).then(() => {
    isOver = true;
  });
  await time.pass(1499);
  expect(isOver).toBe(false);
  await time.pass(1);
  await waited;
  release();
  await settled();
  await app.close();
});
