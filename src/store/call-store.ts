/** The counts of calls in a database: those that a quota limits, and those that a report of usage shows. */
import { type Kysely, sql } from 'kysely';
import type {
  CountedCall,
  KeyCall,
  KeyCalls,
  KeyUsageRow,
  OnceCall,
  QuotaStore,
  TakenOnce,
  UsageRow,
  UsageStore,
} from '../account/ports.ts';
import type { Day } from '../base/day.ts';
import { fromInstant, fromRow, newId, type Schema, toInstant, toRow } from './schema.ts';

/** After this many days the credit of a call is not asked for again. */
export const CREDIT_DAYS = 7;

/** The counters of calls in a database. The count of a day stays for good: one small row. */
export function openQuotaStore(db: Kysely<Schema>): QuotaStore {
  return {
    take: (call, limit) => take(db, call, limit),
    takeOnce: (call, once, limit) => takeOnce(db, call, once, limit),
    giveBack: ({ callId, ...call }) =>
      db.transaction().execute(async (one) => {
        const { accountId, day } = call;
        if (await isNewCredit(one, { call_id: callId, account_id: accountId, day }))
          await (call.onceDigest === undefined ? subtract(one, call) : giveUpOnce(one, call));
        return getUsed(one, call);
      }),
    async noteAnswered({ accountId, onceDigest = '' }) {
      await updateOnce(db, accountId, onceDigest)
        .set((now) => ({ answered: now('answered', '+', 1), running: now('running', '-', 1) }))
        .where('running', '>', 0)
        .execute();
    },
    getUsed: (accountId, day, of = {}) => getUsed(db, { accountId, day, ...of }),
  };
}

/** Where the calls of a day are counted. */
export function tableOf({ isTest, isJob }: Pick<CountedCall, 'isTest' | 'isJob'>) {
  if (isTest) return 'quota_test_day';
  return isJob ? 'quota_job_day' : 'quota_day';
}

/**
 * Asked with every counted call. It is written as a text: the query builder takes longer than SQLite does to answer.
 */
export async function take(
  db: Kysely<Schema>,
  call: CountedCall,
  limit: number,
): Promise<number | undefined> {
  const { accountId, day, units = 1 } = call;
  // The first call of a day is an insert, which the condition of the update does not reach.
  if (limit < units) return undefined;
  const quota = sql.table(tableOf(call));
  const { rows } = await sql<{ used: number }>`
    insert into ${quota} (account_id, day, used) values (${accountId}, ${day}, ${units})
    on conflict (account_id, day) do update set used = ${quota}.used + excluded.used
      where ${quota}.used <= ${limit - units}
    returning used`.execute(db);
  return rows[0]?.used;
}

async function takeOnce(
  db: Kysely<Schema>,
  call: CountedCall,
  once: OnceCall,
  limit: number,
): Promise<TakenOnce> {
  const taken = await db.transaction().execute(async (one): Promise<TakenOnce | undefined> => {
    if (!(await isFirst(one, call, once))) return joinOthers(one, call, once);
    const used = await take(one, call, limit);
    if (used !== undefined) return { kind: 'counted', used };
    await forgetOnce(one, call.accountId, once.onceDigest).execute();
    return { kind: 'no-room' };
  });
  // If the other calls were forgotten between the two looks, this one is the first again.
  return taken ?? takeOnce(db, call, once, limit);
}

async function isFirst(db: Kysely<Schema>, call: CountedCall, once: OnceCall): Promise<boolean> {
  const { accountId, day, units = 1 } = call;
  await forgetOnce(db, accountId, once.onceDigest)
    .where('ends_at', '<=', toInstant(once.askedAtMs))
    .execute();
  const row = await db
    .insertInto('counted_once')
    .values(toRow({ accountId, day, units, ...once, running: 1, answered: 0 }))
    .onConflict((conflict) => conflict.columns(['account_id', 'once_digest']).doNothing())
    .returning('once_digest')
    .executeTakeFirst();
  return row !== undefined;
}

/** @returns `undefined` when there is nothing to join any more. */
async function joinOthers(
  db: Kysely<Schema>,
  call: CountedCall,
  { onceDigest, questionDigest, dataVersion }: OnceCall,
): Promise<TakenOnce | undefined> {
  const row = await updateOnce(db, call.accountId, onceDigest)
    .set((now) => ({ running: now('running', '+', 1) }))
    .where('question_digest', '=', questionDigest)
    .where('data_version', '=', dataVersion)
    .returning('asked_at')
    .executeTakeFirst();
  if (row !== undefined)
    return {
      kind: 'repeated',
      used: await getUsed(db, call),
      firstAtMs: fromInstant(row.asked_at),
    };
  const other = await db
    .selectFrom('counted_once')
    .select('question_digest')
    .where(isOnce(call.accountId, onceDigest))
    .executeTakeFirst();
  if (other === undefined) return undefined;
  return { kind: other.question_digest === questionDigest ? 'other-data' : 'other-question' };
}

/** Notes that one of the calls failed. They are credited if none was answered, and none may still be. */
async function giveUpOnce(db: Kysely<Schema>, call: CountedCall): Promise<void> {
  const { accountId, isTest = false, onceDigest = '' } = call;
  const row = await updateOnce(db, accountId, onceDigest)
    .set((now) => ({ running: now('running', '-', 1) }))
    .where('running', '>', 0)
    .returning(['running', 'answered', 'day', 'units'])
    .executeTakeFirst();
  if (row === undefined || row.running > 0 || row.answered > 0) return;
  await forgetOnce(db, accountId, onceDigest).execute();
  await subtract(db, { accountId, isTest, day: row.day, units: row.units });
}

const isOnce = (accountId: string, onceDigest: string) =>
  sql<boolean>`account_id = ${accountId} and once_digest = ${onceDigest}`;

const updateOnce = (db: Kysely<Schema>, accountId: string, onceDigest: string) =>
  db.updateTable('counted_once').where(isOnce(accountId, onceDigest));

const forgetOnce = (db: Kysely<Schema>, accountId: string, onceDigest: string) =>
  db.deleteFrom('counted_once').where(isOnce(accountId, onceDigest));

async function getUsed(db: Kysely<Schema>, call: CountedCall): Promise<number> {
  const { accountId, day } = call;
  const row = await db
    .selectFrom(tableOf(call))
    .select('used')
    .where('account_id', '=', accountId)
    .where('day', '=', day)
    .executeTakeFirst();
  return row?.used ?? 0;
}

async function isNewCredit(db: Kysely<Schema>, credit: Schema['quota_credit']): Promise<boolean> {
  const row = await db
    .insertInto('quota_credit')
    .values(credit)
    .onConflict((conflict) => conflict.column('call_id').doNothing())
    .returning('call_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Takes units off a day, which never falls below 0. */
export function subtract(db: Kysely<Schema>, call: CountedCall) {
  const { accountId, day, units = 1 } = call;
  const left = sql<number>`case when used < ${units} then 0 else used - ${units} end`;
  return db
    .updateTable(tableOf(call))
    .set({ used: left })
    .where('account_id', '=', accountId)
    .where('day', '=', day)
    .execute();
}

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
