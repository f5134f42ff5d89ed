import { type Kysely, sql } from 'kysely';
import type { KeyStore, KeyUse, Page } from '../account/ports.ts';
import type { Day } from '../base/day.ts';
import { openKeyChanges } from './key-changes.ts';
import { type PlaceOf, prepareOnce } from './prepare-once.ts';
import type { QuotaTable } from './quota-store.ts';
import type { Schema } from './schema.ts';
import { fromInstant, isLiveAt, toAccount, toApiKey, toInstant } from './schema.ts';

/**
 * Keys in a database, as hashes.
 *
 * @param now Unix time, milliseconds.
 */
export function openKeyStore(db: Kysely<Schema>, now: () => number): KeyStore {
  // The newest first: ids sort by the time they were made at.
  const keys = db.selectFrom('api_key').selectAll().orderBy('id', 'desc');
  const nowText = () => toInstant(now());
  const read = async (query: typeof keys, { most, before }: Page) => {
    const page = before === undefined ? query : query.where('id', '<', before);
    return (await page.limit(most).execute()).map(toApiKey);
  };
  return {
    ...openKeyChanges(db, now),
    list(accountId, page, use) {
      const own = keys.where('account_id', '=', accountId);
      return read(use === undefined ? own : own.where(isOfUse(use, nowText())), page);
    },
    async findById(id) {
      return (await keys.where('id', '=', id).execute()).map(toApiKey)[0];
    },
    listByPrefix(prefix, page) {
      // Looks at every row: operators ask so, seldom, and `like` is not the same in SQLite.
      const beginning = sql`substr(prefix, 1, length(${prefix}))`;
      return read(keys.where(beginning, '=', prefix), page);
    },
    async findByHash(hash) {
      return (await keys.where('hash', '=', hash).execute()).map(toApiKey)[0];
    },
    findHolder: prepareFindHolder(db, nowText),
    noteUse: (id, hourMs) => noteUse(db, id, toInstant(hourMs)),
  };
}

const isOfUse = (use: KeyUse, now: string) => {
  const isLive = isLiveAt(now);
  return use === 'live' ? isLive : sql<boolean>`not (${isLive})`;
};

/** Asked with every call. */
function prepareFindHolder(db: Kysely<Schema>, now: () => string): KeyStore['findHolder'] {
  const prepare = (table: QuotaTable) =>
    prepareOnce(db, (of: PlaceOf<{ hash: string; day: Day; now: string }>) =>
      db
        .selectFrom('api_key')
        .innerJoin('account', 'account.id', 'api_key.account_id')
        .leftJoin(`${table} as quota`, (join) =>
          join.onRef('quota.account_id', '=', 'account.id').on('quota.day', '=', of('day')),
        )
        .selectAll('account')
        .select(['api_key.id as key_id', 'api_key.last_used_at', 'quota.used'])
        .where('api_key.hash', '=', of('hash'))
        .where('api_key.rotated_at', 'is', null)
        .where('api_key.revoked_at', 'is', null)
        .where((row) =>
          row.or([row('api_key.ends_at', 'is', null), row('api_key.ends_at', '>', of('now'))]),
        ),
    );
  const find = { live: prepare('quota_day'), test: prepare('quota_test_day') };
  return async (hash, day, isTest = false) => {
    const row = await find[isTest ? 'test' : 'live']({ hash, day, now: now() });
    return (
      row && {
        account: toAccount(row),
        keyId: row.key_id,
        ...(row.last_used_at !== null && { lastUsedAtMs: fromInstant(row.last_used_at) }),
        used: row.used ?? 0,
      }
    );
  };
}

async function noteUse(db: Kysely<Schema>, id: string, hour: string): Promise<void> {
  await db
    .updateTable('api_key')
    .set({ last_used_at: hour })
    .where('id', '=', id)
    .where((key) => key.or([key('last_used_at', 'is', null), key('last_used_at', '<', hour)]))
    .execute();
}
