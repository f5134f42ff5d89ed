import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { MOST_UNANSWERED, responsesOn } from '../../../src/http/connection/connections.ts';
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

/** A caller that has sent so many calls at once, all of which the planner is asked for. */
async function pipelined(calls: number) {
  const time = handTime(NOW);
  const asked: { readonly finish: (answer: RouteAnswer) => void; isAborted: boolean }[] = [];
  const answerRoute = (_question: unknown, { signal }: { signal?: AbortSignal | undefined } = {}) =>
    new Promise<RouteAnswer>((finish, reject) => {
      const call = { finish, isAborted: false };
      asked.push(call);
      signal?.addEventListener('abort', () => {
        call.isAborted = true;
        reject(signal.reason);
      });
    });
  const scene = meteredApp({ time, parts: { answerRoute } });
  const { port } = new URL(await scene.app.listen({ port: 0, host: '127.0.0.1' }));
  const accepted = once(scene.app.server, 'connection');
  const socket = connect({ port: Number(port), host: '127.0.0.1', allowHalfOpen: true });
  socket.on('error', () => undefined).on('end', () => socket.end());
  let received = '';
  socket.setEncoding('latin1').on('data', (part) => {
    received += part;
  });
  socket.pause();
  const [accepting] = (await accepted) as [Socket];
  const ask = (id: string, more = '') =>
    socket.write(
      `GET ${TRIP} HTTP/1.1\r\nHost: a\r\nX-API-Key: ${KEY}\r\nX-Request-Id: ${id}\r\n${more}\r\n`,
    );
  socket.cork();
  for (let i = 0; i < calls; i++) ask(`call-${i}`);
  socket.uncork();
  await expect.poll(() => asked.length).toBe(calls);
  const written = () => scene.lines.map((line) => JSON.parse(line));
  return {
    ...scene,
    time,
    asked,
    socket,
    accepting,
    ask,
    written,
    /** The calls that were noted, by their ids. */
    answered: () => written().filter(({ msg }) => msg === 'answered'),
    /** The ids of the answers that have arrived, in their order. */
    arrived: () => [...received.matchAll(/^x-request-id: (\S+)/gm)].map(([, id]) => id),
    statuses: () => [...received.matchAll(/HTTP\/1.1 (\d+)/g)].map(([, status]) => status),
  };
}
type Scene = Awaited<ReturnType<typeof pipelined>>;

const finishBehind = async ({ asked: [, ...behind], accepting }: Scene) => {
  for (const { finish } of behind) finish(answer());
  const waiting = () => responsesOn(accepting).slice(1);
  await expect.poll(() => waiting().every(({ writableEnded }) => writableEnded)).toBe(true);
};
const sendNoRequest = async ({ app, socket }: Scene) => {
  const refused = once(app.server, 'clientError');
  socket.write('no request\r\n\r\n');
  await refused;
};
const finishAll = (scene: Scene) => {
  for (const { finish } of scene.asked) finish(answer());
};
const underWay = ({ accepting }: Scene) =>
  expect.poll(() => accepting.writableLength).toBeGreaterThan(0);

/** How far the calls have come when their connection is cut. */
const STAGES: Record<string, (scene: Scene) => Promise<unknown>> = {
  'none is answered': async () => undefined,
  'those behind the first are answered': finishBehind,
  'the first is answered': async (scene) => {
    scene.asked[0]?.finish(answer());
    scene.socket.resume();
    await expect.poll(scene.arrived).toEqual(['call-0']);
  },
  'the first is being written': async (scene) => {
    scene.asked[0]?.finish(LARGE_ANSWER);
    await underWay(scene);
  },
  'the first is being written, the others are answered': async (scene) => {
    await finishBehind(scene);
    scene.asked[0]?.finish(LARGE_ANSWER);
    await underWay(scene);
  },
};

/** The ways in which a connection is cut. */
const CUTS: Record<string, (scene: Scene) => unknown> = {
  'its caller leaves': ({ socket }) => socket.destroy(),
  'its caller resets it': ({ socket }) => socket.resetAndDestroy(),
  'its caller sends no more, and leaves': async ({ socket, accepting }) => {
    const ended = once(accepting, 'end');
    socket.end();
    await ended;
    socket.resetAndDestroy();
  },
  'its caller sends what is no request, and leaves': async (scene) => {
    await sendNoRequest(scene);
    scene.socket.destroy();
  },
  'it stands still': ({ accepting }) =>
    expect
      .poll(() => {
        (accepting as unknown as Watched)._onTimeout();
        return accepting.destroyed;
      })
      .toBe(true),
};

