import { describe, expect, test } from 'vitest';
import { ENGINE_NAMES } from '../support/engines.ts';
import { startOnStore, startTogether } from '../support/store-process.ts';
import { useStore } from '../support/store-scene.ts';

const DAY = '2026-07-01';

/** The contract of `QuotaStore`, kept by both engines. */
describe.each(ENGINE_NAMES)('quota in %s', (name) => {
  const scene = useStore(name);
  const newAccountId = async () => (await scene.newAccount()).id;
  const take = (accountId: string, limit: number, day = DAY) =>
    scene.store.quota.takeOne(accountId, day, limit);
  const giveBack = (accountId: string, callId: string, day = DAY) =>
    scene.store.quota.giveOneBack({ accountId, day, callId });

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
