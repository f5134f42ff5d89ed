import type { Kysely } from 'kysely';
import type { UsageStore } from '../account/ports.ts';
import type { Schema } from './schema.ts';

/** Calls per account, day, endpoint and status class in a database, one statement for each cell. */
export function openUsageStore(db: Kysely<Schema>): UsageStore {
  return {
    async note({ accountId, day, endpoint, statusClass }, calls) {
      await db
        .insertInto('usage_day')
        .values({ account_id: accountId, day, endpoint, status_class: statusClass, calls })
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
        .select(['day', 'endpoint', 'status_class as statusClass', 'calls'])
        .where('account_id', '=', accountId)
        .where('day', '>=', fromDay)
        .orderBy('day')
        .orderBy('endpoint')
        .orderBy('status_class')
        .execute();
      return rows.map((row) => ({ accountId, ...row }));
    },
  };
}