const CASES = table<'calls' | 'stage' | 'cut' | 'outcome'>(`
  calls | stage                                               | cut                                             | outcome
  1     | none is answered                                    | its caller leaves                               | counted
  2     | none is answered                                    | its caller leaves                               | counted
  5     | none is answered                                    | its caller leaves                               | counted
  5     | none is answered                                    | its caller resets it                            | counted
  5     | none is answered                                    | its caller sends no more, and leaves            | counted
  5     | none is answered                                    | its caller sends what is no request, and leaves | counted
  5     | those behind the first are answered                 | its caller leaves                               | counted
  5     | those behind the first are answered                 | its caller resets it                            | counted
  5     | those behind the first are answered                 | its caller sends no more, and leaves            | counted
  5     | those behind the first are answered                 | its caller sends what is no request, and leaves | counted
  2     | the first is answered                               | its caller leaves                               | counted
  5     | the first is answered                               | its caller resets it                            | counted
  5     | the first is answered                               | its caller sends no more, and leaves            | counted
  5     | the first is being written                          | its caller leaves                               | counted
  5     | the first is being written                          | its caller resets it                            | counted
  5     | the first is being written, the others are answered | its caller resets it                            | counted
  5     | the first is being written                          | it stands still                                 | counted
  5     | the first is being written, the others are answered | it stands still                                 | counted
`).map((row) => ({ ...row, calls: Number(row.calls) }));

test.each(CASES)(
  'of $calls calls at once, when $stage and $cut, each is $outcome and noted once',
  async ({ calls, stage, cut, outcome }) => {
    const scene = await pipelined(calls);
    await STAGES[stage]?.(scene);
    await CUTS[cut]?.(scene);
    await expect.poll(() => scene.answered().length).toBe(calls);
    expect(scene.answered().map(({ quota }) => quota)).toEqual(Array(calls).fill(outcome));
    expect(new Set(scene.answered().map(({ reqId }) => reqId)).size).toBe(calls);
    expect(scene.written().filter(({ level }) => level >= 40)).toEqual([]);
    const taken = stage === 'the first is answered' ? 1 : 0;
    expect(scene.answered().filter(({ hungUp }) => hungUp)).toHaveLength(calls - taken);
    const used = outcome === 'counted' ? calls : 0;
    expect(scene.used()).toBe(used);
    // No time passes: who waited for a call that is gone would wait for ever.
    await scene.app.close();
    expect(scene.used()).toBe(used);
    expect(scene.accounts.noted).toHaveLength(calls);
    expect(scene.answered()).toHaveLength(calls);
  },
);

test('who has closed its sending side alone gets all its answers, in the order of its questions', async () => {
  const scene = await pipelined(3);
  const ended = once(scene.accepting, 'end');
  scene.socket.resume().end();
  await ended;
  await finishBehind(scene);
  finishAll(scene);
  await once(scene.socket, 'close');
  expect(scene.arrived()).toEqual(['call-0', 'call-1', 'call-2']);
  await scene.app.close();
  expect(scene.used()).toBe(3);
  expect(scene.answered().map(({ quota }) => quota)).toEqual(Array(3).fill('counted'));
});

test('what is no request is refused when the calls before it are answered, once', async () => {
  const scene = await pipelined(3);
  await sendNoRequest(scene);
  await sendNoRequest(scene);
  await finishBehind(scene);
  finishAll(scene);
  scene.socket.resume();
  await once(scene.socket, 'close');
  expect(scene.arrived().slice(0, 3)).toEqual(['call-0', 'call-1', 'call-2']);
  expect(scene.statuses()).toEqual(['200', '200', '200', '400']);
  await scene.app.close();
  expect(scene.used()).toBe(3);
  expect(
    scene
      .answered()
      .map(({ status }) => status)
      .toSorted(),
  ).toEqual([200, 200, 200, 400]);
});

test('what is no request, however often it comes, is heard once by the answer that it waits for', async () => {
  const warned: Error[] = [];
  const hear = (warning: Error) => void warned.push(warning);
  process.on('warning', hear);
  const scene = await pipelined(1);
  for (let i = 0; i < 20; i++) await sendNoRequest(scene);
  finishAll(scene);
  scene.socket.resume();
  await once(scene.socket, 'close');
  process.off('warning', hear);
  expect(scene.statuses()).toEqual(['200', '400']);
  expect(warned).toEqual([]);
  await scene.app.close();
});

