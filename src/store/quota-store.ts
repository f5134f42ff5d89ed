import type { Insertable, Kysely } from 'kysely';
import type { QuotaStore, UsageStore } from '../account/ports.ts';
import type { Day } from '../base/day.ts';
import { type PlaceOf, prepareOnce } from './prepare-once.ts';
import type { QuotaCreditTable, Schema } from './schema.ts';

/** Nobody asks for the credit of a call again after so many days. */
export const CREDIT_DAYS = 7;

/** The counters of calls in a database. The count of a day stays for good: one small row. */
export function openQuotaStore(db: Kysely<Schema>): QuotaStore {
  return {
    takeOne: prepareTakeOne(db),
    giveOneBack: ({ callId, accountId, day }) =>
      db.transaction().execute(async (one) => {
        if (await isNewCredit(one, { call_id: callId, account_id: accountId, day })) {
          await subtractOne(one, accountId, day);
        }
        return getUsed(one, accountId, day);
      }),
    getUsed: (accountId, day) => getUsed(db, accountId, day),
  };
}

/** Asked with every counted call. */
function prepareTakeOne(db: Kysely<Schema>): QuotaStore['takeOne'] {
  const take = prepareOnce(db, (of: PlaceOf<Taking>) =>
    db
      .insertInto('quota_day')
      .values({ account_id: of('accountId'), day: of('day'), used: 1 })
      .onConflict((conflict) =>
        conflict
          .columns(['account_id', 'day'])
          .doUpdateSet((now) => ({ used: now('quota_day.used', '+', 1) }))
          .where('quota_day.used', '<', of('limit')),
      )
      .returning('used'),
  );
  return async (accountId, day, limit) => {
    // The first call of a day is an insert, which the condition of the update does not reach.
    if (limit < 1) return undefined;
    return (await take({ accountId, day, limit }))?.used;
  };
}

interface Taking {
  readonly accountId: string;
  readonly day: Day;
  readonly limit: number;
}

async function getUsed(db: Kysely<Schema>, accountId: string, day: Day): Promise<number> {
  const row = await db
    .selectFrom('quota_day')
    .select('used')
    .where('account_id', '=', accountId)
    .where('day', '=', day)
    .executeTakeFirst();
  return row?.used ?? 0;
}

async function isNewCredit(
  db: Kysely<Schema>,
  credit: Insertable<QuotaCreditTable>,
): Promise<boolean> {
  const row = await db
    .insertInto('quota_credit')
    .values(credit)
    .onConflict((conflict) => conflict.column('call_id').doNothing())
    .returning('call_id')
    .executeTakeFirst();
  return row !== undefined;
}

const subtractOne = (db: Kysely<Schema>, accountId: string, day: Day) =>
  db
    .updateTable('quota_day')
    .set((now) => ({ used: now('used', '-', 1) }))
    .where('account_id', '=', accountId)
    .where('day', '=', day)
    .where('used', '>', 0)
    .execute();

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
