import { type Kysely, sql } from 'kysely';
import type { KeyStore } from '../account/ports.ts';
import type { Day } from '../base/day.ts';
import { toAccount } from './account-row.ts';
import { fromInstant, toInstant } from './instant.ts';
import { openKeyChanges } from './key-changes.ts';
import { toApiKey } from './key-row.ts';
import { type PlaceOf, prepareOnce } from './prepare-once.ts';
import type { Schema } from './schema.ts';

/**
 * Keys in a database, as hashes.
 *
 * @param now Unix time, milliseconds.
 */
export function openKeyStore(db: Kysely<Schema>, now: () => number): KeyStore {
  // The newest first: ids sort by the time they were made at.
  const keys = db.selectFrom('api_key').selectAll().orderBy('id', 'desc');
  return {
    ...openKeyChanges(db, now),
    async list(accountId) {
      return (await keys.where('account_id', '=', accountId).execute()).map(toApiKey);
    },
    async findById(id) {
      return (await keys.where('id', '=', id).execute()).map(toApiKey)[0];
    },
    async listByPrefix(prefix) {
      // Reads the whole table: operators ask so, seldom, and `like` is not the same in SQLite.
      const beginning = sql`substr(prefix, 1, length(${prefix}))`;
      return (await keys.where(beginning, '=', prefix).execute()).map(toApiKey);
    },
    async findByHash(hash) {
      return (await keys.where('hash', '=', hash).execute()).map(toApiKey)[0];
    },
    findHolder: prepareFindHolder(db),
    noteUse: (id, hourMs) => noteUse(db, id, toInstant(hourMs)),
  };
}

/** Asked with every call. */
function prepareFindHolder(db: Kysely<Schema>): KeyStore['findHolder'] {
  const findRow = prepareOnce(db, (of: PlaceOf<{ hash: string; day: Day }>) =>
    db
      .selectFrom('api_key')
      .innerJoin('account', 'account.id', 'api_key.account_id')
      .leftJoin('quota_day', (join) =>
        join.onRef('quota_day.account_id', '=', 'account.id').on('quota_day.day', '=', of('day')),
      )
      .selectAll('account')
      .select(['api_key.id as key_id', 'api_key.last_used_at', 'quota_day.used'])
      .where('api_key.hash', '=', of('hash'))
      .where('api_key.rotated_at', 'is', null)
      .where('api_key.revoked_at', 'is', null),
  );
  return async (hash, day) => {
    const row = await findRow({ hash, day });
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
