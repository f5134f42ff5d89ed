import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import type { ApiKey } from '../../src/account/account.ts';
import { ENGINE_NAMES } from '../support/engines.ts';
import { hashOf, useStore } from '../support/store-scene.ts';

const DAY = '2026-07-01';
const HOUR_MS = 3_600_000;

function keyOf(rotated: ApiKey | 'no-room' | undefined): ApiKey {
  if (typeof rotated !== 'object') throw new Error('Expected a new key.');
  return rotated;
}

/** The contract of `KeyStore`, kept by both engines. */
describe.each(ENGINE_NAMES)('keys in %s', (name) => {
  const scene = useStore(name);
  const next = (text: string) => ({ hash: hashOf(text), prefix: `veipris_live_${text}`, name: '' });

  test('a key is found by id and by hash, and shows neither hash nor secret', async () => {
    const { id: accountId } = await scene.newAccount();
    const hash = hashOf('first');
    const key = { accountId, hash, prefix: 'veipris_live_4fG7aB', name: 'Lønn' };
    const stored = await scene.store.keys.add(key, 'owner');
    expect(stored).toEqual({
      id: expect.any(String),
      accountId,
      prefix: 'veipris_live_4fG7aB',
      name: 'Lønn',
      createdAtMs: scene.atMs,
    });
    expect(await scene.store.keys.findById(stored.id)).toEqual(stored);
    expect(await scene.store.keys.findByHash(hash)).toEqual(stored);
  });

  test('unknown ids and hashes give nothing', async () => {
    expect(await scene.store.keys.findById('nothing')).toBeUndefined();
    expect(await scene.store.keys.findByHash(hashOf('nothing'))).toBeUndefined();
    expect(await scene.store.keys.findHolder(hashOf('nothing'), DAY)).toBeUndefined();
  });

  test('keys of an account are listed the newest first, made in one millisecond or not', async () => {
    const { id } = await scene.newAccount();
    await scene.newKey();
    const made: ApiKey[] = [];
    for (let i = 0; i < 12; i++) {
      if (i === 6) scene.atMs += 1;
      const { hash: _, ...key } = await scene.newKey(id);
      made.unshift(key);
    }
    expect(await scene.store.keys.list(id, { most: 99 })).toEqual(made);
  });

  test('a list is read in pages, those in use and those that ended by themselves as well', async () => {
    const { id } = await scene.newAccount();
    const keys: ApiKey[] = [];
    for (let i = 0; i < 7; i++) keys.unshift(await scene.newKey(id));
    const ids = keys.map((key) => key.id);
    for (const at of [1, 4]) await scene.store.keys.revoke(ids[at] ?? '', 'owner');
    await scene.store.keys.rotate(ids[5] ?? '', next('paged'), 'owner');
    const [newest = ''] = (await scene.store.keys.list(id, { most: 1 })).map((key) => key.id);
    const all = [newest, ...ids];
    const read = async (most: number, use?: 'live' | 'ended') => {
      const pages: string[][] = [];
      for (let before: string | undefined; ; before = pages.at(-1)?.at(-1)) {
        const page = { most, ...(before !== undefined && { before }) };
        const rows = await scene.store.keys.list(id, page, use);
        if (rows.length === 0) return pages;
        pages.push(rows.map((key) => key.id));
      }
    };
    expect(await read(3)).toEqual([all.slice(0, 3), all.slice(3, 6), all.slice(6)]);
    const ended = [all[2], all[5], all[6]];
    expect(await read(2, 'ended')).toEqual([ended.slice(0, 2), ended.slice(2)]);
    expect((await read(2, 'live')).flat()).toEqual(all.filter((one) => !ended.includes(one)));
    const prefixed = await scene.store.keys.listByPrefix('', { most: 4, before: all[3] ?? '' });
    expect(prefixed.slice(0, 4).map((key) => key.id)).toEqual(all.slice(4, 8));
  });

  test('of 20 who make a key within 5 at once 5 succeed, and one that ended makes room', async () => {
    const { id: accountId } = await scene.newAccount();
    const make = (text: string) =>
      scene.store.keys.addWithin({ accountId, ...next(text) }, 'owner', 5);
    const tries = Array.from({ length: 20 }, (_, i) => make(`within ${i}`));
    const made = (await Promise.all(tries)).filter((key) => key !== undefined);
    expect(made).toHaveLength(5);
    expect(await make('one more')).toBeUndefined();
    await scene.store.keys.revoke(made[0]?.id ?? '', 'owner');
    expect(await make('one more')).toBeDefined();
    expect(await make('and another')).toBeUndefined();
    expect(await scene.store.audit.list(accountId, { most: 99 })).toHaveLength(8);
  });

  test.each([
    { beginning: 'veipris_live_Ab%_', found: ['veipris_live_Ab%_1', 'veipris_live_Ab%_2'] },
    { beginning: 'veipris_live_ab', found: [] },
    { beginning: 'veipris-live-Ab', found: [] },
    { beginning: 'veipris_live_Ab%_1', found: ['veipris_live_Ab%_1'] },
    { beginning: 'veipris_live_Ab%_12', found: [] },
  ])('keys of all accounts that begin with $beginning: $found', async ({ beginning, found }) => {
    const ids: string[] = [];
    for (const prefix of ['veipris_live_Ab%_1', 'veipris_live_Ab%_2', 'veipris_live_AbCd3']) {
      const { id: accountId } = await scene.newAccount();
      const hash = hashOf(accountId);
      ids.push((await scene.store.keys.add({ accountId, hash, prefix, name: '' }, 'owner')).id);
    }
    const keys = await scene.store.keys.listByPrefix(beginning, { most: 99 });
    const prefixes = keys.filter(({ id }) => ids.includes(id)).map(({ prefix }) => prefix);
    expect(prefixes.sort()).toEqual(found);
  });

  test('a key tells its account and what that has used on a day', async () => {
    const { hash, accountId, id: keyId } = await scene.newKey();
    const account = await scene.store.accounts.findById(accountId);
    expect(await scene.store.keys.findHolder(hash, DAY)).toEqual({ account, keyId, used: 0 });
    await scene.store.quota.take({ accountId, day: DAY }, 9);
    await scene.store.quota.take({ accountId, day: '2026-07-02' }, 9);
    await scene.store.quota.take({ accountId, day: '2026-07-02' }, 9);
    expect(await scene.store.keys.findHolder(hash, DAY)).toMatchObject({ used: 1 });
    expect(await scene.store.keys.findHolder(hash, '2026-07-02')).toMatchObject({ used: 2 });
  });

  test('a key is noted as used to the hour, and never earlier than it was', async () => {
    const { id, hash } = await scene.newKey();
    const hourMs = Date.parse('2026-07-01T08:00:00Z');
    for (const atMs of [hourMs, hourMs + 3_600_000, hourMs])
      await scene.store.keys.noteUse(id, atMs);
    const lastUsedAtMs = hourMs + 3_600_000;
    expect(await scene.store.keys.findById(id)).toMatchObject({ lastUsedAtMs });
    expect(await scene.store.keys.findHolder(hash, DAY)).toMatchObject({ lastUsedAtMs });
  });

  test('a rotated key has no holder any more, the next one has, and the day is not refilled', async () => {
    const old = await scene.newKey();
    await scene.store.quota.take({ accountId: old.accountId, day: DAY }, 9);
    scene.atMs += 1000;
    const fresh = keyOf(await scene.store.keys.rotate(old.id, next('rotated'), 'owner'));
    expect(fresh).toMatchObject({ accountId: old.accountId, prefix: 'veipris_live_rotated' });
    expect(await scene.store.keys.findHolder(old.hash, DAY)).toBeUndefined();
    expect(await scene.store.keys.findHolder(hashOf('rotated'), DAY)).toMatchObject({
      keyId: fresh.id,
      used: 1,
    });
    expect(await scene.store.keys.findById(old.id)).toMatchObject({ rotatedAtMs: scene.atMs });
    expect(await scene.store.audit.list(old.accountId, { most: 1 })).toMatchObject([
      {
        action: 'key.rotate',
        objectId: old.id,
        detail: { prefix: old.prefix, nextId: fresh.id, nextPrefix: fresh.prefix },
      },
    ]);
  });

  test('an overlap lets both keys in until it ends, and the old one is replaced once', async () => {
    const { keys, audit } = scene.store;
    const old = await scene.newKey();
    const overlap = { ms: 24 * HOUR_MS };
    const fresh = keyOf(await keys.rotate(old.id, next('beside'), 'owner', overlap));
    const endsAtMs = scene.atMs + 24 * HOUR_MS;
    expect(await keys.findById(old.id)).toMatchObject({ replacedAtMs: scene.atMs, endsAtMs });
    expect(fresh).not.toHaveProperty('endsAtMs');
    expect(await keys.rotate(old.id, next('twice'), 'owner')).toBeUndefined();
    expect(await keys.rotate(old.id, next('twice'), 'owner', overlap)).toBeUndefined();
    const [entry] = await audit.list(old.accountId, { most: 1 });
    expect(entry?.detail).toMatchObject({ endsAt: new Date(endsAtMs).toISOString() });
    const idsOf = async (use: 'live' | 'ended') =>
      (await keys.list(old.accountId, { most: 9 }, use)).map(({ id }) => id);
    scene.atMs = endsAtMs - 1;
    expect(await keys.findHolder(old.hash, DAY)).toBeDefined();
    expect(await idsOf('live')).toEqual([fresh.id, old.id]);
    scene.atMs = endsAtMs;
    expect(await keys.findHolder(old.hash, DAY)).toBeUndefined();
    expect(await keys.findHolder(hashOf('beside'), DAY)).toMatchObject({ keyId: fresh.id });
    expect([await idsOf('live'), await idsOf('ended')]).toEqual([[fresh.id], [old.id]]);
    expect(await keys.revoke(old.id, 'owner')).toBe(false);
  });

  test('a key that ends by itself lets nobody in from then on, and an overlap never lengthens it', async () => {
    const { keys } = scene.store;
    const { id: accountId } = await scene.newAccount();
    const wanted = { accountId, ...next('short'), lifeMs: 2 * HOUR_MS };
    const short = await keys.add(wanted, 'owner');
    const endsAtMs = scene.atMs + 2 * HOUR_MS;
    expect(short).toMatchObject({ endsAtMs });
    expect(await keys.findHolder(wanted.hash, DAY)).toBeDefined();
    await keys.rotate(short.id, next('long'), 'owner', { ms: 72 * HOUR_MS });
    expect(await keys.findById(short.id)).toMatchObject({ endsAtMs });
    scene.atMs = endsAtMs;
    expect(await keys.findHolder(wanted.hash, DAY)).toBeUndefined();
    const other = await keys.add({ accountId, ...next('other'), lifeMs: 1 }, 'owner');
    scene.atMs += 1;
    expect(await keys.rotate(other.id, next('late'), 'owner')).toBeUndefined();
  });

  test('a key in its overlap can be revoked, and takes room as long as it works', async () => {
    const { keys } = scene.store;
    const old = await scene.newKey();
    const overlap = { ms: HOUR_MS, mostLive: 2 };
    const fresh = keyOf(await keys.rotate(old.id, next('second'), 'owner', overlap));
    expect(await keys.rotate(fresh.id, next('third'), 'owner', overlap)).toBe('no-room');
    expect(await keys.findById(fresh.id)).not.toHaveProperty('replacedAtMs');
    const another = { accountId: old.accountId, ...next('another') };
    expect(await keys.addWithin(another, 'owner', 2)).toBeUndefined();
    expect(await keys.revoke(old.id, 'owner')).toBe(true);
    expect(await keys.findHolder(old.hash, DAY)).toBeUndefined();
    expect(await keys.addWithin(another, 'owner', 2)).toBeDefined();
  });

  test('a revoked key has no holder any more, and stays revoked', async () => {
    const key = await scene.newKey();
    scene.atMs += 1000;
    expect(await scene.store.keys.revoke(key.id, 'operator')).toBe(true);
    expect(await scene.store.keys.findHolder(key.hash, DAY)).toBeUndefined();
    expect(await scene.store.keys.findByHash(key.hash)).toMatchObject({
      revokedAtMs: scene.atMs,
    });
    expect(await scene.store.keys.revoke(key.id, 'operator')).toBe(false);
    expect(await scene.store.keys.rotate(key.id, next('late'), 'owner')).toBeUndefined();
    const log = await scene.store.audit.list(key.accountId, { most: 9 });
    expect(log.map(({ action }) => action)).toEqual(['key.revoke', 'key.create', 'account.create']);
    expect(log[0]).toMatchObject({ objectId: key.id, detail: { prefix: key.prefix } });
  });

  test('of 20 rotations of one key at once one succeeds, and one key is live', async () => {
    const { id, accountId } = await scene.newKey();
    const texts = Array.from({ length: 20 }, (_, i) => `race ${i}`);
    const answers = await Promise.all(
      texts.map((text) => scene.store.keys.rotate(id, next(text), 'owner')),
    );
    expect(answers.filter((key) => key !== undefined)).toHaveLength(1);
    const keys = await scene.store.keys.list(accountId, { most: 99 });
    expect(keys).toHaveLength(2);
    expect(keys.filter(({ rotatedAtMs }) => rotatedAtMs === undefined)).toHaveLength(1);
    expect(await scene.store.audit.list(accountId, { most: 9 })).toHaveLength(3);
  });

  test('a rotation that cannot store the new key leaves the old one live', async () => {
    const [old, other] = [await scene.newKey(), await scene.newKey()];
    const taken = { hash: other.hash, prefix: 'veipris_live_taken', name: '' };
    await expect(scene.store.keys.rotate(old.id, taken, 'owner')).rejects.toThrow();
    expect(await scene.store.keys.findHolder(old.hash, DAY)).toMatchObject({ keyId: old.id });
    expect(await scene.store.audit.list(old.accountId, { most: 9 })).toHaveLength(2);
  });

  test('that an ended key was sent stands in the log of its account, once since a moment', async () => {
    const [key, live] = [await scene.newKey(), await scene.newKey()];
    await scene.store.keys.revoke(key.id, 'owner');
    const begunMs = scene.atMs;
    const note = (hash: string, requestId: string, sinceMs = begunMs) =>
      scene.store.keys.noteRefused(hash, sinceMs, { requestId });
    await Promise.all(['a', 'a', 'a'].map((id) => note(key.hash, id)));
    scene.atMs += 60_000;
    await note(key.hash, 'b');
    await note(key.hash, 'c', scene.atMs);
    await note(live.hash, 'd');
    await note(hashOf('no key'), 'e');
    const log = await scene.store.audit.list(key.accountId, { most: 9 });
    const refused = log.filter(({ action }) => action === 'key.verify_failed');
    expect(refused).toMatchObject(
      ['c', 'a'].map((requestId) => ({
        actor: 'system',
        objectId: key.id,
        detail: { prefix: key.prefix, requestId },
      })),
    );
    expect(await scene.store.audit.list(live.accountId, { most: 9 })).toHaveLength(2);
  });

  test('a key in clear is neither stored nor repeated, and one without an account not stored', async () => {
    const { id: accountId } = await scene.newAccount();
    const clear = { accountId, hash: 'veipris_live_4fG7aB', prefix: 'veipris_live', name: '' };
    const error: unknown = await scene.store.keys.add(clear, 'owner').catch((cause) => cause);
    expect(error).toBeInstanceOf(Error);
    expect(error).not.toHaveProperty('publicMessage');
    expect(inspect(error)).not.toContain(clear.hash);
    const orphan = { ...next('orphan'), accountId: 'nobody' };
    await expect(scene.store.keys.add(orphan, 'owner')).rejects.not.toHaveProperty('publicMessage');
    expect(await scene.store.audit.list(accountId, { most: 9 })).toHaveLength(1);
  });
});
