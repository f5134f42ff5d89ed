import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import {
  changeAccount,
  openAccount,
  type WantedAccount,
} from '../../src/account/manage-accounts.ts';
import type { Actor } from '../../src/account/ports.ts';
import { openStore } from '../../src/store/open-store.ts';
import { PLANS } from '../support/accounts.ts';
import { tempHome } from '../support/temp-home.ts';

const OLA = { email: 'ola@example.no' };

async function openAccounts() {
  const store = await openStore(join(tempHome(), 'veipris.db'));
  onTestFinished(() => store.close());
  const open = (wanted: WantedAccount, actor: Actor) =>
    openAccount(store.accounts, wanted, PLANS, actor);
  return { store, open };
}

test('of many who want the same account at once one makes it, and all get it', async () => {
  const { open } = await openAccounts();
  const opened = await Promise.all(Array.from({ length: 10 }, () => open(OLA, 'operator')));
  expect(opened.filter(({ kind }) => kind === 'new')).toHaveLength(1);
  expect(new Set(opened.map(({ account }) => account.id)).size).toBe(1);
});

test('an account with other terms is told from the wanted one, and left as it is', async () => {
  const { store, open } = await openAccounts();
  const { account } = await open({ ...OLA, plan: 'pilot' }, 'operator');
  expect(await open({ ...OLA, plan: 'free' }, 'owner')).toEqual({
    kind: 'differs',
    account,
  });
  expect(await open({ ...OLA, dailyLimit: 7 }, 'owner')).toEqual({
    kind: 'differs',
    account,
  });
  expect(await open({ ...OLA, dailyLimit: 5000 }, 'owner')).toEqual({
    kind: 'known',
    account,
  });
  expect(await open(OLA, 'owner')).toEqual({ kind: 'known', account });
  expect(await store.accounts.findById(account.id)).toEqual(account);
});

test('what a change changed is written down, and nothing else', async () => {
  const { store, open } = await openAccounts();
  const { account } = await open({ ...OLA, dailyLimit: 7 }, 'operator');
  await changeAccount(
    store.accounts,
    OLA.email,
    { plan: 'pilot', subscription: 'active' },
    'owner',
  );
  const [limit, plan, ...before] = await store.audit.list(account.id, { most: 10 });
  expect([limit, plan].map((entry) => [entry?.action, entry?.actor, entry?.detail])).toEqual([
    ['limit.change', 'owner', { from: 7, to: null }],
    ['plan.change', 'owner', { from: 'free', to: 'pilot' }],
  ]);
  expect(before.map(({ action }) => action)).toEqual(['account.create']);
});
