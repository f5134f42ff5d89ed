import { describe, expect, test } from 'vitest';
import { hashOfKey } from '../../src/account/key-text.ts';
import { toOsloTime } from '../../src/base/oslo-time.ts';
import { ENGINE_NAMES } from '../support/engines.ts';
import { hashOf, useStore } from '../support/store-scene.ts';

const DAY_MS = 86_400_000;
const DAY = '2020-07-01';

/** The contract of `PruneStore`, kept by both engines. */
describe.each(ENGINE_NAMES)('what has had its time in %s', (name) => {
  const scene = useStore(name);
  let made = 0;
  const fresh = () => hashOf(`secret ${++made}`);
  const count = async (table: string) =>
    Number((await scene.engine.ask(`select count(*) as rows from ${table}`))[0]?.rows);
  /** With what ended before now, keys that ended 10 days ago, and entries of 400 days ago. */
  const prune = (most = 100) =>
    scene.store.prune(
      scene.atMs,
      { endedKeys: 10, audit: 400, keyUsage: 40, recentCalls: 30 },
      most,
    );

  test('links, sessions, visits, known browsers and credits go when they have ended, and not before', async () => {
    const { store } = scene;
    const { id: accountId } = await scene.newAccount();
    const startMs = scene.atMs;
    const later = (days: number) => startMs + days * DAY_MS;
    for (const days of [1, 2]) {
      const hash = fresh();
      const ends = { idleEndMs: later(days), endsAtMs: later(days) };
      const link = { tokenHash: fresh(), browserHash: fresh(), email: 'a@example.no' };
      await store.links.add({ ...link, endsAtMs: later(days) });
      await store.sessions.add({ hash, accountId, createdAtMs: startMs, ...ends });
      await store.visits.take({ subject: hash, period: DAY, endsAtMs: later(days) }, 9, 1);
      await store.knownBrowsers.welcome(
        { hash, accountId, seenAtMs: startMs, endsAtMs: later(days) },
        9,
      );
      const day = days === 1 ? '2026-06-01' : '2026-07-01';
      await store.quota.giveBack({ callId: hash, accountId, day });
    }
    const TABLES = ['sign_in_link', 'session', 'visit', 'known_browser', 'quota_credit'];
    const counts = async () => Promise.all(TABLES.map(count));
    await prune();
    expect(await counts()).toEqual([2, 2, 2, 2, 1]);
    scene.atMs = later(1);
    await prune();
    expect(await counts()).toEqual([1, 1, 1, 1, 1]);
  });

  test('keys go when they have been out of use so long, but for the newest of an account', async () => {
    const { keys } = scene.store;
    const first = await scene.newKey();
    const { accountId } = first;
    const second = await scene.newKey(accountId);
    const last = await scene.newKey(accountId);
    await keys.revoke(first.id, 'owner');
    const next = { hash: fresh(), prefix: 'veipris_live_next', name: '' };
    await keys.rotate(second.id, next, 'owner');
    const listed = async () =>
      (await keys.list(accountId, { most: 9 })).map(({ prefix }) => prefix);
    const rotated = 'veipris_live_next';
    scene.atMs += 10 * DAY_MS;
    await prune();
    expect(await listed()).toEqual([rotated, last.prefix, second.prefix, first.prefix]);
    scene.atMs += 1;
    await prune();
    expect(await listed()).toEqual([rotated, last.prefix]);
    await keys.revoke((await keys.list(accountId, { most: 1 }))[0]?.id ?? '', 'owner');
    await keys.revoke(last.id, 'owner');
    scene.atMs += 11 * DAY_MS;
    await prune();
    expect(await listed()).toEqual([rotated]);
    expect(await keys.findHolder(hashOfKey('x'), DAY)).toBeUndefined();
  });

  test('what keys did goes with its time and with its key, and keys that ended by themselves too', async () => {
    const { keys, usage } = scene.store;
    const { id: accountId } = await scene.newAccount();
    const add = (lifeMs: number) =>
      keys.add({ accountId, hash: fresh(), prefix: 'veipris_live_x', name: '', lifeMs }, 'owner');
    const [short, long] = [await add(DAY_MS), await add(900 * DAY_MS)];
    const last = [{ atMs: scene.atMs, method: 'GET', endpoint: '/a', status: 200, durationMs: 1 }];
    const counts = [{ day: toOsloTime(scene.atMs).day, statusClass: '2xx', calls: 1 }] as const;
    for (const { id } of [short, long]) await usage.noteOfKey(id, { counts, last }, 9);
    const counted = () => Promise.all(['key_usage_day', 'recent_call'].map(count));
    expect(await counted()).toEqual([2, 2]);
    scene.atMs += 12 * DAY_MS;
    await prune();
    expect(await keys.findById(short.id)).toBeUndefined();
    expect(await counted()).toEqual([1, 1]);
    scene.atMs += 20 * DAY_MS;
    await prune();
    expect(await counted()).toEqual([1, 0]);
    scene.atMs += 20 * DAY_MS;
    await prune();
    expect(await counted()).toEqual([0, 0]);
  });

  test('entries of the audit log go when they are so old, and no younger one', async () => {
    const { accounts, audit } = scene.store;
    const nowMs = Date.now();
    const account = await scene.newAccount();
    for (const daysAgo of [900, 500, 399, 1]) {
      scene.atMs = nowMs - daysAgo * DAY_MS;
      await accounts.change(account.id, { dailyLimit: daysAgo }, 'operator');
    }
    scene.atMs = nowMs;
    await prune();
    const left = await audit.list(account.id, { most: 9 });
    expect(left.flatMap(({ detail }) => detail.to ?? [])).toEqual([1, 399]);
  });

  test('a step removes so many rows of a table and no more, and says that there are more', async () => {
    while (await prune());
    const visit = { period: DAY, endsAtMs: scene.atMs };
    const before = await count('visit');
    for (let i = 0; i < 7; i++) await scene.store.visits.take({ subject: `v${i}`, ...visit }, 9, 1);
    expect(await prune(3)).toBe(true);
    expect(await count('visit')).toBe(before + 4);
    expect(await prune(3)).toBe(true);
    expect(await prune(3)).toBe(false);
    expect(await count('visit')).toBe(before);
  });

  test('several processes may do it at once', async () => {
    const visit = { period: DAY, endsAtMs: scene.atMs };
    for (let i = 0; i < 40; i++)
      await scene.store.visits.take({ subject: `w${i}`, ...visit }, 9, 1);
    await Promise.all(Array.from({ length: 5 }, () => prune(50)));
    expect(await scene.engine.ask(`select * from visit where subject like 'w%'`)).toEqual([]);
  });
});
