import { describe, expect, test } from 'vitest';
import { ENGINE_NAMES } from '../support/engines.ts';
import { useStore } from '../support/store-scene.ts';
import { table } from '../support/table.ts';

/** The contract of `UsageStore`, kept by both engines. */
describe.each(ENGINE_NAMES)('usage in %s', (name) => {
  const scene = useStore(name);

  test('calls are counted per day, endpoint and status class, and listed in this order', async () => {
    const { id: accountId } = await scene.newAccount();
    const calls = table<'day' | 'endpoint' | 'statusClass'>(`
      day        | endpoint     | statusClass
      2026-07-02 | /api/route   | 2xx
      2026-07-01 | /api/vehicle | 5xx
      2026-07-02 | /api/route   | 2xx
      2026-07-01 | /api/route   | 4xx
      2026-07-01 | /api/vehicle | 2xx
      2026-06-30 | /api/route   | 2xx
      2026-07-01 | /data/a.json | 3xx
    `);
    for (const { day, endpoint, statusClass } of calls)
      await scene.store.usage.note(
        { accountId, day, endpoint, statusClass: toClass(statusClass) },
        1,
      );
    const rows = await scene.store.usage.list(accountId, '2026-07-01');
    expect(rows.map((row) => `${row.day} ${row.endpoint} ${row.statusClass} ${row.calls}`)).toEqual(
      [
        '2026-07-01 /api/route 4xx 1',
        '2026-07-01 /api/vehicle 2xx 1',
        '2026-07-01 /api/vehicle 5xx 1',
        '2026-07-01 /data/a.json 3xx 1',
        '2026-07-02 /api/route 2xx 2',
      ],
    );
    expect(rows.every((row) => row.accountId === accountId)).toBe(true);
  });

  test('accounts do not share a count, and one that never called has none', async () => {
    const [first, second] = [await scene.newAccount(), await scene.newAccount()];
    const call = { day: '2026-07-01', endpoint: '/api/route', statusClass: '2xx' } as const;
    await scene.store.usage.note({ ...call, accountId: first.id }, 1);
    expect(await scene.store.usage.list(first.id, '2026-07-01')).toHaveLength(1);
    expect(await scene.store.usage.list(second.id, '2026-01-01')).toEqual([]);
  });

  test('100 notes of three calls at once are all counted', async () => {
    const { id: accountId } = await scene.newAccount();
    const call = { accountId, day: '2026-07-01', endpoint: '/api/route' } as const;
    await Promise.all(
      Array.from({ length: 100 }, () => scene.store.usage.note({ ...call, statusClass: '2xx' }, 3)),
    );
    const [row] = await scene.store.usage.list(accountId, '2026-07-01');
    expect(row?.calls).toBe(300);
  });
});

function toClass(text: string) {
  const found = (['2xx', '3xx', '4xx', '5xx'] as const).find((one) => one === text);
  if (found === undefined) throw new Error(`Expected a status class, got ${text}.`);
  return found;
}
