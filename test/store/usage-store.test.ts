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

  test('the calls of each key are summed from a day on, and its last ones told the newest first', async () => {
    const { usage } = scene.store;
    const one = await scene.newKey();
    const other = await scene.newKey(one.accountId);
    const call = { method: 'GET', endpoint: '/api/route', status: 200, durationMs: 3 };
    const last = [1, 2, 3].map((at) => ({ ...call, atMs: scene.atMs + at }));
    const counts = [
      { day: '2026-06-30', statusClass: '2xx', calls: 5 },
      { day: '2026-07-01', statusClass: '2xx', calls: 2 },
      { day: '2026-07-01', statusClass: '4xx', calls: 1 },
    ] as const;
    for (let i = 0; i < 2; i++) await usage.noteOfKey(one.id, { counts, last }, 4);
    await usage.noteOfKey(other.id, { counts: counts.slice(1, 2), last: [] }, 4);
    expect(await usage.listByKey(one.accountId, '2026-07-01')).toEqual([
      { keyId: one.id, statusClass: '2xx', calls: 4 },
      { keyId: one.id, statusClass: '4xx', calls: 2 },
      { keyId: other.id, statusClass: '2xx', calls: 2 },
    ]);
    expect((await usage.listByKey(one.accountId, '2026-06-01'))[0]?.calls).toBe(14);
    const recent = await usage.listRecent(one.id);
    expect(recent.map(({ atMs }) => atMs - scene.atMs)).toEqual([3, 2, 1, 3]);
    expect(recent[0]).toEqual({ ...call, atMs: scene.atMs + 3 });
    expect(await usage.listRecent(other.id)).toEqual([]);
  });

  test('no call is remembered with what it asked', async () => {
    const { id } = await scene.newKey();
    const asked = { atMs: 0, method: 'GET', status: 200, durationMs: 3 };
    for (const endpoint of ['/api/route?from=59.9,10.7', '/api/vehicle?plate=QQ10003'])
      await expect(
        scene.store.usage.noteOfKey(id, { counts: [], last: [{ ...asked, endpoint }] }, 9),
      ).rejects.toThrow();
    expect(await scene.store.usage.listRecent(id)).toEqual([]);
  });
});

function toClass(text: string) {
  const found = (['2xx', '3xx', '4xx', '5xx'] as const).find((one) => one === text);
  if (found === undefined) throw new Error(`Expected a status class, got ${text}.`);
  return found;
}
