/** The server while what it writes can not be kept: a full disk, a reader that is gone. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { builtProgram } from '../support/built-program.ts';
import { findFreePort } from '../support/free-port.ts';
import { ask } from '../support/load.ts';
import { homeWithNetwork } from '../support/server.ts';

/** Where standard error goes. `gone`: whoever read it has left before the server wrote a word. */
type Output = 'full' | 'gone' | 'read';

/** Starts a server whose log goes to a full disk, with every call in it. */
async function startWith(err: Output) {
  const home = await homeWithNetwork();
  const port = await findFreePort();
  const full = openSync('/dev/full', 'w');
  const child = spawn(process.execPath, [join(builtProgram(), 'dist/main.js')], {
    cwd: join(home, '..'),
    env: { PATH: process.env.PATH, VEIPRIS_HOME: home, PORT: `${port}` },
    stdio: ['ignore', full, err === 'full' ? full : 'pipe'],
  });
  onTestFinished(async () => {
    if (child.exitCode === null) await ended(child, 'SIGKILL');
  });
  if (err === 'gone') child.stderr?.destroy();
  const read = { err: '' };
  child.stderr?.on('data', (text) => {
    read.err += text;
  });
  const statusOf = async (path: string) =>
    child.exitCode === null
      ? (await ask(`http://127.0.0.1:${port}`, path, '')).status
      : `ended with ${child.exitCode}: ${read.err}`;
  const state = () => statusOf('/health/ready').catch(() => 503);
  await expect.poll(state).not.toBe(503);
  expect(await statusOf('/health/ready')).toBe(200);
  return { child, read, statusOf };
}

async function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  const exit = once(child, 'close');
  child.kill(signal);
  return (await exit)[0];
}

test.each(['full', 'gone', 'read'] as const)(
  'with its log full and its standard error %s it starts, answers call after call, and stops cleanly',
  async (err) => {
    const { child, read, statusOf } = await startWith(err);
    for (let call = 0; call < 3; call++) expect(await statusOf('/api/route')).toBe(401);
    expect(await ended(child, 'SIGTERM')).toBe(0);
    if (err === 'read') expect(read.err.match(/log lines are lost.*: ENOSPC\n/g)).toHaveLength(1);
  },
);
