/** Databases that the first release made, as SQL in test/fixtures/first-release. */
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { hashOfKey } from '../../src/account/key-text.ts';
import { MIGRATIONS, openStore, type Store } from '../../src/store/open-store.ts';
import { keyOf } from '../support/accounts.ts';
import { ENGINE_NAMES } from '../support/engines.ts';
import { firstReleaseIn } from '../support/first-release.ts';
import { untilWaiting } from '../support/postgres.ts';
import { useEngine } from '../support/store-scene.ts';

const DAY = '2026-11-20';

describe.each(ENGINE_NAMES)('a database of the first release in %s', (name) => {
  const scene = useEngine(name);
  let store: Store | undefined;
  const opened = () => {
    if (store === undefined) throw new Error('Expected the store to be open.');
    return store;
  };

  beforeAll(async () => {
    for (const statement of firstReleaseIn(name)) await scene.engine.ask(statement);
    store = await openStore(scene.engine.address);
  });
  afterAll(() => store?.close());

  test('has every migration of this release after it was opened', async () => {
    const rows = await scene.engine.ask('select name from kysely_migration order by name');
    expect(rows.map((row) => row.name)).toEqual(Object.keys(MIGRATIONS));
    expect(rows.length).toBeGreaterThan(1);
  });

  test('has its accounts as they were', async () => {
    expect(await opened().accounts.findByEmail('kari@example.no')).toEqual({
      id: '01JKARI',
      email: 'kari@example.no',
      plan: 'pilot',
      subscription: 'active',
      createdAtMs: Date.parse('2026-11-20T19:45:00Z'),
    });
    expect(await opened().accounts.findByEmail('ola@example.no')).toMatchObject({
      plan: 'enterprise',
      subscription: 'payment_failed',
      dailyLimit: 12_345,
    });
  });

  test('lets the same keys in, with the same day used, and refuses those that were ended', async () => {
    const { keys } = opened();
    const find = (seed: number) => keys.findHolder(hashOfKey(keyOf(seed)), DAY);
    expect(await find(7)).toMatchObject({ keyId: '01JKEY7', used: 4711 });
    expect(await find(10)).toMatchObject({ account: { id: '01JOLA' }, used: 0 });
    expect(await find(8)).toBeUndefined();
    expect(await find(9)).toBeUndefined();
    expect((await keys.list('01JKARI', { most: 99 })).map((key) => key.id).sort()).toEqual([
      '01JKEY7',
      '01JKEY8',
      '01JKEY9',
    ]);
  });

  test('goes on counting where it was, and does not credit a call again', async () => {
    const { quota } = opened();
    const credited = {
      callId: '0f3b9d4e-1111-4222-8333-444455556666',
      accountId: '01JKARI',
      day: DAY,
    };
    expect(await quota.giveBack(credited)).toBe(4711);
    expect(await quota.take({ accountId: '01JKARI', day: DAY }, 4712)).toBe(4712);
    expect(await quota.take({ accountId: '01JKARI', day: DAY }, 4712)).toBeUndefined();
    expect(await quota.giveBack({ ...credited, callId: 'another' })).toBe(4711);
  });

  test('has its usage and its audit log', async () => {
    const rows = await opened().usage.list('01JKARI', DAY);
    expect(rows.map(({ endpoint, calls }) => [endpoint, calls])).toEqual([
      ['/api/route', 4700],
      ['/api/vehicle', 11],
    ]);
    const oldest = (await opened().audit.list('01JKARI', { most: 10 })).at(-1);
    expect(oldest).toMatchObject({ action: 'account.create', detail: { plan: 'pilot' } });
  });

  test('can be used for what was added since: an owner signs in', async () => {
    const hash = hashOfKey('a session');
    const atMs = Date.parse('2026-11-20T20:00:00Z');
    const ends = { idleEndMs: atMs + 1000, endsAtMs: atMs + 1000 };
    await opened().sessions.add({ hash, accountId: '01JKARI', createdAtMs: atMs, ...ends });
    expect(await opened().sessions.find(hash, DAY, atMs)).toMatchObject({
      account: { email: 'kari@example.no' },
    });
  });
});

describe('while a database of the first release in PostgreSQL is brought up to date, the first release', () => {
  const scene = useEngine('postgres');
  beforeEach(async () => {
    await scene.engine.clear();
    for (const statement of firstReleaseIn('postgres')) await scene.engine.ask(statement);
  });

  /** A transaction of the first release that has done this, and the upgrade, which waits for its end. */
  async function openWhile(statement: string) {
    const client = new pg.Client(scene.engine.address);
    await client.connect();
    await client.query('begin');
    await client.query(statement);
    const opening = openStore(scene.engine.address);
    onTestFinished(async () => {
      await client.end();
      await (await opening.catch(() => undefined))?.close();
    });
    await untilWaiting(scene.engine.address, 1);
    return { client, opening };
  }

  test('answers and counts calls, however many accounts get their address', async () => {
    const { client, opening } = await openWhile('select id from account for update');
    await scene.engine.ask(`begin;
      lock table account in row share mode nowait;
      lock table api_key, quota_day, quota_credit, usage_day in row exclusive mode nowait;
      commit`);
    await client.query('commit');
    await opening;
  });

  test('ends a change of a key that it has begun', async () => {
    const { client, opening } = await openWhile(
      `update api_key set revoked_at = '2026-11-20T20:00:00.000Z' where id = '01JKEY7'`,
    );
    await client.query(`insert into audit (id, at, actor, action, account_id, object_id, detail)
      values ('01K', '2026-11-20T20:00:00.000Z', 'owner', 'key.revoke', '01JKARI', '01JKEY7', '{}')`);
    await client.query('commit');
    const { keys, audit } = await opening;
    expect(await keys.findById('01JKEY7')).toMatchObject({ revokedAtMs: expect.any(Number) });
    expect(await audit.list('01JKARI', { most: 1 })).toMatchObject([{ action: 'key.revoke' }]);
  });
});