test('a connection that has asked for one more than it may is read no further until it ends', async () => {
  const scene = await pipelined(MOST_UNANSWERED);
  scene.ask('too many');
  scene.socket.write(`GET ${TRIP} HTTP/1.1\r\nHost: a\r\n\r\n`.repeat(100_000));
  await expect.poll(() => scene.accepting.isPaused()).toBe(true);
  expect(scene.accepting.bytesRead).toBeLessThan(500_000);
  scene.socket.destroy();
  finishAll(scene);
  await scene.app.close();
});

test('it ends behind the answers that it has, also where all but the first were written before it asked for too many', async () => {
  const scene = await pipelined(MOST_UNANSWERED);
  // It does not end because it stands still.
  scene.accepting.setTimeout(0);
  await finishBehind(scene);
  const before = scene.accepting.bytesRead;
  scene.ask('too-many');
  await expect.poll(() => scene.accepting.bytesRead).toBeGreaterThan(before);
  finishAll(scene);
  scene.socket.resume();
  await once(scene.socket, 'close');
  expect(scene.statuses()).toEqual(Array(MOST_UNANSWERED).fill('200'));
  expect(scene.asked).toHaveLength(MOST_UNANSWERED);
  await scene.app.close();
});

test('calls that come at once while an answer is not read are all answered when it is', async () => {
  const scene = await pipelined(1);
  scene.asked[0]?.finish(LARGE_ANSWER);
  await underWay(scene);
  const ids = ['call-1', 'call-2', 'call-3', 'call-4', 'call-5', 'call-6'];
  scene.socket.cork();
  for (const id of ids) scene.ask(id, `X-Note: ${'x'.repeat(2000)}\r\n`);
  scene.socket.uncork();
  await expect.poll(() => scene.accepting.isPaused()).toBe(true);
  expect(scene.asked.length).toBeLessThan(1 + ids.length);
  scene.socket.resume();
  await expect.poll(() => scene.asked.length).toBe(1 + ids.length);
  finishAll(scene);
  await expect.poll(scene.arrived).toEqual(['call-0', ...ids]);
  scene.socket.destroy();
  await scene.app.close();
});

test('calls at once that run when the server stops are all answered', async () => {
  const scene = await pipelined(3);
  const stopped = scene.app.close();
  await turns();
  finishAll(scene);
  scene.socket.resume();
  await Promise.all([stopped, once(scene.socket, 'close')]);
  expect(scene.arrived()).toEqual(['call-0', 'call-1', 'call-2']);
  expect(scene.used()).toBe(3);
  expect(scene.answered().map(({ quota }) => quota)).toEqual(Array(3).fill('counted'));
});

test('those that do not end in time are all told so, and credited', async () => {
  const scene = await pipelined(3);
  const stopped = scene.app.close();
  await turns();
  await scene.time.pass(DRAIN_TIMES.finishMs);
  scene.socket.resume();
  await Promise.all([stopped, once(scene.socket, 'close')]);
  expect(scene.arrived()).toEqual(['call-0', 'call-1', 'call-2']);
  expect(scene.statuses()).toEqual(['503', '503', '503']);
  expect(scene.used()).toBe(0);
  expect(scene.answered().map(({ quota }) => quota)).toEqual(Array(3).fill('credited'));
});

test('one that comes when the last answer has been announced is credited', async () => {
  const scene = await pipelined(2);
  const stopped = scene.app.close();
  await turns();
  await finishBehind(scene);
  scene.ask('call-2');
  await expect.poll(() => scene.asked.length).toBe(3);
  finishAll(scene);
  scene.socket.resume();
  await Promise.all([stopped, once(scene.socket, 'close')]);
  expect(scene.arrived()).toEqual(['call-0', 'call-1']);
  expect(scene.used()).toBe(2);
  expect(scene.answered().map(({ reqId, quota }) => `${reqId} ${quota}`)).toEqual([
    'call-0 counted',
    'call-1 counted',
    'call-2 credited',
  ]);
});

const turns = async () => {
  for (let turn = 0; turn < 5; turn++) await settled();
};

/** What `node:net` goes by, and has no types for. */
interface Watched {
  _onTimeout(): void;
}
