import { describe, expect, test } from 'vitest';
import { ENGINE_NAMES } from '../support/engines.ts';
import { hashOf, useStore } from '../support/store-scene.ts';

const DAY = '2026-07-01';
const MINUTE_MS = 60_000;

/** The contracts of `LinkStore`, `SessionStore`, `KnownBrowserStore` and `VisitStore`, kept by both engines. */
describe.each(ENGINE_NAMES)('the portal in %s', (name) => {
  const scene = useStore(name);
  let made = 0;
  const fresh = () => hashOf(`secret ${++made}`);

  describe('links', () => {
    const addLink = async (endsAtMs: number) => {
      const link = { tokenHash: fresh(), browserHash: fresh(), email: 'ola@example.no', endsAtMs };
      await scene.store.links.add(link);
      return link;
    };
    const take = (token: string, browser: string, nowMs = scene.atMs) =>
      scene.store.links.take(token, browser, nowMs);

    test('give their address once, and to their own browser alone', async () => {
      const { tokenHash, browserHash } = await addLink(scene.atMs + MINUTE_MS);
      expect(await take(tokenHash, fresh())).toBeUndefined();
      expect(await take(fresh(), browserHash)).toBeUndefined();
      expect(await take(tokenHash, browserHash)).toBe('ola@example.no');
      expect(await take(tokenHash, browserHash)).toBeUndefined();
    });

    test('of twenty who use one at once one succeeds', async () => {
      const { tokenHash, browserHash } = await addLink(scene.atMs + MINUTE_MS);
      const tries = Array.from({ length: 20 }, () => take(tokenHash, browserHash));
      const emails = (await Promise.all(tries)).filter((email) => email !== undefined);
      expect(emails).toEqual(['ola@example.no']);
    });

    test('end at their moment', async () => {
      const { tokenHash, browserHash } = await addLink(scene.atMs + MINUTE_MS);
      expect(await take(tokenHash, browserHash, scene.atMs + MINUTE_MS)).toBeUndefined();
    });

    test('are refused with a token in clear', async () => {
      const link = { tokenHash: 'token', browserHash: fresh(), email: 'a@b.no', endsAtMs: 0 };
      await expect(scene.store.links.add(link)).rejects.toThrow();
    });
  });

  describe('sessions', () => {
    const addSession = async (accountId: string, facts = {}) => {
      const hash = fresh();
      const ends = { idleEndMs: scene.atMs + MINUTE_MS, endsAtMs: scene.atMs + 5 * MINUTE_MS };
      await scene.store.sessions.add({
        hash,
        accountId,
        createdAtMs: scene.atMs,
        ...ends,
        ...facts,
      });
      return hash;
    };
    const find = (hash: string, nowMs = scene.atMs) => scene.store.sessions.find(hash, DAY, nowMs);

    test('tell their account and what it has used on the day', async () => {
      const account = await scene.newAccount();
      const hash = await addSession(account.id);
      expect(await find(hash)).toEqual({ account, used: 0, seenAtMs: scene.atMs });
      await scene.store.quota.take({ accountId: account.id, day: DAY }, 9);
      expect(await find(hash)).toMatchObject({ used: 1 });
      expect(await find(fresh())).toBeUndefined();
    });

    test('end when nobody uses them, later when somebody does, and at last in any case', async () => {
      const hash = await addSession((await scene.newAccount()).id);
      const atMs = scene.atMs;
      expect(await find(hash, atMs + MINUTE_MS)).toBeUndefined();
      const use = { seenAtMs: atMs + 30_000, idleEndMs: atMs + 9 * MINUTE_MS };
      await scene.store.sessions.noteUse(hash, use);
      expect(await find(hash, atMs + MINUTE_MS)).toMatchObject({ seenAtMs: atMs + 30_000 });
      expect(await find(hash, atMs + 5 * MINUTE_MS)).toBeUndefined();
    });

    test('an earlier use than the last changes nothing', async () => {
      const hash = await addSession((await scene.newAccount()).id);
      await scene.store.sessions.noteUse(hash, { seenAtMs: 0, idleEndMs: 0 });
      expect(await find(hash)).toBeDefined();
    });

    test('one or all of an account are ended, and no other', async () => {
      const [mine, hers] = [await scene.newAccount(), await scene.newAccount()];
      const hashes = [
        await addSession(mine.id),
        await addSession(mine.id),
        await addSession(hers.id),
      ];
      const [first = '', second = '', third = ''] = hashes;
      await scene.store.sessions.end(first);
      expect([await find(first), (await find(second))?.account]).toEqual([undefined, mine]);
      await scene.store.sessions.endAll(mine.id);
      expect([await find(second), (await find(third))?.account]).toEqual([undefined, hers]);
      const entries = await scene.store.audit.list(mine.id, { most: 9 });
      expect(entries.map(({ action }) => action)).toEqual([
        'session.end_all',
        'session.start',
        'session.start',
        'account.create',
      ]);
    });

    test('are refused with a secret in clear', async () => {
      const { id } = await scene.newAccount();
      await expect(addSession(id, { hash: 'secret' })).rejects.toThrow();
    });
  });

  describe('known browsers', () => {
    const knownBrowsers = () => scene.store.knownBrowsers;
    const welcome = async (accountId: string, facts: { formerHash?: string } = {}, most = 9) => {
      const hash = fresh();
      const [seenAtMs, endsAtMs] = [scene.atMs, scene.atMs + 5 * MINUTE_MS];
      await knownBrowsers().welcome({ hash, accountId, seenAtMs, endsAtMs, ...facts }, most);
      return hash;
    };
    const isKnown = (hash: string, email: string, nowMs = scene.atMs) =>
      knownBrowsers().isKnown(hash, email, nowMs);

    test('are known for the accounts that they signed in to, until they end', async () => {
      const [mine, hers] = [await scene.newAccount(), await scene.newAccount()];
      const hash = await welcome(mine.id);
      expect(await isKnown(hash, mine.email)).toBe(true);
      expect(await isKnown(hash, hers.email)).toBe(false);
      expect(await isKnown(fresh(), mine.email)).toBe(false);
      expect(await isKnown(hash, mine.email, scene.atMs + 5 * MINUTE_MS)).toBe(false);
    });

    test('take what they are known for along to a new secret, and the former one ends', async () => {
      const [mine, hers] = [await scene.newAccount(), await scene.newAccount()];
      const formerHash = await welcome(mine.id);
      const hash = await welcome(hers.id, { formerHash });
      expect([await isKnown(hash, mine.email), await isKnown(hash, hers.email)]).toEqual([
        true,
        true,
      ]);
      expect(await isKnown(formerHash, mine.email)).toBe(false);
      const again = await welcome(hers.id, { formerHash: hash });
      expect(await isKnown(again, mine.email)).toBe(true);
    });

    test('are at most so many for an account: those that were seen last', async () => {
      const [mine, hers] = [await scene.newAccount(), await scene.newAccount()];
      const other = await welcome(hers.id, {}, 2);
      const hashes: string[] = [];
      for (let i = 0; i < 4; i++) {
        scene.atMs += 1;
        hashes.push(await welcome(mine.id, {}, 2));
      }
      const known = await Promise.all(hashes.map((hash) => isKnown(hash, mine.email)));
      expect(known).toEqual([false, false, true, true]);
      expect(await isKnown(other, hers.email)).toBe(true);
    });

    test('are forgotten, all of an account and no other', async () => {
      const [mine, hers] = [await scene.newAccount(), await scene.newAccount()];
      const formerHash = await welcome(mine.id);
      const hash = await welcome(hers.id, { formerHash });
      await knownBrowsers().forgetAll(mine.id);
      expect([await isKnown(hash, mine.email), await isKnown(hash, hers.email)]).toEqual([
        false,
        true,
      ]);
    });

    test('are refused with a secret in clear', async () => {
      const { id } = await scene.newAccount();
      const clear = { hash: 'secret', accountId: id, seenAtMs: 0, endsAtMs: 0 };
      await expect(knownBrowsers().welcome(clear, 9)).rejects.toThrow();
    });
  });

  describe('visits', () => {
    const visitOf = (subject: string, facts = {}) => ({
      subject,
      period: DAY,
      endsAtMs: scene.atMs + MINUTE_MS,
      ...facts,
    });
    const take = (subject: string, limit = 2, facts = {}, visits = 1) =>
      scene.store.visits.take(visitOf(subject, facts), limit, visits);

    test('are counted up to the limit, for each subject and period by itself', async () => {
      expect([await take('a'), await take('a'), await take('a')]).toEqual([1, 2, undefined]);
      expect(await take('b')).toBe(1);
      expect(await take('a', 2, { period: 'later' })).toBe(1);
      expect(await take('c', 0)).toBeUndefined();
    });

    test('that are taken back can be taken again, and never fall below 0', async () => {
      for (let i = 0; i < 3; i++) await scene.store.visits.giveBack(visitOf('d'), 1);
      expect([await take('d', 1), await take('d', 1)]).toEqual([1, undefined]);
      await scene.store.visits.giveBack(visitOf('d'), 1);
      expect([await take('d', 1), await take('d', 1)]).toEqual([1, undefined]);
    });

    test('several are counted, or taken back, all or none', async () => {
      const several = (subject: string, visits: number) => take(subject, 5, {}, visits);
      expect(await several('f', 6)).toBeUndefined();
      expect([await several('f', 3), await several('f', 3), await several('f', 2)]).toEqual([
        3,
        undefined,
        5,
      ]);
      await scene.store.visits.giveBack(visitOf('f'), 4);
      expect(await several('f', 4)).toBe(5);
    });

    test('thirty at once can not overdraw', async () => {
      const taken = await Promise.all(Array.from({ length: 30 }, () => take('e', 20)));
      expect(taken.filter((used) => used !== undefined)).toHaveLength(20);
    });

    test('the salt of a day is that of the first who asks, and earlier ones are thrown away', async () => {
      const { visits } = scene.store;
      expect(await visits.saltOf('2026-07-01', 'first')).toBe('first');
      expect(await visits.saltOf('2026-07-01', 'second')).toBe('first');
      expect(await visits.saltOf('2026-07-02', 'third')).toBe('third');
      expect(await scene.engine.ask('select salt from visit_salt')).toEqual([{ salt: 'third' }]);
    });
  });
});
