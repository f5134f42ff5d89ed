/** What strangers may take of a server at once. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import pino from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { buildApp } from '../../../src/http/app.ts';
import type { ConnectionTerms } from '../../../src/http/connection/bounds.ts';
import { FAKES } from '../../support/app.ts';
import { meteredApp } from '../../support/metered-app.ts';

/** A server on every address of this machine, and connections to it that come from one of them. */
async function listening(connections: ConnectionTerms) {
  const app = buildApp(FAKES, { log: pino({ level: 'silent' }), connections });
  const { port } = new URL(await app.listen({ port: 0, host: '0.0.0.0' }));
  const sockets: Socket[] = [];
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await app.close();
  });
  return async (localAddress: string): Promise<Socket> => {
    const accepted = once(app.server, 'connection');
    const socket = connect({ port: Number(port), host: '127.0.0.1', localAddress });
    sockets.push(socket.on('error', () => undefined).resume());
    await accepted;
    return socket;
  };
}

const areClosed = (sockets: readonly Socket[]) => sockets.map(({ closed }) => closed);

test('an address that has its connections loses the one on which nothing has been asked for the longest time, and others lose none', async () => {
  const open = await listening({ most: 100, mostOfAddress: 3 });
  const other = await open('127.0.0.3');
  const own: Socket[] = [];
  for (let i = 0; i < 3; i++) own.push(await open('127.0.0.2'));
  own[0]?.write('GET /health/live HTTP/1.1\r\nHost: a\r\n\r\n');
  if (own[0]) await once(own[0], 'data');
  for (let i = 0; i < 2; i++) own.push(await open('127.0.0.2'));
  await expect.poll(() => areClosed(own)).toEqual([false, true, true, false, false]);
  expect(other.closed).toBe(false);
});

test('connections of this machine itself, where a proxy may stand, are bounded with all others alone', async () => {
  const open = await listening({ most: 100, mostOfAddress: 3 });
  const own: Socket[] = [];
  for (let i = 0; i < 10; i++) own.push(await open('127.0.0.1'));
  own[9]?.write('GET /health/live HTTP/1.1\r\nHost: a\r\n\r\n');
  if (own[9]) await once(own[9], 'data');
  expect(areClosed(own)).toEqual(Array(10).fill(false));
});

/** What each of three hundred connections asks, and what is asked once behind it; gives how many were answered before that. */
async function askBehindMany(asked: string, probed: string): Promise<number> {
  const { app, lines } = meteredApp();
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
  const open = async () => {
    const accepted = once(app.server, 'connection');
    const socket = connect(Number(port), '127.0.0.1')
      .on('error', () => undefined)
      .resume();
    await accepted;
    return socket;
  };
  const sockets: Socket[] = [];
  for (let i = 0; i <= 300; i++) sockets.push(await open());
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await app.close();
  });
  const [probe, ...others] = sockets;
  const ask = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`;
  for (const socket of others) socket.write(ask(asked));
  probe?.write(ask(probed));
  const answered = () => lines.filter((line) => line.includes('"answered"'));
  await expect.poll(() => answered().length).toBe(301);
  return answered().findIndex((line) => line.includes(probed));
}

test('of what three hundred connections send at once a few requests are begun at a time, and health waits for a few of them', async () => {
  expect(await askBehindMany('/api/route', '/health/live')).toBeLessThan(100);
});

test('nor does what three hundred connections ask of health hold up a call', async () => {
  expect(await askBehindMany('/health/live', '/api/route')).toBeLessThan(100);
});
