/**
 * `node --import tsx measure/two-releases.ts FOLDER [DATABASE_URL]`: two releases over one database: an SQLite file of its own, or
 * an empty PostgreSQL, whose pg_dump and pg_restore are in PATH. FOLDER is a checkout of the earlier release after
 * `npm ci`: `git worktree add FOLDER 4eae6b31~1` for 0.1.0. Both run from their sources, without an engine: questions that are wrong and
 * vehicles count as trips do. Prints a row for each thing that is seen, and judges none.
 */
import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import Database from 'libsql';
import pg from 'pg';
import { launchFile, type Settings } from '../test/support/launched-file.ts';

const NEW = resolve(import.meta.dirname, '..');
const OLD = resolve(process.argv[2] ?? '');
/** An address without a server: no trips are asked for. */
const NOWHERE = 'http://127.0.0.1:9';

const envOf = (settings: Settings) => ({
  PORT: '0',
  LOG_LEVEL: 'warn',
  PLANNER: 'vegvesen',
  PLANNER_URL: NOWHERE,
  OSRM_URL: NOWHERE,
  ...settings,
});
const argsOf = (folder: string, file: string) => [
  '--import',
  join(folder, 'node_modules/tsx/dist/loader.mjs'),
  join(folder, 'src', file),
];

async function start(folder: string, settings: Settings) {
  const server = launchFile(argsOf(folder, 'main.ts'), envOf(settings), { cwd: folder });
  const [, address] = (await server.untilPrinted(/ready at (http:\S+)\n/)) ?? [];
  const end = async () => (await server.end('SIGTERM')).code;
  return { address, end, said: () => server.printed().trim().split('\n').at(-1) ?? '' };
}

const cli = async (folder: string, settings: Settings, ...args: readonly string[]) =>
  (
    await promisify(execFile)(process.execPath, [...argsOf(folder, 'cli.ts'), ...args], {
      cwd: folder,
      env: { PATH: process.env.PATH, ...envOf(settings) },
    })
  ).stdout.trim();

const statusOf = async (
  address: string | undefined,
  key: string,
  path = '/api/vehicle?plate=QQ10001',
) => {
  const reply = await fetch(`${address}${path}`, { headers: { 'x-api-key': key } });
  await reply.text();
  return reply.status;
};

/** Makes calls one after the other until it is told to end. Gives the number of answers by status. */
function keepAsking(address: string | undefined, key: string) {
  const seen: Record<string, number> = {};
  let isOver = false;
  const going = (async () => {
    for (let i = 0; !isOver; i++) {
      const path = i % 2 === 0 ? '/api/route?from=nowhere' : '/api/vehicle?plate=QQ10001';
      const status = await statusOf(address, key, path).catch(() => 'none');
      seen[status] = (seen[status] ?? 0) + 1;
      await pause(10);
    }
  })();
  return async () => {
    isOver = true;
    await going;
    return seen;
  };
}

const tell = (what: string, seen: unknown) =>
  process.stdout.write(`| ${what} | ${typeof seen === 'string' ? seen : JSON.stringify(seen)} |\n`);
const sum = (...all: readonly Readonly<Record<string, number>>[]) =>
  all.flatMap((one) => Object.values(one)).reduce((total, n) => total + n, 0);

const run = promisify(execFile);

const MAIL = ['--email', 'ola@example.no'];

/** Backs up by the commands of docs/operations.md. @returns the function that restores. */
async function backUp({ VEIPRIS_HOME: home = '', DATABASE_URL: url }: Settings) {
  const file = join(home, '../backup');
  if (url !== undefined) {
    await run('pg_dump', ['--format=custom', '--no-owner', `--file=${file}`, url]);
    const empty = [
      '-qc',
      'drop schema if exists public, pgboss cascade',
      '-c',
      'create schema public',
    ];
    const terms = ['--no-owner', '--single-transaction', `--dbname=${url}`];
    return async () => {
      await run('psql', [url, ...empty]);
      await run('pg_restore', [...terms, file]);
    };
  }
  const database = join(home, 'veipris.db');
  new Database(database).exec(`VACUUM INTO '${file}'`);
  return async () => {
    for (const end of ['', '-wal', '-shm']) await rm(`${database}${end}`, { force: true });
    await copyFile(file, database);
  };
}

