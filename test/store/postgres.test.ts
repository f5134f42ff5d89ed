import { type AddressInfo, createServer } from 'node:net';
import { Kysely, sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { openStore, type Store } from '../../src/store/open-store.ts';
import { openPostgres } from '../../src/store/postgres.ts';
import { type Postgres, startPostgres, untilWaiting } from '../support/postgres.ts';
import { table } from '../support/table.ts';
import { startTcpProxy } from '../support/tcp-proxy.ts';

/** Longer than a statement takes on a machine that does much else, and soon over. */
const SHORT_MS = 2000;
const PATIENCE = { connectMs: 60_000, answerMs: 60_000 };
const DAY = '2026-07-01';
const DOWN = {
  code: 'upstream_down',
  publicMessage: 'The accounts can not be read at the moment; try again later.',
};

let server: Postgres;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server?.remove());

describe('a PostgreSQL server that goes away', () => {
  test('is a fault while it is stopped, and is used again once it runs', async () => {
    const { store, accountId } = await openWithAccount(server.address);
    await server.stop();
    for (let i = 0; i < 3; i++) {
      await expect(store.check()).rejects.toMatchObject(DOWN);
      await expect(store.quota.take({ accountId, day: DAY }, 9)).rejects.toMatchObject(DOWN);
    }
    await expect(store.quota.giveBack({ callId: 'a', accountId, day: DAY })).rejects.toMatchObject(
      DOWN,
    );
    await server.start();
    await store.check();
    expect(await store.quota.take({ accountId, day: DAY }, 9)).toBe(1);
  });

  test('is unusable while it takes no writes, as a standby, and usable again once it does', async () => {
    const { store, accountId } = await openWithAccount(server.address);
    const count = () => store.quota.take({ accountId, day: DAY }, 1000).then(() => 'counted');
    await store.check();
    await setReadOnly('on');
    await expect.poll(() => count().catch(({ code }) => code)).toBe(DOWN.code);
    for (let i = 0; i < 2; i++) await expect(store.check()).rejects.toMatchObject(DOWN);
    await setReadOnly('off');
    await expect.poll(() => store.check().then(() => 'usable')).toBe('usable');
    expect(await count()).toBe('counted');
  });

  test('in the middle of statements and transactions fails those alone', async () => {
    const { store, accountId } = await openWithAccount(server.address);
    const holder = await lockAccount(accountId);
    const waiting = [
      store.accounts.change(accountId, { plan: 'pilot' }, 'operator'),
      store.accounts.change(accountId, { dailyLimit: 7 }, 'operator'),
    ].map((work) => expect(work).rejects.toMatchObject(DOWN));
    await untilWaiting(server.address, 2);
    await server.stop();
    await Promise.all(waiting);
    await server.start();
    await holder.gone;
    expect(await store.accounts.findById(accountId)).toMatchObject({ plan: 'free' });
  });

  test('at the start is a fault that names the reason and no password', async () => {
    const { port } = new URL(server.address);
    await server.stop();
    const opening = openStore(`postgres://veipris:s3cret@127.0.0.1:${port}/postgres`);
    await expect(opening).rejects.toMatchObject({
      ...DOWN,
      message: `The database failed: connect ECONNREFUSED 127.0.0.1:${port}`,
    });
    await server.start();
  });
});

describe('a PostgreSQL server that falls silent', () => {
  test('is a fault after a while, and is used again once it answers', async () => {
    const { proxy, address } = await startProxy();
    const { store, accountId } = await openWithAccount(address, SHORT_MS);
    const take = () => store.quota.take({ accountId, day: DAY }, 99);
    await Promise.all(Array.from({ length: 20 }, take));

    proxy.freeze();
    const isDown = () => expect(take()).rejects.toMatchObject(DOWN);
    await Promise.all(Array.from({ length: 30 }, isDown));
    proxy.thaw();
    await Promise.all(Array.from({ length: 20 }, take));
  });

  test('keeps a transaction waiting once, and not again to undo it', async () => {
    const { proxy, address } = await startProxy();
    const { store, accountId } = await openWithAccount(address, SHORT_MS);
    const holder = await lockAccount(accountId);
    const failed: string[] = [];
    const change = store.accounts.change(accountId, { plan: 'pilot' }, 'operator');
    const transaction = change.catch(() => failed.push('transaction'));
    await untilWaiting(server.address, 1);
    proxy.freeze();
    await Promise.all([transaction, store.check().catch(() => failed.push('later question'))]);
    expect(failed).toEqual(['transaction', 'later question']);
    await holder.release();
  });

  test('does nothing later that was reported as failed', async () => {
    const { store, accountId } = await openWithAccount(server.address, SHORT_MS);
    const holder = await lockAccount(accountId);
    await expect(
      store.accounts.change(accountId, { plan: 'pilot' }, 'operator'),
    ).rejects.toMatchObject({
      ...DOWN,
      message: 'The database failed: canceling statement due to statement timeout',
    });
    await holder.release();
    expect(await store.accounts.findById(accountId)).toMatchObject({ plan: 'free' });
    expect(await store.accounts.change(accountId, { dailyLimit: 7 }, 'owner')).toMatchObject({
      plan: 'free',
      dailyLimit: 7,
    });
  });
});

