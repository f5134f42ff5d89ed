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
    const log = await scene.store.audit.list(id, 3);
    expect(log.map(({ detail }) => detail.to)).toEqual([5, 4, 3]);
    expect(await scene.store.audit.list(id, 99)).toHaveLength(6);
    expect(await scene.store.audit.list('nobody', 99)).toEqual([]);
  });

  const attempts = [
    `update audit set actor = 'owner'`,
    'delete from audit',
    ...(name === 'sqlite'
      ? ['insert or replace into audit select * from audit']
      : ['truncate audit', `delete from audit where id = 'none'`]),
  ];

  test.each(attempts)('the database itself refuses: %s', async (statement) => {
    const { id } = await scene.newAccount();
    const before = await scene.engine.ask('select * from audit order by id');
    await expect(scene.engine.ask(statement)).rejects.toThrow('the audit log is append-only');
    expect(await scene.engine.ask('select * from audit order by id')).toEqual(before);
    expect(await scene.store.audit.list(id, 9)).toHaveLength(1);
  });
});
