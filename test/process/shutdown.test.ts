import { mkdir, symlink } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { underLock } from '../../src/files/file-lock.ts';
import { deskOf } from '../support/desk.ts';
import { type FakeHandler, startFakeUpstream } from '../support/fake-upstream.ts';
import { findFreePort } from '../support/free-port.ts';
import { ask } from '../support/load.ts';
import { openBundledNetwork } from '../support/network-home.ts';
import { launchServer, startServer } from '../support/server.ts';
import { tempHome } from '../support/temp-home.ts';

const TRIP = '/api/route?from=59.91,10.75&to=59.92,10.76';
const OLA = ['--email', 'ola@example.no'];

/** A server that plans with a route planner of the test's making, and a call that has reached it. */
async function serverWithCall(handler: FakeHandler) {
  const planner = await startFakeUpstream(handler);
  onTestFinished(planner.stop);
  const settings = {
    VEIPRIS_HOME: join(tempHome(), 'var'),
    PLANNER: 'vegvesen',
    PLANNER_URL: planner.url,
    // With both engines elsewhere the server needs no road network.
    OSRM_URL: planner.url,
  };
  const desk = deskOf(settings);
  const key = await desk.ask('key', 'create', ...OLA);
  const server = await startServer(settings);
  const call = ask(server.address, TRIP, key);
  call.catch(() => undefined);
  await planner.received(1);
  /** What the database holds: calls counted today, and calls on the usage page by their status. */
  const usage = async () => {
    const { today, total } = JSON.parse(await desk.ask('usage', ...OLA, '--json'));
    return { used: today.used, total };
  };
  return { server, call, usage };
}

describe('a server that is told to stop', () => {
  test('answers a call that does not end in time, credits and notes it, and ends with 0', async () => {
    const { server, call, usage } = await serverWithCall(() => new Promise(() => undefined));
    const ended = server.end('SIGTERM');
    expect(await call).toMatchObject({ status: 503, remaining: 500 });
    expect(await ended).toMatchObject({ code: 0 });
    expect(await usage()).toMatchObject({ used: 0, total: { '4xx': 0, '5xx': 1 } });
  });
});

describe('a server that starts', () => {
  /** One that waits for another process, which builds the network until it is released. */
  async function startingServer() {
    const home = join(tempHome(), 'var');
    const root = join(home, 'network');
    await mkdir(root, { recursive: true });
    let release = () => {};
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    const building = underLock(
      join(root, 'build.lock'),
      { lookMs: 100, patienceMs: 600_000 },
      { name: 'building', run: () => gate },
    );
    onTestFinished(async () => {
      release();
      await building;
    });
    const port = await findFreePort();
    const settings = { VEIPRIS_HOME: home, PORT: String(port) };
    const key = await deskOf(settings).ask('key', 'create', ...OLA);
    const server = launchServer(settings);
    const address = `http://127.0.0.1:${port}`;
    await expect.poll(() => statusOf(address, '/health/live')).toBe(200);
    const finish = async () => {
      const { folder } = await openBundledNetwork();
      await symlink(folder, join(root, basename(folder)));
      release();
    };
    return { server, address, key, finish };
  }

  test('is alive and not ready, puts callers off, and then answers', async () => {
    const { address, key, finish } = await startingServer();
    expect(await statusOf(address, '/health/ready')).toBe(503);
    expect(await ask(address, TRIP, key)).toMatchObject({ status: 503, retryAfter: '5' });
    await finish();
    await expect.poll(() => statusOf(address, '/health/ready')).toBe(200);
    expect(await ask(address, TRIP, key)).toMatchObject({ status: 200, remaining: 499 });
  });

  test('can be told to stop in its middle', async () => {
    const { server, address } = await startingServer();
    expect(await statusOf(address, '/health/ready')).toBe(503);
    expect(await server.end('SIGTERM')).toMatchObject({ code: 0, out: '' });
  });
});

const statusOf = (address: string, path: string): Promise<number | string> =>
  fetch(`${address}${path}`).then(
    ({ status }) => status,
    () => 'refused',
  );