test('a question that was given up does not wait in line for ever', async () => {
  const connect = vi.spyOn(pg.Pool.prototype, 'connect');
  const dialect = openPostgres(server.address, { connectMs: SHORT_MS / 2, answerMs: 60_000 });
  const db = new Kysely<unknown>({ dialect });
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  let holding = 0;
  const holders = Array.from({ length: 10 }, () =>
    db.connection().execute(async () => {
      holding += 1;
      await held;
    }),
  );
  await expect.poll(() => holding).toBe(10);
  await expect(sql`select 1`.execute(db)).rejects.toMatchObject(DOWN);
  const pool = connect.mock.contexts[0] as pg.Pool;
  await expect.poll(() => pool.waitingCount).toBe(0);
  release();
  await Promise.all(holders);
  await sql`select 1`.execute(db);
  await db.destroy();
  connect.mockRestore();
});

describe('a server that answers while this process stands still', () => {
  const WAIT = new Int32Array(new SharedArrayBuffer(4));
  const standStill = () => void Atomics.wait(WAIT, 0, 0, 1.5 * SHORT_MS);

  test('is not down: its answer is read before it is judged', async () => {
    const { store, accountId } = await openWithAccount(server.address, SHORT_MS);
    const take = () => store.quota.take({ accountId, day: DAY }, 99);
    expect(await take()).toBe(1);
    const waiting = take();
    // By now it is on its way.
    await new Promise(setImmediate);
    standStill();
    expect(await waiting).toBe(2);
  });

  test('nor where it was about to let us in', async () => {
    const { store } = await openWithAccount(server.address, SHORT_MS);
    const waiting = Array.from({ length: 4 }, () => store.check());
    await new Promise(setImmediate);
    standStill();
    await Promise.all(waiting);
  });
});

describe('what PostgreSQL answers', () => {
  test('a database that is not there is a fault that names it', async () => {
    await expect(openStore(server.address.replace(/postgres$/, 'nothing'))).rejects.toMatchObject({
      ...DOWN,
      message: 'The database failed: database "nothing" does not exist',
    });
  });

  test('a login that fails on our side leaves no connection open', async () => {
    const { address, whenLeft } = await startForeignLogin();
    await expect(openStore(address)).rejects.toMatchObject(DOWN);
    await whenLeft;
  });

  test('a user who may not make tables is told so', async () => {
    const db = new Kysely({ dialect: openPostgres(server.address, PATIENCE) });
    onTestFinished(() => db.destroy());
    await sql`create role reader login`.execute(db);
    await sql`create database empty`.execute(db);
    const address = server.address.replace('veipris@', 'reader@').replace(/postgres$/, 'empty');
    await expect(openStore(address)).rejects.toThrow('permission denied for schema public');
  });

  test.each(
    table<'code' | 'means'>(`
      code  | means
      08006 | down
      25006 | down
      28P01 | down
      3D000 | down
      40P01 | down
      53100 | down
      55P03 | down
      57014 | down
      58030 | down
      XX001 | down
      22001 | ours
      23505 | ours
      25001 | ours
      42P01 | ours
      55000 | ours
    `),
  )('SQLSTATE $code: $means', async ({ code, means }) => {
    const db = new Kysely({ dialect: openPostgres(server.address, PATIENCE) });
    onTestFinished(() => db.destroy());
    const raising = `do $$ begin raise exception 'no' using errcode = '${code}'; end $$`;
    await expect(sql.raw(raising).execute(db)).rejects.toMatchObject(
      means === 'down' ? { ...DOWN, message: 'The database failed: no' } : { code, message: 'no' },
    );
    await sql`select 1`.execute(db);
  });
});

async function openWithAccount(
  address: string,
  patienceMs = 60_000,
): Promise<{ store: Store; accountId: string }> {
  const store = await openStore(address, { patienceMs });
  onTestFinished(() => store.close());
  const email = `${Math.random()}@example.no`;
  const { account } = await store.accounts.getOrCreate({ email, plan: 'free' }, 'operator');
  return { store, accountId: account.id };
}

/** A proxy before the server that is gone after the test, and the address behind it. */
async function startProxy() {
  const proxy = await startTcpProxy(Number(new URL(server.address).port));
  onTestFinished(() => proxy.close());
  return { proxy, address: server.address.replace(/:\d+\//, `:${proxy.port}/`) };
}

/** A server that wants to be logged in to in a way nobody knows, and waits for that. */
async function startForeignLogin() {
  const request = Buffer.from('R____\0\0\0\x0aNOBODY\0\0');
  request.writeInt32BE(request.length - 1, 1);
  let left = () => {};
  const whenLeft = new Promise<void>((resolve) => {
    left = resolve;
  });
  const listener = createServer((socket) => {
    socket.once('data', () => socket.write(request));
    socket.on('error', () => undefined).on('close', left);
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void listener.close());
  const { port } = listener.address() as AddressInfo;
  return { address: `postgres://veipris@127.0.0.1:${port}/postgres`, whenLeft };
}

/** Holds the row of an account, on a connection of its own. */
/** Makes the server a standby, for all connections of it, or ends that. They hear of it a moment later. */
async function setReadOnly(value: 'on' | 'off'): Promise<void> {
  const client = new pg.Client(server.address);
  await client.connect();
  await client.query('set default_transaction_read_only = off');
  await client.query(`alter system set default_transaction_read_only = ${value}`);
  await client.query('select pg_reload_conf()');
  await client.end();
}

async function lockAccount(accountId: string) {
  const client = new pg.Client(server.address);
  client.on('error', () => undefined);
  const gone = new Promise((resolve) => client.once('end', resolve));
  await client.connect();
  await client.query('begin');
  await client.query('select id from account where id = $1 for update', [accountId]);
  return { gone, release: () => client.end() };
}
