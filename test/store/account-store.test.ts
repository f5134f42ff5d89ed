import { beforeAll, describe, expect, test } from 'vitest';
import { PLAN_IDS, SUBSCRIPTIONS } from '../../src/account/account.ts';
import { ENGINE_NAMES } from '../support/engines.ts';
import { useStore } from '../support/store-scene.ts';

/** The contract of `AccountStore`, kept by both engines. */
describe.each(ENGINE_NAMES)('accounts in %s', (name) => {
  const scene = useStore(name);

  let isEmptyAtFirst: boolean | undefined;
  beforeAll(async () => {
    isEmptyAtFirst = await scene.store.accounts.isEmpty();
  });

  test('there is none at first, and no longer once one is made', async () => {
    expect(isEmptyAtFirst).toBe(true);
    await scene.newAccount();
    expect(await scene.store.accounts.isEmpty()).toBe(false);
  });

  test('a new account is active, without a limit of its own, and found by address and by id', async () => {
    const asked = { email: 'Kari@Example.no', plan: 'free' } as const;
    const { account, isNew } = await scene.store.accounts.getOrCreate(asked, 'operator');
    expect(isNew).toBe(true);
    expect(account).toEqual({
      id: expect.any(String),
      email: 'kari@example.no',
      plan: 'free',
      subscription: 'active',
      createdAtMs: scene.atMs,
    });
    expect(await scene.store.accounts.findByEmail('KARI@example.no')).toEqual(account);
    expect(await scene.store.accounts.findById(account.id)).toEqual(account);
  });

  test('unknown addresses and ids give nothing', async () => {
    expect(await scene.store.accounts.findByEmail('nobody@example.no')).toBeUndefined();
    expect(await scene.store.accounts.findById('nobody')).toBeUndefined();
  });

  test('an address has one account, whatever is asked for the second time', async () => {
    const email = 'ola@example.no';
    const first = await scene.store.accounts.getOrCreate(
      { email, plan: 'enterprise', dailyLimit: 70 },
      'operator',
    );
    expect(first.account.dailyLimit).toBe(70);
    const again = await scene.store.accounts.getOrCreate(
      { email: 'OLA@example.no', plan: 'free' },
      'owner',
    );
    expect(again).toEqual({ account: first.account, isNew: false });
    expect(await scene.store.audit.list(first.account.id, { most: 9 })).toHaveLength(1);
  });

  test('of 30 callers at once one makes the account and all get it', async () => {
    const ask = () =>
      scene.store.accounts.getOrCreate({ email: 'rush@example.no', plan: 'free' }, 'owner');
    const answers = await Promise.all(Array.from({ length: 30 }, ask));
    expect(answers.filter(({ isNew }) => isNew)).toHaveLength(1);
    expect(new Set(answers.map(({ account }) => account.id)).size).toBe(1);
  });

  test('every plan and every subscription can be stored', async () => {
    const { id } = await scene.newAccount();
    for (const plan of PLAN_IDS)
      expect(await scene.store.accounts.change(id, { plan }, 'operator')).toMatchObject({ plan });
    for (const subscription of SUBSCRIPTIONS)
      expect(await scene.store.accounts.change(id, { subscription }, 'operator')).toMatchObject({
        subscription,
      });
  });

  test('a change leaves what it does not name, and goes back to the limit of the plan on null', async () => {
    const { id } = await scene.newAccount();
    await scene.store.accounts.change(id, { plan: 'pilot', dailyLimit: 0 }, 'operator');
    const stopped = await scene.store.accounts.change(id, { subscription: 'stopped' }, 'system');
    expect(stopped).toMatchObject({ plan: 'pilot', subscription: 'stopped', dailyLimit: 0 });
    const without = await scene.store.accounts.change(id, { dailyLimit: null }, 'operator');
    expect(without).not.toHaveProperty('dailyLimit');
    expect(await scene.store.accounts.findById(id)).toEqual(without);
  });

  test('a change of an unknown account changes nothing', async () => {
    expect(
      await scene.store.accounts.change('nobody', { plan: 'pilot' }, 'operator'),
    ).toBeUndefined();
  });

  test('each changed field leaves one entry in the log, what stays the same none', async () => {
    const { id } = await scene.newAccount();
    scene.atMs += 60_000;
    const changes = { plan: 'pilot', subscription: 'payment_failed', dailyLimit: 12 } as const;
    await scene.store.accounts.change(id, changes, 'operator');
    await scene.store.accounts.change(id, changes, 'operator');
    const log = await scene.store.audit.list(id, { most: 9 });
    expect(log.map(({ action, detail }) => ({ action, detail }))).toEqual([
      { action: 'limit.change', detail: { from: null, to: 12 } },
      { action: 'subscription.change', detail: { from: 'active', to: 'payment_failed' } },
      { action: 'plan.change', detail: { from: 'free', to: 'pilot' } },
      { action: 'account.create', detail: { plan: 'free', dailyLimit: null } },
    ]);
    expect(log[0]).toMatchObject({
      actor: 'operator',
      atMs: scene.atMs,
      accountId: id,
      objectId: id,
    });
  });

  test('changes at once are put one after the other: each tells where it came from', async () => {
    const { id } = await scene.newAccount();
    const limits = Array.from({ length: 20 }, (_, i) => i + 1);
    await Promise.all(
      limits.map((dailyLimit) => scene.store.accounts.change(id, { dailyLimit }, 'operator')),
    );
    const log = (await scene.store.audit.list(id, { most: 20 })).map(({ detail }) => detail);
    expect(log).toHaveLength(20);
    const told = new Map(log.map(({ from, to }) => [from, to]));
    let at: string | number | null | undefined = null;
    for (const _ of limits) at = told.get(at ?? null);
    expect(at).toBe((await scene.store.accounts.findById(id))?.dailyLimit);
  });

  test.each([-1, 2 ** 31])('a limit of %d is not stored', async (dailyLimit) => {
    const { id } = await scene.newAccount();
    await expect(
      scene.store.accounts.change(id, { dailyLimit }, 'operator'),
    ).rejects.not.toHaveProperty('publicMessage');
    expect(await scene.store.audit.list(id, { most: 9 })).toHaveLength(1);
  });
});
