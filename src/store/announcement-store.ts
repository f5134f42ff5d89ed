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
import { fromInstant, fromRow, type Schema, toInstant } from './schema.ts';

/** A letter whose sending was cut off may be sent again then. Milliseconds. */
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
  const note = (
    one: Kysely<Schema>,
    action: AuditAction,
    [accountId, objectId]: LetterId,
    detail = {},
  ) => appendAudit(one, { atMs: now(), by: 'operator', action, accountId, objectId, detail });

  async function stateOf(one: Kysely<Schema>, [accountId, digest]: LetterId): Promise<LetterState> {
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

    stateOf: (accountId, digest) => stateOf(db, [accountId, digest]),

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
        const state = await stateOf(one, [accountId, digest]);
        if (state !== 'not-sent') return state;
        await note(one, 'announcement.begin', [accountId, digest], { subject });
        return 'claimed';
      }),

    noteEnd: (accountId, digest, end) =>
      note(db, end === 'sent' ? 'announcement.send' : 'announcement.fail', [accountId, digest]),
  };
}

type LetterId = readonly [accountId: string, digest: string];

async function listKeyUsers(
  db: Kysely<Schema>,
  since: string,
  { most, before }: Page,
): Promise<readonly KeyUser[]> {
  const users = db
    .selectFrom('account')
    .innerJoin('api_key', 'api_key.account_id', 'account.id')
    .selectAll('account')
    .select((row) => row.fn.max('api_key.last_used_at').$notNull().as('last_used_at'))
    .where('api_key.last_used_at', '>=', since)
    .groupBy('account.id')
    .orderBy('account.id', 'desc')
    .limit(most);
  const page = before === undefined ? users : users.where('account.id', '<', before);
  return (await page.execute()).map((row) => fromRow<KeyUser>(row));
}
