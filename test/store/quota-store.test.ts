import { describe, expect, test } from 'vitest';
import { ENGINE_NAMES } from '../support/engines.ts';
import { startOnStore, startTogether } from '../support/store-process.ts';
import { hashOf, useStore } from '../support/store-scene.ts';

const DAY = '2026-07-01';

/** The contract of `QuotaStore`, kept by both engines. */
describe.each(ENGINE_NAMES)('quota in %s', (name) => {
  const scene = useStore(name);
  const newAccountId = async () => (await scene.newAccount()).id;
  const take = (accountId: string, limit: number, day = DAY) =>
    scene.store.quota.take({ accountId, day }, limit);
  const giveBack = (accountId: string, callId: string, day = DAY) =>
    scene.store.quota.giveBack({ accountId, day, callId });

  test('counts up to the limit and then refuses', async () => {
    const id = await newAccountId();
    expect(await take(id, 2)).toBe(1);
    expect(await take(id, 2)).toBe(2);
    expect(await take(id, 2)).toBeUndefined();
    expect(await scene.store.quota.getUsed(id, DAY)).toBe(2);
  });

  test('a limit of 0 lets none through', async () => {
    const id = await newAccountId();
    expect(await take(id, 0)).toBeUndefined();
    expect(await scene.store.quota.getUsed(id, DAY)).toBe(0);
  });

  test('a lowered limit refuses at once, and a raised one grants again', async () => {
    const id = await newAccountId();
    for (let i = 0; i < 3; i++) await take(id, 5);
    expect(await take(id, 2)).toBeUndefined();
    expect(await take(id, 5000)).toBe(4);
  });

  test('accounts and days do not share a count', async () => {
    const [first, second] = [await newAccountId(), await newAccountId()];
    expect(await take(first, 1)).toBe(1);
    expect(await take(first, 1, '2026-07-02')).toBe(1);
    expect(await take(second, 1)).toBe(1);
  });

  test('a call given back can be taken again, on its own day', async () => {
    const id = await newAccountId();
    await take(id, 1);
    await take(id, 1, '2026-07-02');
    expect(await giveBack(id, `${id} a`)).toBe(0);
    expect(await take(id, 1)).toBe(1);
    expect(await take(id, 1, '2026-07-02')).toBeUndefined();
  });

  test('a call is given back once, however often and from wherever it is asked', async () => {
    const id = await newAccountId();
    for (let i = 0; i < 5; i++) await take(id, 9);
    const answers = await Promise.all(Array.from({ length: 20 }, () => giveBack(id, `${id} b`)));
    expect(new Set(answers)).toEqual(new Set([4]));
    expect(await giveBack(id, `${id} b`)).toBe(4);
    expect(await giveBack(id, `${id} c`)).toBe(3);
  });

  test('a day never falls below 0, and one without calls has none to give back', async () => {
    const id = await newAccountId();
    expect(await giveBack(id, `${id} none`)).toBe(0);
    await take(id, 9);
    await giveBack(id, `${id} d`);
    expect(await giveBack(id, `${id} e`)).toBe(0);
    expect(await take(id, 9)).toBe(1);
  });

  test('100 calls at once cannot overdraw a quota of 60', async () => {
    const id = await newAccountId();
    const used = await Promise.all(Array.from({ length: 100 }, () => take(id, 60)));
    const granted = used.filter((count) => count !== undefined).sort((a, b) => a - b);
    expect(granted).toEqual(Array.from({ length: 60 }, (_, i) => i + 1));
  });

  test('calls and credits at once leave what was taken and not given back', async () => {
    const id = await newAccountId();
    for (let i = 0; i < 50; i++) await take(id, 500);
    await Promise.all(
      Array.from({ length: 50 }, (_, i) => [take(id, 500), giveBack(id, `${id} ${i}`)]).flat(),
    );
    expect(await scene.store.quota.getUsed(id, DAY)).toBe(50);
  });

  test('a call of several units is counted whole or not at all, and given back whole', async () => {
    const accountId = await newAccountId();
    const call = { accountId, day: DAY, units: 4 };
    const { quota } = scene.store;
    expect(await quota.take(call, 3)).toBeUndefined();
    expect(await quota.take(call, 9)).toBe(4);
    expect(await quota.take(call, 9)).toBe(8);
    expect(await quota.take(call, 9)).toBeUndefined();
    expect(await quota.take({ accountId, day: DAY }, 9)).toBe(9);
    expect(await quota.giveBack({ ...call, callId: `${accountId} u` })).toBe(5);
  });

  test('calls of test keys are counted by themselves', async () => {
    const accountId = await newAccountId();
    const call = { accountId, day: DAY, isTest: true };
    expect(await scene.store.quota.take(call, 2)).toBe(1);
    expect(await take(accountId, 9)).toBe(1);
    expect(await scene.store.quota.take(call, 2)).toBe(2);
    expect(await scene.store.quota.take(call, 2)).toBeUndefined();
    expect(await scene.store.quota.giveBack({ ...call, callId: `${accountId} t` })).toBe(1);
    expect(await scene.store.quota.getUsed(accountId, DAY)).toBe(1);
  });

  describe('a call that is counted once', () => {
    const AT_MS = Date.parse('2026-07-01T10:00:00Z');
    const [KEY, QUESTION, OTHER] = ['a', 'b', 'c'].map(hashOf) as [string, string, string];
    const onceAt = (askedAtMs = AT_MS, more: object = {}) => ({
      onceDigest: KEY,
      questionDigest: QUESTION,
      dataVersion: 'v1',
      askedAtMs,
      endsAtMs: askedAtMs + 86_400_000,
      ...more,
    });
    const takeOnce = (accountId: string, once = onceAt(), limit = 9) =>
      scene.store.quota.takeOnce({ accountId, day: DAY, units: 2 }, once, limit);
    const fail = (accountId: string, callId: string) => {
      const call = { accountId, day: DAY, units: 2, onceDigest: KEY };
      return scene.store.quota.giveBack({ ...call, callId: `${accountId} ${callId}` });
    };
    const answer = (accountId: string) =>
      scene.store.quota.noteAnswered({ accountId, day: DAY, onceDigest: KEY });

    test('is counted by the first and by none of those that repeat it, at once or later', async () => {
      const id = await newAccountId();
      const taken = await Promise.all(Array.from({ length: 20 }, () => takeOnce(id)));
      expect(taken.filter(({ kind }) => kind === 'counted')).toEqual([
        { kind: 'counted', used: 2 },
      ]);
      expect(await takeOnce(id, onceAt(AT_MS + 5))).toEqual({
        kind: 'repeated',
        used: 2,
        firstAtMs: AT_MS,
      });
      expect(await scene.store.quota.getUsed(id, DAY)).toBe(2);
    });

    test('is the first again when its time has passed', async () => {
      const id = await newAccountId();
      await takeOnce(id);
      expect(await takeOnce(id, onceAt(AT_MS + 86_400_000))).toEqual({ kind: 'counted', used: 4 });
    });

    test('with another question or other data is none of it', async () => {
      const id = await newAccountId();
      await takeOnce(id);
      const other = (more: object) => takeOnce(id, onceAt(AT_MS, more));
      expect(await other({ questionDigest: OTHER })).toEqual({ kind: 'other-question' });
      expect(await other({ dataVersion: 'v2' })).toEqual({ kind: 'other-data' });
      expect(await scene.store.quota.getUsed(id, DAY)).toBe(2);
    });

    test('that finds no room leaves nothing behind', async () => {
      const id = await newAccountId();
      expect(await takeOnce(id, onceAt(), 1)).toEqual({ kind: 'no-room' });
      expect(await takeOnce(id, onceAt(AT_MS, { questionDigest: OTHER }))).toMatchObject({
        kind: 'counted',
      });
    });

    test('is credited when all have failed, and forgotten', async () => {
      const id = await newAccountId();
      await takeOnce(id);
      await takeOnce(id);
      expect(await fail(id, 'x')).toBe(2);
      expect(await fail(id, 'x')).toBe(2);
      expect(await fail(id, 'y')).toBe(0);
      expect(await takeOnce(id)).toEqual({ kind: 'counted', used: 2 });
    });

    test('stays counted when the server of the first was killed, and its repetitions count nothing', async () => {
      const id = await newAccountId();
      await takeOnce(id);
      for (const call of ['x', 'y']) {
        expect(await takeOnce(id)).toMatchObject({ kind: 'repeated', used: 2 });
        expect(await fail(id, call)).toBe(2);
      }
      expect(await takeOnce(id)).toMatchObject({ kind: 'repeated', used: 2 });
    });

    test('stays counted when one was answered, whichever fails before or after it', async () => {
      const id = await newAccountId();
      for (let call = 0; call < 3; call++) await takeOnce(id);
      expect(await fail(id, 'x')).toBe(2);
      await answer(id);
      expect(await fail(id, 'y')).toBe(2);
      expect(await takeOnce(id)).toMatchObject({ kind: 'repeated' });
    });
  });

  test('two processes with 500 calls each draw exactly 500 from a quota of 500', async () => {
    const id = await newAccountId();
    const printed = await startTogether(2, scene.engine.address, 'take', id, DAY, 500, 500);
    expect(printed.flat().reduce((sum, granted) => sum + Number(granted), 0)).toBe(500);
    expect(await scene.store.quota.getUsed(id, DAY)).toBe(500);
  });

  test('three processes that take and give back end where they began, and none fails', async () => {
    const id = await newAccountId();
    await startTogether(3, scene.engine.address, 'credit', id, DAY, 5000, 60);
    expect(await scene.store.quota.getUsed(id, DAY)).toBe(0);
  });

  test('a process killed while it counts loses nothing that it was told', async () => {
    const id = await newAccountId();
    const atATime = 10;
    const drawing = await startOnStore(scene.engine.address, 'draw', id, DAY, 1_000_000, atATime);
    drawing.go();
    await drawing.untilPrinted(300);
    drawing.kill();
    const told = Math.max(...(await drawing.printed).map(Number));
    const used = await scene.store.quota.getUsed(id, DAY);
    expect(told).toBeGreaterThanOrEqual(300);
    expect(used).toBeGreaterThanOrEqual(told);
    expect(used).toBeLessThanOrEqual(told + atATime);
    expect(await take(id, 1_000_000)).toBeGreaterThan(told);
  });
});
