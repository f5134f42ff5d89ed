import { readFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { homeWithNetwork, startServer } from '../support/server.ts';

const OPEN_FILES = 200;

/** A server that may open few files, and the key of its demo account. */
async function startSmall() {
  const home = await homeWithNetwork();
  const server = await startServer({ VEIPRIS_HOME: home, OPEN_FILES: String(OPEN_FILES) });
  const key = (await readFile(join(home, 'demo-key'), 'utf8')).trim();
  const open = (): Socket => {
    const socket = connect(Number(new URL(server.address).port), '127.0.0.1');
    socket.on('error', () => undefined);
    onTestFinished(() => void socket.destroy());
    return socket;
  };
  /** What is asked of it, each on a connection of its own. */
  async function ask(): Promise<readonly number[]> {
    const paths = ['/health/live', '/health/ready', '/api/vehicle?plate=QQ10001'];
    const headers = { 'x-api-key': key, connection: 'close' };
    return Promise.all(
      paths.map(async (path) => (await fetch(server.address + path, { headers })).status),
    );
  }
  return { open, ask };
}

test('hundreds of connections that say nothing keep neither calls nor health from a server that may open fewer files', async () => {
  const { open, ask } = await startSmall();
  // A connection may be closed again before another one is open.
  const silent = Array.from(
    { length: 3 * OPEN_FILES },
    () => new Promise((resolve) => open().once('connect', resolve).once('close', resolve)),
  );
  await Promise.all(silent);
  for (let round = 0; round < 10; round++) expect(await ask()).toEqual([200, 200, 200]);
});

test('nor do those that send requests without end and without a key', async () => {
  const { open, ask } = await startSmall();
  const requests = 'GET /api/route HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(1000);
  let isOver = false;
  onTestFinished(() => {
    isOver = true;
  });
  function send(): void {
    const socket = open();
    const write = () => void (socket.write(requests) && setImmediate(write));
    socket.on('connect', write).on('drain', write).resume();
    socket.on('close', () => void (isOver || setImmediate(send)));
  }
  for (let i = 0; i < 10; i++) send();
  for (let round = 0; round < 5; round++) expect(await ask()).toEqual([200, 200, 200]);
});
