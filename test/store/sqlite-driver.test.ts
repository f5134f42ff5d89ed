import { randomUUID } from 'node:crypto';
import { cpSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Kysely, SqliteDialect, sql } from 'kysely';
import Database from 'libsql';
import { expect, onTestFinished, test } from 'vitest';
import { openSqliteDriver } from '../../src/store/sqlite.ts';
import { openSqliteLock, openSqliteLog } from '../../src/store/sqlite-lock.ts';
import { tempHome } from '../support/temp-home.ts';

const PATIENCE = { waitMs: 5000, heldMs: 1 };

interface Notes {
  note: { readonly id: string; readonly text: string };
}

test('a full disk is a fault, leaves nothing half done, and passes', async () => {
  const { db, database } = await openNotes();
  database.pragma('max_page_count = 5');
  const fill = (id: string) =>
    db.transaction().execute(async (one) => {
      await one.insertInto('note').values({ id, text: 'small' }).execute();
      await one
        .insertInto('note')
        .values({ id: `${id} 2`, text: 'x'.repeat(99_999) })
        .execute();
    });
  const full = { code: 'upstream_down', message: 'The database failed: database or disk is full' };
  await expect(fill('a')).rejects.toMatchObject(full);
  await expect(
    db
      .insertInto('note')
      .values({ id: 'b', text: 'x'.repeat(99_999) })
      .execute(),
  ).rejects.toMatchObject(full);
  expect(await db.selectFrom('note').selectAll().execute()).toEqual([]);
  database.pragma('max_page_count = 5000');
  await fill('c');
  expect(await db.selectFrom('note').select('id').execute()).toEqual([{ id: 'c' }, { id: 'c 2' }]);
});

test('a transaction that the database has ended itself fails with the reason', async () => {
  const { db } = await openNotes();
  const work = db.transaction().execute(async (one) => {
    await one.insertInto('note').values({ id: 'a', text: '' }).execute();
    await sql`insert or rollback into note values ('a', '')`.execute(one);
  });
  await expect(work).rejects.toThrow('UNIQUE constraint failed: note.id');
  expect(await db.selectFrom('note').selectAll().execute()).toEqual([]);
});

test('a statement that is wrong is an error of ours, no fault', async () => {
  const { db } = await openNotes();
  for (const text of ['select * from nothing', 'insert into note values (1)', 'nonsense'])
    await expect(sql.raw(text).execute(db)).rejects.toMatchObject({
      name: 'SqliteError',
      code: 'SQLITE_ERROR',
    });
});

test('a question after the end is an error of ours, no fault', async () => {
  const { db } = await openNotes();
  await db.selectFrom('note').selectAll().execute();
  await db.destroy();
  await expect(db.selectFrom('note').selectAll().execute()).rejects.not.toHaveProperty(
    'publicMessage',
  );
});

test('a query that is asked often is prepared once', async () => {
  const { db, prepared } = await openNotes();
  const before = prepared.length;
  for (let i = 0; i < 50; i++) {
    await db
      .insertInto('note')
      .values({ id: `${i}`, text: '' })
      .execute();
    await db.selectFrom('note').selectAll().where('id', '=', `${i}`).execute();
  }
  expect(prepared.slice(before)).toHaveLength(2);
});

test('the log does not grow without end, and what is in it is in the file in the end', async () => {
  const { db, file } = await openNotes();
  await write(db, 5500);
  const { size } = statSync(`${file}-wal`);
  await write(db, 8000);
  expect(statSync(`${file}-wal`).size).toBeLessThan(size * 1.5);
  await db.destroy();
  cpSync(file, `${file}-copy`);
  const copy = new Database(`${file}-copy`);
  expect(copy.prepare('select count(*) as notes from note').all()).toEqual([{ notes: 13_500 }]);
  copy.close();
});

test('a checkpoint that can not be made fails no write, and leaves the lock free', async () => {
  const { db, log, file } = await openNotes();
  log.close();
  await write(db, 5100);
  expect(await db.selectFrom('note').select('id').execute()).toHaveLength(5100);
  const other = new Database(file);
  other.exec('begin immediate');
  other.close();
});

test('waiting for the lock does not hold the thread: in it the lock is given back here', async () => {
  const { db, file } = await openNotes({ waitMs: 60_000, heldMs: 60_000 });
  const holder = new Database(file);
  holder.exec('begin immediate');
  const written = write(db, 1);
  await new Promise((resolve) => setImmediate(resolve));
  holder.exec('rollback');
  await written;
  expect(await db.selectFrom('note').select('id').execute()).toHaveLength(1);
  holder.close();
});

