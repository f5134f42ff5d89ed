import { connect, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { KEY } from '../../support/accounts.ts';
import { meteredApp } from '../../support/metered-app.ts';

test('a caller of /api/route who hangs up ends the work, which stays counted and is no failure of ours', async () => {
  const signals: AbortSignal[] = [];
  const answerRoute = (_question: unknown, { signal }: { signal?: AbortSignal | undefined } = {}) =>
    new Promise<never>((_resolve, reject) => {
      if (signal === undefined) return reject(new Error('There is no signal.'));
      signals.push(signal);
      signal.addEventListener('abort', () => reject(signal.reason));
    });
  const { app, accounts, lines, used } = meteredApp({ parts: { answerRoute } });
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  const caller = new AbortController();
  const call = fetch(`${address}/api/route?from=59.91,10.75&to=60.39,5.32`, {
    headers: { authorization: `Bearer ${KEY}` },
    signal: caller.signal,
  });
  await expect.poll(() => signals).toHaveLength(1);
  expect(used()).toBe(1);
  caller.abort();
  await expect(call).rejects.toThrow('aborted');
  await expect.poll(() => lines.join('')).toContain('"msg":"answered"');
  const written = lines.map((line) => JSON.parse(line));
  expect(written.at(-1)).toMatchObject({ status: 499, endpoint: '/api/route', hungUp: true });
  expect(written.filter(({ level }) => level >= 40)).toEqual([]);
  const ended = written.find(({ msg }) => msg === 'ended after the caller hung up');
  expect(ended.err).toBe('AbortError: This operation was aborted');
  await app.close();
  expect(used()).toBe(1);
  expect(accounts.noted).toMatchObject([{ endpoint: '/api/route', statusClass: '4xx' }]);
});

test('a caller who hangs up in the middle of a packed body has its line in the log, and holds no stop up', async () => {
  const { app, lines } = meteredApp({});
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
  const arrived = new Promise<Socket>((resolve) => app.server.once('connection', resolve));
  const caller = connect(Number(port), '127.0.0.1');
  const head = ['content-encoding: gzip', 'content-type: application/json', 'content-length: 900'];
  caller.write(
    `POST /api/matrix HTTP/1.1\r\nhost: a\r\nx-api-key: ${KEY}\r\n${head.join('\r\n')}\r\n\r\n`,
  );
  caller.write(gzipSync('{"origins":').subarray(0, 12));
  const socket = await arrived;
  await expect.poll(() => socket.bytesRead).toBe(caller.bytesWritten);
  caller.destroy();
  await expect.poll(() => lines.join('')).toContain('"msg":"answered"');
  expect(lines.map((line) => JSON.parse(line)).at(-1)).toMatchObject({ hungUp: true });
  await app.close();
});

test('a result that comes when the caller has left stays counted, too', async () => {
  let release = (_body: never) => {};
  let begun = false;
  const answerRoute = () =>
    new Promise<never>((resolve) => {
      begun = true;
      release = resolve;
    });
  const { app, lines, used } = meteredApp({ parts: { answerRoute } });
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  const caller = new AbortController();
  const gone = new Promise((resolve) =>
    app.server.once('connection', (s) => s.once('close', resolve)),
  );
  const call = fetch(`${address}/api/route?from=59.91,10.75&to=60.39,5.32`, {
    headers: { authorization: `Bearer ${KEY}` },
    signal: caller.signal,
  });
  await expect.poll(() => begun).toBe(true);
  caller.abort();
  await expect(call).rejects.toThrow('aborted');
  await gone;
  release({ routes: [], _billing: {} } as never);
  await expect.poll(() => lines.join('')).toContain('"msg":"answered"');
  await app.close();
  expect(used()).toBe(1);
});
