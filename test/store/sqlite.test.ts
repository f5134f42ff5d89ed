import { execFileSync } from 'node:child_process';
import { chmodSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'libsql';
import { expect, onTestFinished, test } from 'vitest';
import type { Fault } from '../../src/base/fault.ts';
import { openStore, type Store, type StoreOptions } from '../../src/store/open-store.ts';
import { startOnStore } from '../support/store-process.ts';
import { hashOf } from '../support/store-scene.ts';
import { tempHome } from '../support/temp-home.ts';

const DAY = '2026-07-01';

test('the file is made with its folder, for its owner only, and so are its logs', async () => {
  const home = join(tempHome(), 'a/b');
  const { store } = await openWithAccount(join(home, 'veipris.db'));
  const modes = readdirSync(home).map((file) => [file, statSync(join(home, file)).mode & 0o777]);
  expect(modes).toEqual([
    ['veipris.db', 0o600],
    ['veipris.db-shm', 0o600],
    ['veipris.db-wal', 0o600],
  ]);
  await store.check();
});

test('a file that others could read is closed to them', async () => {
  const file = join(tempHome(), 'veipris.db');
  writeFileSync(file, '');
  chmodSync(file, 0o644);
  await openWithAccount(file);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('a database that another holds is down, and works again when it is let go', async () => {
  const file = join(tempHome(), 'veipris.db');
  const { store, accountId } = await openWithAccount(file, { patienceMs: 20 });
  const holder = new Database(file);
  onTestFinished(() => void holder.close());
  holder.exec('begin immediate');
  const call = { callId: 'a', accountId, day: DAY };
  const questions = [
    () => store.quota.take({ accountId, day: DAY }, 9),
    () => store.quota.giveBack(call),
    () => store.accounts.change(accountId, { plan: 'pilot' }, 'operator'),
  ];
  for (const ask of questions)
    await expect(ask()).rejects.toMatchObject({
      code: 'upstream_down',
      publicMessage: 'The accounts can not be read at the moment; try again later.',
      message: 'The database failed: database is locked',
    } satisfies Partial<Fault>);
  // A reader does not wait for the writer.
  expect(await store.quota.getUsed(accountId, DAY)).toBe(0);
  expect(await store.keys.findHolder(hashOf('no key'), DAY)).toBeUndefined();

  holder.exec('rollback');
  // A transaction first: a statement that is left over from the vain ones would keep it from ending.
  expect(await store.quota.giveBack(call)).toBe(0);
  expect(await store.quota.take({ accountId, day: DAY }, 9)).toBe(1);
  // The lock is free again for the others, too.
  holder.exec('begin immediate');
  holder.exec('rollback');
});

test('the command line and the server write to one file, and neither is ever locked out', async () => {
  const file = join(tempHome(), 'veipris.db');
  const { store, accountId } = await openWithAccount(file);
  const server = await startOnStore(file, 'draw', accountId, DAY, 1_000_000, 10);
  server.go();
  await server.untilPrinted(1);
  for (let i = 0; i < 100; i++) {
    const key = { hash: hashOf(`key ${i}`), prefix: 'veipris_live_', name: '' };
    const { id } = await store.keys.add({ ...key, accountId }, 'operator');
    await store.keys.rotate(id, { ...key, hash: hashOf(`next ${i}`) }, 'operator');
    await store.accounts.change(accountId, { dailyLimit: i }, 'operator');
    // Both go on: neither has to wait for the end of the other.
    await server.untilPrinted(i + 2);
  }
  server.kill();
  await server.printed;
  expect(await store.keys.list(accountId, { most: 999 })).toHaveLength(200);
});

test('the file of a process that was killed while it wrote is whole', async () => {
  const file = join(tempHome(), 'veipris.db');
  const { store, accountId } = await openWithAccount(file);
  await store.close();
  for (let round = 0; round < 3; round++) {
    const writer = await startOnStore(file, 'draw', accountId, DAY, 1_000_000, 10);
    writer.go();
    await writer.untilPrinted(200);
    writer.kill();
    await writer.printed;
    const database = new Database(file);
    expect(database.pragma('integrity_check')).toEqual([{ integrity_check: 'ok' }]);
    database.close();
  }
  const again = await openStore(file);
  expect(await again.quota.getUsed(accountId, DAY)).toBeGreaterThanOrEqual(600);
  await again.close();
});

test('opening the file a second time leaves the first with its locks', async () => {
  const file = join(tempHome(), 'veipris.db');
  const { store, accountId } = await openWithAccount(file);
  await openWithAccount(file);
  // A process that took itself for the last user would delete the log when it closes the file.
  const inProcess = (script: string) =>
    execFileSync(process.execPath, [
      '-e',
      `const db = new (require('libsql'))('${file}'); ${script}`,
    ]);
  inProcess(`db.exec('select * from account'); db.close()`);
  await store.quota.take({ accountId, day: DAY }, 9);
  const read = inProcess(`console.log(db.prepare('select used from quota_day').all())`);
  expect(String(read)).toContain('used: 1');
});

test('a file that is no database is refused in one line that names it', async () => {
  const file = join(tempHome(), 'veipris.db');
  writeFileSync(file, 'Dear diary, '.repeat(1000));
  await expect(openStore(file)).rejects.toMatchObject({
    code: 'upstream_down',
    message: `The database failed: ${file} is no SQLite file, or damaged.`,
  });
});

test('a folder in place of the file is refused, and left as it is', async () => {
  const folder = tempHome();
  const { mode } = statSync(folder);
  await expect(openStore(folder)).rejects.toThrow(`The database ${folder} is not a file.`);
  expect(statSync(folder).mode).toBe(mode);
});

test('a database that takes no writes is found unusable at the first count that fails, or within a minute', async () => {
  const file = join(tempHome(), 'veipris.db');
  let atMs = Date.parse('2026-07-01T06:15:00Z');
  const { store, accountId } = await openWithAccount(file, { patienceMs: 20, now: () => atMs });
  const down = { code: 'upstream_down' };
  const count = () => store.quota.take({ accountId, day: DAY }, 9);
  await store.check();
  const holder = new Database(file);
  onTestFinished(() => void holder.close());
  holder.exec('begin immediate');
  atMs += 59_999;
  await store.check();
  atMs += 1;
  await expect(store.check()).rejects.toMatchObject(down);
  holder.exec('rollback');
  const log = readFileSync(`${file}-wal`);
  await store.check();
  // A full disk is noticed only by bytes that are written.
  expect(readFileSync(`${file}-wal`)).not.toEqual(log);

  holder.exec('begin immediate');
  await store.check();
  await expect(count()).rejects.toMatchObject(down);
  for (let i = 0; i < 2; i++) await expect(store.check()).rejects.toMatchObject(down);
  holder.exec('rollback');
  await store.check();
  expect(await count()).toBe(1);
});

async function openWithAccount(
  file: string,
  options: StoreOptions = {},
): Promise<{ store: Store; accountId: string }> {
  const store = await openStore(file, options);
  onTestFinished(() => store.close());
  const asked = { email: 'kari@example.no', plan: 'free' } as const;
  return { store, accountId: (await store.accounts.getOrCreate(asked, 'operator')).account.id };
}

test.each(['-wal', ''])(
  'a database whose file%s is deleted is down, and says so: nothing is counted that would be lost',
  async (ending) => {
    const path = `${tempHome()}/test.db`;
    const store = await openStore(path);
    const { account } = await store.accounts.getOrCreate(
      { email: 'a@example.no', plan: 'free' },
      'system',
    );
    const call = { accountId: account.id, day: DAY };
    expect(await store.quota.take(call, 9)).toBe(1);
    rmSync(path + ending);
    await expect(store.quota.take(call, 9)).rejects.toMatchObject({
      code: 'upstream_down',
      message: expect.stringContaining('was deleted or replaced'),
    });
    await expect(store.check()).rejects.toMatchObject({ code: 'upstream_down' });
    await store.close();
  },
);

test('what was counted before the log was deleted is in the file when the program ends', async () => {
  const path = `${tempHome()}/test.db`;
  const store = await openStore(path);
  const { account } = await store.accounts.getOrCreate(
    { email: 'a@example.no', plan: 'free' },
    'system',
  );
  await store.quota.take({ accountId: account.id, day: DAY }, 9);
  rmSync(`${path}-wal`);
  await store.close();
  const after = await openStore(path);
  expect(await after.quota.getUsed(account.id, DAY)).toBe(1);
  await after.close();
});
