import type { Kysely } from 'kysely';
import type { KeyCall, KeyCalls, KeyUsageRow, UsageRow, UsageStore } from '../account/ports.ts';
import type { Day } from '../base/day.ts';
import { newId } from './new-id.ts';
import { fromRow, type Schema, toRow } from './schema.ts';

/**
 * Counts of calls per account, day, endpoint and status class, counts of each key, and its last calls, in a database.
 */
export function openUsageStore(db: Kysely<Schema>): UsageStore {
  return {
    async note(cell, calls) {
      await db
        .insertInto('usage_day')
        .values(toRow({ ...cell, calls }))
        .onConflict((conflict) =>
          conflict
            .columns(['account_id', 'day', 'endpoint', 'status_class'])
            .doUpdateSet((now) => ({ calls: now('usage_day.calls', '+', calls) })),
        )
        .execute();
    },

    async list(accountId, fromDay) {
      const rows = await db
        .selectFrom('usage_day')
        .selectAll()
        .where('account_id', '=', accountId)
        .where('day', '>=', fromDay)
        .orderBy('day')
        .orderBy('endpoint')
        .orderBy('status_class')
        .execute();
      return rows.map((row) => fromRow<UsageRow>(row));
    },

    noteOfKey: (keyId, calls, most) =>
      db.transaction().execute(async (one) => {
        await countOfKey(one, keyId, calls.counts);
        const last = calls.last.map((call) => toRow({ id: newId(call.atMs), keyId, ...call }));
        if (last.length > 0) await one.insertInto('recent_call').values(last).execute();
        await forgetBut(one, keyId, most);
      }),

    listByKey: (accountId, fromDay) => listByKey(db, accountId, fromDay),

    async listRecent(keyId) {
      const rows = await db
        .selectFrom('recent_call')
        .select(['at', 'method', 'endpoint', 'status', 'duration_ms'])
        .where('key_id', '=', keyId)
        .orderBy('id', 'desc')
        .execute();
      return rows.map((row) => fromRow<KeyCall>(row));
    },
  };
}

async function countOfKey(
  db: Kysely<Schema>,
  keyId: string,
  counts: KeyCalls['counts'],
): Promise<void> {
  // In one order: two processes that counted calls of one key would wait for each other's rows.
  const inOrder = counts.toSorted((a, b) =>
    `${a.day} ${a.statusClass}`.localeCompare(`${b.day} ${b.statusClass}`),
  );
  for (const cell of inOrder)
    await db
      .insertInto('key_usage_day')
      .values(toRow({ keyId, ...cell }))
      .onConflict((conflict) =>
        conflict
          .columns(['key_id', 'day', 'status_class'])
          .doUpdateSet((now) => ({ calls: now('key_usage_day.calls', '+', cell.calls) })),
      )
      .execute();
}

/** Forgets the calls of a key except its `most` newest ones. */
async function forgetBut(db: Kysely<Schema>, keyId: string, most: number): Promise<void> {
  const own = db.selectFrom('recent_call').select('id').where('key_id', '=', keyId);
  await db
    .deleteFrom('recent_call')
    .where('key_id', '=', keyId)
    .where('id', '<=', own.orderBy('id', 'desc').limit(1).offset(most))
    .execute();
}

async function listByKey(
  db: Kysely<Schema>,
  accountId: string,
  fromDay: Day,
): Promise<readonly KeyUsageRow[]> {
  const rows = await db
    .selectFrom('key_usage_day as usage')
    .innerJoin('api_key', 'api_key.id', 'usage.key_id')
    .select(['usage.key_id as keyId', 'usage.status_class as statusClass'])
    .select((row) => row.fn.sum<number | string>('usage.calls').as('calls'))
    .where('api_key.account_id', '=', accountId)
    .where('usage.day', '>=', fromDay)
    .groupBy(['usage.key_id', 'usage.status_class'])
    .orderBy('usage.key_id')
    .execute();
  return rows.map(({ calls, ...row }) => ({ ...row, calls: Number(calls) }));
}
