import type { Kysely, Selectable, Updateable } from 'kysely';
import { type Account, type PlanId, withoutTag } from '../account/account.ts';
import type { AccountChanges, AccountStore, Actor, NewAccount } from '../account/ports.ts';
import { appendAudit } from './audit-log.ts';
import { newId } from './new-id.ts';
import type { AccountTable, Schema } from './schema.ts';
import { fromInstant, toAccount, toInstant } from './schema.ts';

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
    getOrCreate: (account, actor) =>
      db.transaction().execute((one) => getOrCreate(one, account, { actor, atMs: now() })),
    async openOwn(email) {
      const by = { actor: 'owner', atMs: now() } as const;
      const open = async (one: Kysely<Schema>) => {
        const { account, isNew } = await getOrCreate(one, { email, plan: 'free' }, by);
        if (isNew && !(await isItsOwn(one, account))) throw new HasTwin();
        return account;
      };
      return db
        .transaction()
        .execute(open)
        .catch((error: unknown) => {
          if (error instanceof HasTwin) return undefined;
          throw error;
        });
    },
    change: (id, changes, actor) =>
      db.transaction().execute((one) => change(one, id, changes, { actor, atMs: now() })),
    async requestPlan(accountId, plan) {
      const by = { atMs: now(), actor: 'owner' } as const;
      const entry = { ...by, accountId, objectId: accountId, detail: { plan } };
      await appendAudit(db, { ...entry, action: 'plan.request' });
    },
    async findPlanRequest(id) {
      const [row] = await selectRequests(db)
        .where('request.account_id', '=', id)
        .limit(1)
        .execute();
      return row && toRequest(row);
    },
    async listPlanRequests({ most, before }) {
      const all = selectRequests(db).limit(most);
      const page = before === undefined ? all : all.where('request.id', '<', before);
      return (await page.execute()).map(toRequest);
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

function toRequest(row: Pick<Selectable<Schema['audit']>, 'id' | 'account_id' | 'at' | 'detail'>) {
  const { plan } = JSON.parse(row.detail) as { readonly plan: PlanId };
  return { id: row.id, accountId: row.account_id, plan, atMs: fromInstant(row.at) };
}

/** Another account has the address with another tag: nothing is made. */
class HasTwin extends Error {}

/** Whether the address without its tag is that of this account. */
async function isItsOwn(db: Kysely<Schema>, { id, email }: Account): Promise<boolean> {
  const { account_id } = await db
    .selectFrom('mailbox')
    .select('account_id')
    .where('address', '=', withoutTag(email))
    .executeTakeFirstOrThrow();
  return account_id === id;
}

interface By {
  readonly actor: Actor;
  readonly atMs: number;
}

const selectAccount = (db: Kysely<Schema>, column: 'id' | 'email', value: string) =>
  db.selectFrom('account').selectAll().where(column, '=', value);

async function find(
  db: Kysely<Schema>,
  column: 'id' | 'email',
  value: string,
): Promise<Account | undefined> {
  const row = await selectAccount(db, column, value).executeTakeFirst();
  return row && toAccount(row);
}

async function getOrCreate(
  db: Kysely<Schema>,
  { plan, dailyLimit: limit, ...account }: NewAccount,
  by: By,
): Promise<{ account: Account; isNew: boolean }> {
  const email = account.email.toLowerCase();
  const dailyLimit = limit ?? null;
  const made = await db
    .insertInto('account')
    .values({
      id: newId(by.atMs),
      email,
      plan,
      daily_limit: dailyLimit,
      created_at: toInstant(by.atMs),
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returningAll()
    .executeTakeFirst();
  if (made === undefined) {
    const row = await selectAccount(db, 'email', email).executeTakeFirstOrThrow();
    return { account: toAccount(row), isNew: false };
  }
  // The first account of an address without its tag has it; of several at once the others wait here.
  await db
    .insertInto('mailbox')
    .values({ address: withoutTag(email), account_id: made.id })
    .onConflict((conflict) => conflict.column('address').doNothing())
    .execute();
  await appendAudit(db, {
    ...by,
    action: 'account.create',
    accountId: made.id,
    objectId: made.id,
    detail: { plan, dailyLimit },
  });
  return { account: toAccount(made), isNew: true };
}

async function change(
  db: Kysely<Schema>,
  id: string,
  { plan, subscription, dailyLimit }: AccountChanges,
  by: By,
): Promise<Account | undefined> {
  const update = (row: Updateable<AccountTable>) =>
    db.updateTable('account').set(row).where('id', '=', id).returningAll();
  // An update that changes nothing is a lock that both engines know: no one else changes the
  // account between the values before and the values after.
  const before = await update({ id }).executeTakeFirst();
  if (before === undefined) return undefined;
  const after = await update({
    plan: plan ?? before.plan,
    subscription: subscription ?? before.subscription,
    daily_limit: dailyLimit === undefined ? before.daily_limit : dailyLimit,
  }).executeTakeFirstOrThrow();
  for (const [action, column] of AUDITED) {
    const [from, to] = [before[column], after[column]];
    const entry = { ...by, action, accountId: id, objectId: id, detail: { from, to } };
    if (from !== to) await appendAudit(db, entry);
  }
  return toAccount(after);
}

const AUDITED = [
  ['plan.change', 'plan'],
  ['subscription.change', 'subscription'],
  ['limit.change', 'daily_limit'],
] as const;
