import type { Kysely } from 'kysely';
import type { FoundSession, NewSession, SessionStore } from '../account/visitor-ports.ts';
import type { Day } from '../base/day.ts';
import { toAccount } from './account-row.ts';
import { appendAudit } from './audit-log.ts';
import { fromInstant, toInstant } from './instant.ts';
import type { Schema } from './schema.ts';

/**
 * Sessions in a database, as hashes. A session that was ended is gone.
 *
 * @param now Unix time, milliseconds.
 */
export function openSessionStore(db: Kysely<Schema>, now: () => number): SessionStore {
  return {
    add: (session) => db.transaction().execute((one) => add(one, session)),
    find: (hash, day, nowMs) => find(db, hash, { day, nowMs }),
    async noteUse(hash, { seenAtMs, idleEndMs }) {
      await db
        .updateTable('session')
        .set({ seen_at: toInstant(seenAtMs), idle_end: toInstant(idleEndMs) })
        .where('hash', '=', hash)
        .where('seen_at', '<', toInstant(seenAtMs))
        .execute();
    },
    async end(hash) {
      await db.deleteFrom('session').where('hash', '=', hash).execute();
    },
    endAll: (accountId) =>
      db.transaction().execute(async (one) => {
        await one.deleteFrom('session').where('account_id', '=', accountId).execute();
        await audit(one, 'session.end_all', accountId, now());
      }),
  };
}

async function add(
  db: Kysely<Schema>,
  { hash, accountId, atMs, idleEndMs, endsAtMs }: NewSession,
): Promise<void> {
  const at = toInstant(atMs);
  await db
    .insertInto('session')
    .values({
      hash,
      account_id: accountId,
      created_at: at,
      seen_at: at,
      idle_end: toInstant(idleEndMs),
      ends_at: toInstant(endsAtMs),
    })
    .execute();
  await audit(db, 'session.start', accountId, atMs);
}

const audit = (
  db: Kysely<Schema>,
  action: 'session.start' | 'session.end_all',
  accountId: string,
  atMs: number,
) => appendAudit(db, { atMs, actor: 'owner', action, accountId, objectId: accountId, detail: {} });

async function find(
  db: Kysely<Schema>,
  hash: string,
  { day, nowMs }: { readonly day: Day; readonly nowMs: number },
): Promise<FoundSession | undefined> {
  const now = toInstant(nowMs);
  const row = await db
    .selectFrom('session')
    .innerJoin('account', 'account.id', 'session.account_id')
    .leftJoin('quota_day', (join) =>
      join.onRef('quota_day.account_id', '=', 'account.id').on('quota_day.day', '=', day),
    )
    .selectAll('account')
    .select(['session.seen_at', 'quota_day.used'])
    .where('session.hash', '=', hash)
    .where('session.idle_end', '>', now)
    .where('session.ends_at', '>', now)
    .executeTakeFirst();
  return (
    row && { account: toAccount(row), used: row.used ?? 0, seenAtMs: fromInstant(row.seen_at) }
  );
}
