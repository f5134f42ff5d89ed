/** A database of the first release, and the commands of docs/operations.md for backup and restore, under calls. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import Database from 'libsql';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { keyOf } from '../support/accounts.ts';
import { onOneDay } from '../support/day-turn.ts';
import { deskOf } from '../support/desk.ts';
import { ENGINES, type EngineName } from '../support/engines.ts';
import { firstReleaseIn } from '../support/first-release.ts';
import type { Settings } from '../support/launched-file.ts';
import { type Answer, askMany } from '../support/load.ts';
import { openBundledNetwork } from '../support/network-home.ts';
import { homeWithNetwork, type Server, startServer } from '../support/server.ts';

const ROOT = join(import.meta.dirname, '../..');
/** Of Kari, who has 5 000 calls a day and had used 4 711 of another day. */
const KEY = keyOf(7);
const KARI = ['--email', 'kari@example.no', '--json'];
const CALLS = 60;
/** Of a server: fewer than it has connections to the database, so that none waits for another call. */
const CALLERS = 4;

beforeAll(openBundledNetwork);

/** Settings of a server whose database the first release made. */
async function openScene(name: EngineName): Promise<Settings> {
  const home = await homeWithNetwork();
  if (name === 'postgres') {
    const engine = await ENGINES.postgres();
    onTestFinished(() => engine.stop());
    for (const statement of firstReleaseIn(name)) await engine.ask(statement);
    return { VEIPRIS_HOME: home, DATABASE_URL: engine.address };
  }
  const database = new Database(join(home, 'veipris.db'));
  for (const statement of firstReleaseIn('sqlite')) database.exec(statement);
  database.close();
  return { VEIPRIS_HOME: home };
}

/** Two servers that start at the same moment; each gets calls as soon as it answers. */
async function startTwo(settings: Settings) {
  const servers = [startServer(settings), startServer(settings)];
  const asked = servers.map(async (starting) =>
    askMany([(await starting).address], CALLS, KEY, CALLERS),
  );
  const replies = (await Promise.all(asked)).flat();
  return { servers: await Promise.all(servers), replies };
}

const usedOf = async (settings: Settings): Promise<number> =>
  JSON.parse(await deskOf(settings).ask('usage', ...KARI)).today.used;

/** Every call is answered and counted, and the keys of the first release are there. */
async function expectWhole(settings: Settings, replies: readonly Answer[]): Promise<void> {
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200, 400]));
  expect(await usedOf(settings)).toBe(2 * CALLS);
  expect(JSON.parse(await deskOf(settings).ask('key', 'list', '--json'))).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ prefix: 'veipris_live_18aKGc', name: 'expenses' }),
      expect.objectContaining({ prefix: 'veipris_live_1cptWb' }),
    ]),
  );
}

async function endAll(servers: readonly Server[]): Promise<void> {
  for (const server of servers)
    expect(await server.end('SIGTERM')).toMatchObject({ code: 0, err: '' });
}

test('two servers open a database of the first release in PostgreSQL at once under calls: every call is answered, each is counted once, and nothing is lost', async () => {
  await onOneDay(async () => {
    const settings = await openScene('postgres');
    const { servers, replies } = await startTwo(settings);
    await expectWhole(settings, replies);
    await endAll(servers);
  });
});

/** The commands of docs/operations.md that begin so, run over these files; of a backup the first, which needs no other program. */
async function runDocumented(begin: string, home: string, backup: string): Promise<void> {
  const text = readFileSync(join(ROOT, 'docs/operations.md'), 'utf8');
  const block = text.split('```\n').find((part) => part.startsWith(begin)) ?? '';
  const commands = block.split('\n').filter((line) => !line.includes('sqlite3 '));
  const script = commands
    .join('\n')
    .replaceAll('before', `${backup}.before`)
    .replaceAll('var/', `${home}/`)
    .replaceAll('backup.db', backup);
  await promisify(execFile)('sh', ['-e', '-c', script], { cwd: ROOT });
}
const back = (home: string, backup: string) => runDocumented('(umask 077 && node', home, backup);
const restore = (home: string, backup: string) => runDocumented('mkdir before', home, backup);

test('two servers do the same in SQLite; a backup that is made under calls is whole, and a restore goes on counting from it; the one from before an upgrade is the database of the first release', async () => {
  await onOneDay(async () => {
    const settings = await openScene('sqlite');
    const home = String(settings.VEIPRIS_HOME);
    const [former, later] = [join(home, '../first.db'), join(home, '../later.db')];
    await back(home, former);
    const formerRows = rowsOf(join(home, 'veipris.db'));

    const { servers, replies: first } = await startTwo(settings);
    await expectWhole(settings, first);
    const addresses = servers.map(({ address }) => address);
    const [replies] = await Promise.all([askMany(addresses, 4 * CALLS, KEY), back(home, later)]);
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200, 400]));
    expect(await usedOf(settings)).toBe(6 * CALLS);
    await endAll(servers);

    await restore(home, later);
    const restored = await usedOf(settings);
    expect(restored).toBeGreaterThanOrEqual(2 * CALLS);
    expect(restored).toBeLessThanOrEqual(6 * CALLS);
    const { address, end } = await startServer(settings);
    await askMany([address], CALLS, KEY);
    expect(await usedOf(settings)).toBe(restored + CALLS);
    await end('SIGTERM');

    await restore(home, former);
    expect(rowsOf(join(home, 'veipris.db'))).toEqual(formerRows);
  });
});

/** All rows of a database by its tables. */
function rowsOf(path: string): Readonly<Record<string, readonly unknown[]>> {
  const database = new Database(path);
  const names = database
    .prepare("select name from sqlite_master where type = 'table' order by name")
    .all([]) as { name: string }[];
  const rows = names.map(({ name }) => [name, database.prepare(`select * from ${name}`).all([])]);
  database.close();
  return Object.fromEntries(rows);
}