test('who reads does not wait for those who wait to write, and sees nothing of a transaction before its end', async () => {
  const { db, file } = await openNotes({ waitMs: 60_000, heldMs: 60_000 });
  const holder = new Database(file);
  holder.exec('begin immediate');
  const written = write(db, 1);
  const count = async () => (await db.selectFrom('note').select('id').execute()).length;
  expect(await count()).toBe(0);
  holder.exec('rollback');
  await written;
  let counted: Promise<number> | undefined;
  await db.transaction().execute(async (one) => {
    await one.insertInto('note').values({ id: 'a', text: '' }).execute();
    counted = count();
    await one.insertInto('note').values({ id: 'b', text: '' }).execute();
  });
  expect(await counted).toBe(3);
  holder.close();
});

test('nor does taking the log over, and who writes meanwhile waits for it', async () => {
  const { db, file, log } = await openNotes({ waitMs: 60_000, heldMs: 60_000 });
  await write(db, 1);
  const holder = new Database(file);
  holder.exec('begin immediate');
  const made = log.checkpoint();
  const written = write(db, 1);
  expect(log.checkpointing).toBe(made);
  holder.exec('rollback');
  await Promise.all([made, written]);
  expect(log.checkpointing).toBeUndefined();
  holder.close();
});

test('while another keeps the lock one writer waits long for it, those after it hardly, until it is free', async () => {
  const { db, file } = await openNotes({ waitMs: 40, heldMs: 0 });
  const holder = new Database(file);
  holder.exec('begin immediate');
  const locked = { code: 'upstream_down', message: 'The database failed: database is locked' };
  /** Turns of the thread that a write lasts for; it may be as long as it likes between two of them. */
  const turnsOf = async (writing: Promise<void>) => {
    let isOver = false;
    const over = writing
      .catch(() => undefined)
      .then(() => {
        isOver = true;
      });
    let turns = 0;
    for (; !isOver; turns += 1) await new Promise((resolve) => setTimeout(resolve, 0));
    await over;
    return turns;
  };
  const first = write(db, 1);
  expect(await turnsOf(first)).toBeGreaterThan(4);
  await expect(first).rejects.toMatchObject(locked);
  const third = write(db, 1);
  expect(await turnsOf(third)).toBeLessThan(4);
  await expect(third).rejects.toMatchObject(locked);
  // Readers never wait.
  expect(await db.selectFrom('note').selectAll().execute()).toEqual([]);
  holder.exec('rollback');
  await write(db, 1);
  holder.exec('begin immediate');
  const last = write(db, 1);
  expect(await turnsOf(last)).toBeGreaterThan(4);
  await expect(last).rejects.toMatchObject(locked);
  holder.close();
});

test('closing gives up a transaction that is open', async () => {
  const { db, file } = await openNotes();
  const one = await db.startTransaction().execute();
  await one.insertInto('note').values({ id: 'a', text: '' }).execute();
  await db.destroy();
  const other = new Database(file);
  other.exec('begin immediate');
  expect(other.prepare('select * from note').all()).toEqual([]);
  other.close();
});

test('counts of changed rows are told', async () => {
  const { db } = await openNotes();
  await db
    .insertInto('note')
    .values([
      { id: 'a', text: '' },
      { id: 'b', text: '' },
    ])
    .execute();
  const { numUpdatedRows } = await db.updateTable('note').set({ text: 'x' }).executeTakeFirst();
  expect(numUpdatedRows).toBe(2n);
});

async function write(db: Kysely<Notes>, count: number): Promise<void> {
  for (let i = 0; i < count; i++)
    await db.insertInto('note').values({ id: randomUUID(), text: '' }).execute();
}

async function openNotes(patience = PATIENCE) {
  const file = join(tempHome(), 'notes.db');
  const database = new Database(file);
  for (const setting of ['journal_mode = WAL', 'synchronous = OFF', 'wal_autocheckpoint = 0'])
    database.exec(`pragma ${setting}`);
  database.exec('create table note (id text primary key, text text)');
  const prepared: string[] = [];
  const prepare = database.prepare.bind(database);
  database.prepare = (text) => {
    prepared.push(text);
    return prepare(text);
  };
  const log = openSqliteLog(file, patience.waitMs);
  const nothing = () => undefined;
  const lock = openSqliteLock(database, log, patience, nothing);
  const dialect = new SqliteDialect({ database });
  const db = new Kysely<Notes>({
    dialect: {
      createAdapter: () => dialect.createAdapter(),
      createDriver: () => openSqliteDriver(database, lock, nothing),
      createIntrospector: (one) => dialect.createIntrospector(one),
      createQueryCompiler: () => dialect.createQueryCompiler(),
    },
  });
  onTestFinished(() => db.destroy());
  return { db, database, log, prepared, file };
}
