import type { Kysely } from 'kysely';
import type { Account } from '../account/account.ts';
import type { FoundSession, SessionStore } from '../account/sessions.ts';
import type { KnownBrowserStore, LinkStore, WelcomedBrowser } from '../account/sign-in.ts';
import type { VisitStore } from '../account/visits.ts';
import type { Day } from '../base/day.ts';
import { appendAudit } from './audit-log.ts';
import { fromInstant, fromRow, type Schema, toInstant, toRow } from './schema.ts';

/**
 * Sessions in a database, as hashes. A session that was ended is gone.
 *
 * @param now Unix time, milliseconds.
 */
export function openSessionStore(db: Kysely<Schema>, now: () => number): SessionStore {
  return {
    add: ({ idleEndMs, ...session }, by = 'owner') =>
      db.transaction().execute(async (one) => {
        const { accountId, createdAtMs: atMs } = session;
        const times = { seen_at: toInstant(atMs), idle_end: toInstant(idleEndMs) };
        await one
          .insertInto('session')
          .values({ ...toRow(session), ...times })
          .execute();
        await appendAudit(one, 'session.start', { accountId }, { by, atMs });
      }),
    find: (hash, day, nowMs) => find(db, hash, day, toInstant(nowMs)),
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
    endAll: (accountId, by = 'owner') =>
      db.transaction().execute(async (one) => {
        await one.deleteFrom('session').where('account_id', '=', accountId).execute();
        await appendAudit(one, 'session.end_all', { accountId }, { by, atMs: now() });
      }),
  };
}

async function find(
  db: Kysely<Schema>,
  hash: string,
  day: Day,
  now: string,
): Promise<FoundSession | undefined> {
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
  if (row === undefined) return undefined;
  const { seen_at, used, ...account } = row;
  return { account: fromRow<Account>(account), used: used ?? 0, seenAtMs: fromInstant(seen_at) };
}

/** Sign-in links in a database, as hashes. A link that was used is gone. */
export function openLinkStore(db: Kysely<Schema>): LinkStore {
  return {
    async add(link) {
      await db.insertInto('sign_in_link').values(toRow(link)).execute();
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

    welcome: (browser, most) => db.transaction().execute((one) => welcome(one, browser, most)),

    async forgetAll(accountId) {
      await db.deleteFrom('known_browser').where('account_id', '=', accountId).execute();
    },
  };
}

async function welcome(
  db: Kysely<Schema>,
  { formerHash, ...browser }: WelcomedBrowser,
  most: number,
): Promise<void> {
  const { hash, accountId, seenAtMs, endsAtMs } = browser;
  if (formerHash !== undefined)
    await db.updateTable('known_browser').set({ hash }).where('hash', '=', formerHash).execute();
  await db
    .insertInto('known_browser')
    .values(toRow(browser))
    .onConflict((conflict) =>
      conflict.columns(['hash', 'account_id']).doUpdateSet(toRow({ seenAtMs, endsAtMs })),
    )
    .execute();
  const kept = db
    .selectFrom('known_browser')
    .select('hash')
    .where('account_id', '=', accountId)
    .orderBy('seen_at', 'desc')
    .orderBy('hash')
    .limit(most);
  await db
    .deleteFrom('known_browser')
    .where('account_id', '=', accountId)
    .where('hash', 'not in', kept)
    .execute();
}

/** Counted visits in a database, one statement each. */
export function openVisitStore(db: Kysely<Schema>): VisitStore {
  return {
    async take(visit, limit, visits) {
      // The first is an insert, which the condition of the update does not reach.
      if (limit < visits) return undefined;
      const row = await db
        .insertInto('visit')
        .values(toRow({ ...visit, used: visits }))
        .onConflict((conflict) =>
          conflict
            .columns(['subject', 'period'])
            .doUpdateSet((now) => ({ used: now('visit.used', '+', visits) }))
            .where('visit.used', '<=', limit - visits),
        )
        .returning('used')
        .executeTakeFirst();
      return row?.used;
    },

    async giveBack({ subject, period }, visits) {
      await db
        .updateTable('visit')
        .set((now) => ({ used: now('used', '-', visits) }))
        .where('subject', '=', subject)
        .where('period', '=', period)
        .where('used', '>=', visits)
        .execute();
    },

    async saltOf(day, offered) {
      await db
        .insertInto('visit_salt')
        .values({ day, salt: offered })
        .onConflict((conflict) => conflict.column('day').doNothing())
        .execute();
      await db.deleteFrom('visit_salt').where('day', '<', day).execute();
      const { salt } = await db
        .selectFrom('visit_salt')
        .select('salt')
        .where('day', '=', day)
        .executeTakeFirstOrThrow();
      return salt;
    },
  };
}
