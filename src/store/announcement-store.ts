import type { Kysely } from 'kysely';
import type {
  AnnouncementStore,
  AuditAction,
  KeyUser,
  LetterState,
  Page,
} from '../account/ports.ts';
import { lockAccount } from './account-store.ts';
import { appendAudit } from './audit-log.ts';
import { fromInstant, fromRow, isBefore, type Schema, toInstant } from './schema.ts';

/** After this time a letter whose sending was cut off may be sent again. Milliseconds. */
const CUT_OFF_MS = 600_000;

const STATES: Partial<Record<AuditAction, LetterState>> = {
  'announcement.begin': 'under-way',
  'announcement.send': 'sent',
  'announcement.fail': 'not-sent',
};

/**
 * Announcements in a database: the audit log says what became of each letter.
 *
 * @param now Unix time, milliseconds.
 */
export function openAnnouncementStore(db: Kysely<Schema>, now: () => number): AnnouncementStore {
  const done = () => ({ atMs: now(), by: 'operator' }) as const;

  async function stateOf(
    one: Kysely<Schema>,
    accountId: string,
    digest: string,
  ): Promise<LetterState> {
    const last = await one
      .selectFrom('audit')
      .select(['action', 'at'])
      .where('account_id', '=', accountId)
      .where('object_id', '=', digest)
      .orderBy('id', 'desc')
      .executeTakeFirst();
    const state = (last && STATES[last.action]) ?? 'not-sent';
    const isCutOff = last !== undefined && fromInstant(last.at) <= now() - CUT_OFF_MS;
    return state === 'under-way' && isCutOff ? 'not-sent' : state;
  }

  return {
    listKeyUsers: (sinceMs, page) => listKeyUsers(db, toInstant(sinceMs), page),

    stateOf: (accountId, digest) => stateOf(db, accountId, digest),

    async listFailures(digest) {
      const failures = db
        .selectFrom('audit')
        .select((row) => ['account_id', row.fn.max('at').as('at')])
        .where('object_id', '=', digest)
        .where('action', '=', 'announcement.fail')
        .groupBy('account_id');
      return new Map(
        (await failures.execute()).map((row) => [row.account_id ?? '', fromInstant(row.at)]),
      );
    },

    claim: (accountId, digest, subject) =>
      db.transaction().execute(async (one) => {
        await lockAccount(one, accountId);
        const state = await stateOf(one, accountId, digest);
        if (state !== 'not-sent') return state;
        const letter = { accountId, objectId: digest, detail: { subject } };
        await appendAudit(one, 'announcement.begin', letter, done());
        return 'claimed';
      }),

    noteEnd(accountId, digest, end) {
      const action = end === 'sent' ? 'announcement.send' : 'announcement.fail';
      return appendAudit(db, action, { accountId, objectId: digest }, done());
    },
  };
}

async function listKeyUsers(db: Kysely<Schema>, since: string, page: Page) {
  const users = await db
    .selectFrom('account')
    .innerJoin('api_key', 'api_key.account_id', 'account.id')
    .selectAll('account')
    .select((row) => row.fn.max('api_key.last_used_at').$notNull().as('last_used_at'))
    .where('api_key.last_used_at', '>=', since)
    .where(isBefore(page.before, 'account.id'))
    .groupBy('account.id')
    .orderBy('account.id', 'desc')
    .limit(page.most)
    .execute();
  return users.map((row) => fromRow<KeyUser>(row));
}