/** Ends every key that has an end. */
async function lapse({ VEIPRIS_HOME: home = '', DATABASE_URL: url }: Settings): Promise<void> {
  const statement = `update api_key set ends_at = '2026-01-01T00:00:00.000Z' where ends_at is not null`;
  if (url === undefined) return void new Database(join(home, 'veipris.db')).exec(statement);
  const client = new pg.Client(url);
  await client.connect();
  await client.query(statement);
  await client.end();
}

/** The changes that the later release makes to keys, and how each release sees them. */
async function lookAtKeys(settings: Settings, old: string | undefined, now: string | undefined) {
  const made = await cli(NEW, settings, 'key', 'create', ...MAIL);
  tell('a key that the later made, on the earlier', await statusOf(old, made));
  await cli(NEW, settings, 'key', 'revoke', '--key', made);
  tell('after the later revoked it', await statusOf(old, made));
  const test = await cli(NEW, settings, 'key', 'create', '--test', ...MAIL);
  tell('a test key, on the earlier', await statusOf(old, test));
  const ending = await cli(NEW, settings, 'key', 'create', ...MAIL);
  await cli(NEW, settings, 'key', 'rotate', '--key', ending);
  tell('a key that the later rotated, on the earlier', await statusOf(old, ending));
  const lapsing = await cli(NEW, settings, 'key', 'create', ...MAIL);
  await cli(NEW, settings, 'key', 'rotate', '--key', lapsing, '--overlap', '1h');
  const [onBoth, onNew] = [await statusOf(old, lapsing), await statusOf(now, lapsing)];
  tell('the old key of a rotation with an hour of overlap, on the earlier and the later', [
    onBoth,
    onNew,
  ]);
  await lapse(settings);
  tell('the same when the hour is over', [
    await statusOf(old, lapsing),
    await statusOf(now, lapsing),
  ]);
}

async function look(settings: Settings): Promise<void> {
  process.stdout.write('| What | Seen |\n|---|---|\n');
  const old = await start(OLD, settings);
  const key = await cli(OLD, settings, 'key', 'create', ...MAIL, '--plan', 'pilot');
  tell('the earlier release, a call', await statusOf(old.address, key));
  const whileBackedUp = keepAsking(old.address, key);
  const restore = await backUp(settings);
  const onBackup = await whileBackedUp();
  tell('calls while the backup is made', onBackup);
  const during = keepAsking(old.address, key);
  const now = await start(NEW, settings);
  const onOld = await during();
  tell('calls to the earlier while the later starts and brings the database up to date', onOld);

  const [asking, beside] = [keepAsking(old.address, key), keepAsking(now.address, key)];
  await pause(5000);
  const [both, others] = [await asking(), await beside()];
  tell('calls to the earlier, and to the later, for 5 s', [both, others]);
  const { used } = JSON.parse(await cli(NEW, settings, 'usage', ...MAIL, '--json')).today;
  tell('counted, and answered', [used, 1 + sum(onBackup, onOld, both, others)]);

  await lookAtKeys(settings, old.address, now.address);
  const command = cli(OLD, settings, 'key', 'list').then(() => 'works');
  const refused = (error: { readonly stderr?: string }) => String(error.stderr).trim();
  tell('a command of the earlier', await command.catch(refused));
  tell('the earlier ends with', await old.end());
  const again = await start(OLD, settings);
  tell(
    'the earlier started again on that database',
    again.address === undefined ? again.said() : 'is ready',
  );
  await again.end();
  await now.end();
  await restore();
  const back = await start(OLD, settings);
  tell(
    'the earlier on the restored backup, a call',
    back.address === undefined ? back.said() : await statusOf(back.address, key),
  );
  await back.end();
}

const folder = await mkdtemp(join(tmpdir(), 'veipris-releases-'));
const [, , , url] = process.argv;
await look({ VEIPRIS_HOME: join(folder, 'var'), ...(url !== undefined && { DATABASE_URL: url }) });
await rm(folder, { recursive: true });
process.exit(0);
