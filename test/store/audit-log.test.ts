import { describe, expect, test } from 'vitest';
import { ENGINE_NAMES } from '../support/engines.ts';
import { useStore } from '../support/store-scene.ts';

/** The contract of `AuditLog`, kept by both engines. */
describe.each(ENGINE_NAMES)('the audit log in %s', (name) => {
  const scene = useStore(name);

  test('the newest come first, as many as are asked for, of one account only', async () => {
    const { id } = await scene.newAccount();
    await scene.newKey();
    for (let i = 1; i <= 5; i++)
      await scene.store.accounts.change(id, { dailyLimit: i }, 'operator');
    const log = await scene.store.audit.list(id, { most: 3 });
    expect(log.map(({ detail }) => detail.to)).toEqual([5, 4, 3]);
    expect(await scene.store.audit.list(id, { most: 99 })).toHaveLength(6);
    expect(await scene.store.audit.list('nobody', { most: 99 })).toEqual([]);
    const next = await scene.store.audit.list(id, { most: 2, before: log.at(-1)?.id ?? '' });
    expect(next.map(({ detail }) => detail.to)).toEqual([2, 1]);
  });

  test('an entry of more than a year ago can be removed, and none that is younger', async () => {
    const { id } = await scene.newAccount();
    const nowMs = Date.now();
    for (const daysAgo of [800, 366, 364]) {
      scene.atMs = nowMs - daysAgo * 86_400_000;
      await scene.store.accounts.change(id, { dailyLimit: daysAgo }, 'operator');
    }
    const remove = (daysAgo: number) =>
      scene.engine.ask(
        `delete from audit where account_id = '${id}' and detail like '%:${daysAgo}}'`,
      );
    await remove(800);
    await remove(366);
    await expect(remove(364)).rejects.toThrow('the audit log is append-only');
    const left = await scene.store.audit.list(id, { most: 9 });
    expect(left.map(({ detail }) => detail.to)).toEqual([364, undefined]);
  });

  const attempts = [
    `update audit set actor = 'owner'`,
    'delete from audit',
    ...(name === 'sqlite'
      ? ['insert or replace into audit select * from audit']
      : ['truncate audit']),
    `delete from audit where account_id = (select max(account_id) from audit)`,
  ];

  test.each(attempts)('the database itself refuses: %s', async (statement) => {
    const { id } = await scene.newAccount();
    const before = await scene.engine.ask('select * from audit order by id');
    await expect(scene.engine.ask(statement)).rejects.toThrow('the audit log is append-only');
    expect(await scene.engine.ask('select * from audit order by id')).toEqual(before);
    expect(await scene.store.audit.list(id, { most: 9 })).toHaveLength(1);
  });
});
