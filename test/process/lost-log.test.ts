/** The server while what it writes can not be kept: a full disk, a reader that is gone. */
import { openSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { builtProgram } from '../support/built-program.ts';
import { findFreePort } from '../support/free-port.ts';
import { launchFile } from '../support/launched-file.ts';
import { ask } from '../support/load.ts';
import { homeWithNetwork } from '../support/server.ts';

/** Where standard error goes. `gone`: whoever read it has left before the server wrote a word. */
type Output = 'full' | 'gone' | 'read';

/** Starts a server whose log goes to a full disk, with every call in it. */
async function startWith(err: Output, how: readonly [string, ...string[]] = ['main.js']) {
  const home = await homeWithNetwork();
  const port = await findFreePort();
  const full = openSync('/dev/full', 'w');
  const server = launchFile(
    [join(builtProgram(), 'dist', how[0]), ...how.slice(1)],
    { VEIPRIS_HOME: home, PORT: `${port}` },
    { cwd: join(home, '..'), stdio: ['ignore', full, err === 'full' ? full : 'pipe'] },
  );
  onTestFinished(async () => void (await server.end('SIGKILL')));
  const { child } = server;
  if (err === 'gone') child.stderr?.destroy();
  const statusOf = async (path: string) =>
    child.exitCode === null
      ? (await ask(`http://127.0.0.1:${port}`, path, '')).status
      : `ended with ${child.exitCode}: ${server.printed()}`;
  const state = () => statusOf('/health/ready').catch(() => 503);
  await expect.poll(state).not.toBe(503);
  expect(await statusOf('/health/ready')).toBe(200);
  return { server, statusOf };
}

test('started by its command it goes on with a log that is full, too', async () => {
  const { server, statusOf } = await startWith('read', ['cli.js', 'serve']);
  for (let call = 0; call < 3; call++) expect(await statusOf('/api/route')).toBe(401);
  expect((await server.end('SIGTERM')).code).toBe(0);
});

test('a command whose output can not be written says so in one line, and fails', async () => {
  const full = openSync('/dev/full', 'w');
  const command = launchFile(
    [join(builtProgram(), 'dist/cli.js'), '--help'],
    {},
    { stdio: ['ignore', full, 'pipe'] },
  );
  expect(await command.done).toMatchObject({
    code: 1,
    err: 'veipris: Standard output can not be read or written: its disk is full.\n',
  });
});

test('a command names the file that it can not read or write', async () => {
  const home = await homeWithNetwork();
  const trip = ['--from', 'Oslo', '--to', 'Drammen', '--expense', '/dev/full'];
  const run = (...args: string[]) =>
    launchFile([join(builtProgram(), 'dist/cli.js'), ...args], { VEIPRIS_HOME: home }, {}).done;
  expect(await run('matrix', home)).toMatchObject({
    code: 1,
    err: `veipris matrix: ${home} can not be read or written: it is a folder.\n`,
  });
  expect(await run('quote', ...trip)).toMatchObject({
    code: 1,
    err: 'veipris quote: /dev/full can not be read or written: its disk is full.\n',
  });
});

test.each(['full', 'gone', 'read'] as const)(
  'with its log full and its standard error %s it starts, answers call after call, and stops cleanly',
  async (err) => {
    const { server, statusOf } = await startWith(err);
    for (let call = 0; call < 3; call++) expect(await statusOf('/api/route')).toBe(401);
    const ended = await server.end('SIGTERM');
    expect(ended.code).toBe(0);
    if (err === 'read') expect(ended.err.match(/log lines are lost.*: ENOSPC\n/g)).toHaveLength(1);
  },
);
