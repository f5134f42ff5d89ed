import type { Kysely } from 'kysely';
import type { KnownBrowserStore } from '../account/visitor-ports.ts';
import { toInstant } from './instant.ts';
import type { Schema } from './schema.ts';

/** Browsers that have signed in, as hashes. */
export function openKnownBrowserStore(db: Kysely<Schema>): KnownBrowserStore {
  return {
    async isKnown(hash, email, nowMs) {
      const row = await db
        .selectFrom('known_browser')
        .innerJoin('account', 'account.id', 'known_browser.account_id')
        .select('known_browser.hash')
        .where('known_browser.hash', '=', hash)
        .where('known_browser.ends_at', '>', toInstant(nowMs))
        .where('account.email', '=', email)
        .executeTakeFirst();
      return row !== undefined;
    },

    welcome: ({ hash, formerHash, accountId, atMs, endsAtMs }, most) =>
      db.transaction().execute(async (one) => {
        if (formerHash !== undefined)
          await one
            .updateTable('known_browser')
            .set({ hash })
            .where('hash', '=', formerHash)
            .execute();
        const seen = { seen_at: toInstant(atMs), ends_at: toInstant(endsAtMs) };
        await one
          .insertInto('known_browser')
          .values({ hash, account_id: accountId, ...seen })
          .onConflict((conflict) => conflict.columns(['hash', 'account_id']).doUpdateSet(seen))
          .execute();
        const kept = one
          .selectFrom('known_browser')
          .select('hash')
          .where('account_id', '=', accountId)
          .orderBy('seen_at', 'desc')
          .orderBy('hash')
          .limit(most);
        await one
          .deleteFrom('known_browser')
          .where('account_id', '=', accountId)
          .where('hash', 'not in', kept)
          .execute();
      }),

    async forgetAll(accountId) {
      await db.deleteFrom('known_browser').where('account_id', '=', accountId).execute();
    },
  };
}
