import type { Kysely } from 'kysely';
import { type Account, type PlanId, withoutTag } from '../account/account.ts';
import type {
  AccountChanges,
  AccountStore,
  AnnouncementStore,
  AuditAction,
  AuditEntry,
  KeyUser,
  LetterState,
  NewAccount,
  Page,
  PlanRequest,
} from '../account/ports.ts';
import { appendAudit, type Done } from './audit-log.ts';
import {
  fromInstant,
  fromRow,
  isBefore,
  newId,
  type RowOf,
  type Schema,
  toInstant,
  toRow,
} from './schema.ts';

/**
 * Accounts in a database.
 *
 * @param now Unix time, milliseconds.
 */
export function openAccountStore(db: Kysely<Schema>, now: () => number): AccountStore {
  return {
    async isEmpty() {
      return (await db.selectFrom('account').select('id').limit(1).execute()).length === 0;
    },
    findByEmail: (email) => find(db, 'email', email.toLowerCase()),
    findById: (id) => find(db, 'id', id),
    getOrCreate: (account, by) =>
      db.transaction().execute((one) => getOrCreate(one, account, { by, atMs: now() })),
    async openOwn(email, by = 'owner') {
      const wanted = { email, plan: 'free' } as const;
      const opening = db.transaction().execute(async (one) => {
        const { account, hasDuplicate } = await getOrCreate(one, wanted, { by, atMs: now() });
        if (hasDuplicate) throw new HasDuplicate();
        return account;
      });
      return opening.catch((error: unknown) => {
        if (error instanceof HasDuplicate) return undefined;
        throw error;
      });
    },
    change: (id, changes, by) =>
      db.transaction().execute((one) => change(one, id, changes, { by, atMs: now() })),
    async requestPlan(accountId, plan, by = 'owner') {
      await appendAudit(db, 'plan.request', { accountId, detail: { plan } }, { by, atMs: now() });
    },
    async findPlanRequest(id) {
      const [row] = await selectRequests(db)
        .where('request.account_id', '=', id)
        .limit(1)
        .execute();
      return row && toRequest(row);
    },
    async listPlanRequests(page) {
      const some = selectRequests(db).where(isBefore(page.before, 'request.id')).limit(page.most);
      return (await some.execute()).map(toRequest);
    },
  };
}

/** Requests for a plan that no other request and no change of the plan came after. */
const selectRequests = (db: Kysely<Schema>) =>
  db
    .selectFrom('audit as request')
    .select(['request.id', 'request.account_id', 'request.at', 'request.detail'])
    .where('request.action', '=', 'plan.request')
    .where((row) =>
      row.not(
        row.exists(
          row
            .selectFrom('audit as later')
            .select('later.id')
            .whereRef('later.account_id', '=', 'request.account_id')
            .whereRef('later.id', '>', 'request.id')
            .where('later.action', 'in', ['plan.request', 'plan.change']),
        ),
      ),
    )
    .orderBy('request.id', 'desc');

function toRequest(
  row: RowOf<Pick<AuditEntry, 'id' | 'accountId' | 'atMs' | 'detail'>>,
): PlanRequest {
  const { detail, ...request } = fromRow<Omit<PlanRequest, 'plan'> & Pick<AuditEntry, 'detail'>>(
    row,
  );
  return { ...request, plan: detail.plan as PlanId };
}

/** Another account has the address with another tag: nothing is made. */
class HasDuplicate extends Error {}

const selectAccount = (db: Kysely<Schema>, column: 'id' | 'email', value: string) =>
  db.selectFrom('account').selectAll().where(column, '=', value);

async function find(
  db: Kysely<Schema>,
  column: 'id' | 'email',
  value: string,
): Promise<Account | undefined> {
  const row = await selectAccount(db, column, value).executeTakeFirst();
  return row && fromRow<Account>(row);
}

async function getOrCreate(
  db: Kysely<Schema>,
  { plan, dailyLimit: limit, ...account }: NewAccount,
  done: Done,
): Promise<{ account: Account; isNew: boolean; hasDuplicate?: boolean }> {
  const email = account.email.toLowerCase();
  const dailyLimit = limit ?? null;
  const terms = { email, plan, dailyLimit, subscription: 'active' } as const;
  const made = await db
    .insertInto('account')
    .values(toRow({ id: newId(done.atMs), createdAtMs: done.atMs, ...terms }))
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returningAll()
    .executeTakeFirst();
  if (made === undefined) {
    const row = await selectAccount(db, 'email', email).executeTakeFirstOrThrow();
    return { account: fromRow(row), isNew: false };
  }
  // The first account of an address without its tag has it. Others that are made at the same time wait here.
  const mailbox = await db
    .insertInto('mailbox')
    .values({ address: withoutTag(email), account_id: made.id })
    .onConflict((conflict) => conflict.column('address').doNothing())
    .returning('address')
    .executeTakeFirst();
  const change = { accountId: made.id, detail: { plan, dailyLimit } };
  await appendAudit(db, 'account.create', change, done);
  return {
    account: fromRow(made),
    isNew: true,
    ...(mailbox === undefined && { hasDuplicate: true }),
  };
}

async function change(
  db: Kysely<Schema>,
  id: string,
  { plan, subscription, dailyLimit }: AccountChanges,
  done: Done,
): Promise<Account | undefined> {
  const update = (row: Partial<Schema['account']>) =>
    db.updateTable('account').set(row).where('id', '=', id).returningAll();
  // Both engines lock the row for an update that changes nothing. So nobody else changes the account before the new
  // values are written.
  const before = await update({ id }).executeTakeFirst();
  if (before === undefined) return undefined;
  const after = await update({
    plan: plan ?? before.plan,
    subscription: subscription ?? before.subscription,
    daily_limit: dailyLimit === undefined ? before.daily_limit : dailyLimit,
  }).executeTakeFirstOrThrow();
  for (const [action, column] of AUDITED) {
    const [from, to] = [before[column], after[column]];
    if (from !== to) await appendAudit(db, action, { accountId: id, detail: { from, to } }, done);
  }
  return fromRow(after);
}

const AUDITED = [
  ['plan.change', 'plan'],
  ['subscription.change', 'subscription'],
  ['limit.change', 'daily_limit'],
] as const;

/**
 * An update that changes nothing is a lock that both engines know. It does not set the id: SQLite would look at
 * every row that refers to it.
 */
export const lockAccount = (db: Kysely<Schema>, id: string) =>
  db
    .updateTable('account')
    .set((row) => ({ created_at: row.ref('created_at') }))
    .where('id', '=', id)
    .execute();

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
