import { join } from 'node:path';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { deskOf } from '../support/desk.ts';
import { askSqlite, ENGINE_NAMES } from '../support/engines.ts';
import { openJobClient } from '../support/job-client.ts';
import { IN_HAND, killWorkers } from '../support/job-kills.ts';
import { drawnRows } from '../support/job-rows.ts';
import { openBundledNetwork } from '../support/network-home.ts';
import { homeWithNetwork, startServer } from '../support/server.ts';
import { useEngine } from '../support/store-scene.ts';

const ROWS = 240;
/** Two jobs of them: a block is a twentieth of a day, 24 rows. */
const CALLS_PER_DAY = String(2 * ROWS);
const KILLS = 2;

beforeAll(openBundledNetwork);

describe.each(ENGINE_NAMES)('workers on %s that are killed again and again', (name) => {
  const scene = useEngine(name);

  test('leave each row priced once, as ever, in its place, and counted once', async () => {
    const isShared = name === 'postgres';
    const common = { JOB_LEASE: '5', ...(isShared && { DATABASE_URL: scene.engine.address }) };
    // On PostgreSQL two share the job; on SQLite one goes on with it by itself.
    const settings = [];
    for (let i = 0; i < (isShared ? 2 : 1); i++)
      settings.push({ ...common, VEIPRIS_HOME: await homeWithNetwork() });
    const desk = deskOf(settings[0] ?? {});
    const key = await desk.ask(
      'key',
      'create',
      '--email',
      'ola@example.no',
      '--daily-limit',
      CALLS_PER_DAY,
    );
    const file = join(settings[0]?.VEIPRIS_HOME ?? '', 'veipris.db');
    const ask = isShared ? scene.engine.ask : (sql: string) => askSqlite(file, sql);
    const terms = { key, rows: ROWS, settings, kills: KILLS, ask, atEnd: onTestFinished };
    const { job, result, unbroken } = await killWorkers(terms);
    expect(job).toMatchObject({
      state: 'done',
      rows: { total: ROWS, done: ROWS, left: 0 },
      cost: { calls: ROWS, credited: 0 },
    });
    expect(result).toMatchObject({ rows: ROWS, isInOrder: true });
    expect(unbroken, 'the same bytes as when no one is killed').toEqual(result);
  });
});

test('two servers on one SQLite file share a job, and the block of one that is killed goes to the other', async () => {
  const home = await homeWithNetwork();
  const settings = { VEIPRIS_HOME: home, JOB_LEASE: '5' };
  const [killed, other] = [await startServer(settings), await startServer(settings)];
  const email = ['--email', 'ola@example.no'];
  const key = await deskOf(settings).ask('key', 'create', ...email, '--daily-limit', CALLS_PER_DAY);
  const client = openJobClient(() => other.address, key);
  const { id } = await client.submit(drawnRows(ROWS));
  const inHand = () => askSqlite(join(home, 'veipris.db'), IN_HAND);
  await expect.poll(async () => (await inHand()).length, { interval: 10 }).toBe(2);
  await killed.end('SIGKILL');
  expect(await client.untilDone(id)).toMatchObject({
    state: 'done',
    rows: { total: ROWS, done: ROWS, left: 0 },
    cost: { calls: ROWS, credited: 0 },
  });
  expect(await client.readResult(id)).toMatchObject({ rows: ROWS, isInOrder: true });
});
