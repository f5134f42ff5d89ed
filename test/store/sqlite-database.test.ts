import { randomUUID } from 'node:crypto';
import { cpSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Kysely, SqliteDialect, sql } from 'kysely';
import Database from 'libsql';
import { expect, onTestFinished, test } from 'vitest';
import { toSqliteDatabase } from '../../src/store/sqlite-database.ts';
import { tempHome } from '../support/temp-home.ts';

const PATIENCE = { waitMs: 20, heldMs: 1 };

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
  await write(db, 600);
  const { size } = statSync(`${file}-wal`);
  await write(db, 900);
  expect(statSync(`${file}-wal`).size).toBeLessThan(size * 1.5);
  await db.destroy();
  cpSync(file, `${file}-copy`);
  const copy = new Database(`${file}-copy`);
  expect(copy.prepare('select count(*) as notes from note').all()).toEqual([{ notes: 1500 }]);
  copy.close();
});

test('a log that can not be taken over fails no write, and leaves the lock free', async () => {
  const { db, second, file } = await openNotes();
  second.close();
  await write(db, 600);
  expect(await db.selectFrom('note').select('id').execute()).toHaveLength(600);
  const other = new Database(file);
  other.exec('begin immediate');
  other.close();
});

test('while another keeps the lock one writer waits long for it, those after it hardly, until it is free', async () => {
  const { db, database, file } = await openNotes();
  const waitsMs = () => database.pragma('busy_timeout');
  const patient = [{ timeout: PATIENCE.waitMs }];
  database.pragma(`busy_timeout = ${PATIENCE.waitMs}`);
  const holder = new Database(file);
  holder.exec('begin immediate');
  const locked = { code: 'upstream_down', message: 'The database failed: database is locked' };
  for (let i = 0; i < 2; i++) {
    await expect(write(db, 1)).rejects.toMatchObject(locked);
    expect(waitsMs()).toEqual([{ timeout: PATIENCE.heldMs }]);
  }
  // Readers never wait.
  expect(await db.selectFrom('note').selectAll().execute()).toEqual([]);
  holder.exec('rollback');
  await write(db, 1);
  expect(waitsMs()).toEqual(patient);
  holder.close();
});

test('closing gives up a transaction that is open', async () => {
  const { db, file } = await openNotes();
  await db.connection().execute(async (one) => {
    await sql`begin`.execute(one);
    await one.insertInto('note').values({ id: 'a', text: '' }).execute();
    await db.destroy();
  });
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

async function openNotes() {
  const file = join(await tempHome(), 'notes.db');
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
  const second = new Database(file);
  second.exec('pragma synchronous = OFF');
  const guarded = toSqliteDatabase(database, second, PATIENCE, () => undefined);
  const db = new Kysely<Notes>({ dialect: new SqliteDialect({ database: guarded }) });
  onTestFinished(() => db.destroy());
  return { db, database, second, prepared, file };
}
