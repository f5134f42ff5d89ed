import type { Kysely } from 'kysely';
import type { LinkStore } from '../account/visitor-ports.ts';
import { toInstant } from './instant.ts';
import type { Schema } from './schema.ts';

/** Sign-in links in a database, as hashes. A link that was used is gone. */
export function openLinkStore(db: Kysely<Schema>): LinkStore {
  return {
    async add({ tokenHash, browserHash, email, endsAtMs }) {
      await db
        .insertInto('sign_in_link')
        .values({
          token_hash: tokenHash,
          browser_hash: browserHash,
          email,
          ends_at: toInstant(endsAtMs),
        })
        .execute();
    },

    async take(tokenHash, browserHash, nowMs) {
      const row = await db
        .deleteFrom('sign_in_link')
        .where('token_hash', '=', tokenHash)
        .where('browser_hash', '=', browserHash)
        .where('ends_at', '>', toInstant(nowMs))
        .returning('email')
        .executeTakeFirst();
      return row?.email;
    },
  };
}
