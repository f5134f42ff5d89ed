import type { Kysely } from 'kysely';
import type { ApiKey } from '../account/account.ts';
import type { Actor, KeyStore, NewKey } from '../account/ports.ts';
import { appendAudit } from './audit-log.ts';
import { newId } from './new-id.ts';
import type { Schema } from './schema.ts';
import { toApiKey, toInstant } from './schema.ts';

/**
 * What is done to keys, each together with its audit entry or not at all.
 *
 * @param now Unix time, milliseconds.
 */
export function openKeyChanges(
  db: Kysely<Schema>,
  now: () => number,
): Pick<KeyStore, 'add' | 'addWithin' | 'rotate' | 'revoke'> {
  return {
    add: (key, actor) => db.transaction().execute((one) => add(one, key, { actor, atMs: now() })),

    addWithin: (key, actor, mostLive) =>
      db.transaction().execute(async (one) => {
        await lockAccount(one, key.accountId);
        const live = await countLive(one, key.accountId);
        return live < mostLive ? add(one, key, { actor, atMs: now() }) : undefined;
      }),

    rotate: (id, next, actor) =>
      db.transaction().execute(async (one) => {
        const atMs = now();
        const old = await retire(one, id, { rotated_at: toInstant(atMs) });
        if (old === undefined) return undefined;
        const { account_id: accountId, prefix } = old;
        const row = await insert(one, { ...next, accountId }, atMs);
        const detail = { prefix, nextId: row.id, nextPrefix: row.prefix };
        const entry = { atMs, actor, accountId, objectId: id, detail };
        await appendAudit(one, { ...entry, action: 'key.rotate' });
        return toApiKey(row);
      }),

    revoke: (id, actor) =>
      db.transaction().execute(async (one) => {
        const atMs = now();
        const old = await retire(one, id, { revoked_at: toInstant(atMs) });
        if (old === undefined) return false;
        const { account_id: accountId, prefix } = old;
        const entry = { atMs, actor, accountId, objectId: id, detail: { prefix } };
        await appendAudit(one, { ...entry, action: 'key.revoke' });
        return true;
      }),
  };
}

async function add(
  db: Kysely<Schema>,
  key: NewKey,
  by: { readonly actor: Actor; readonly atMs: number },
): Promise<ApiKey> {
  const { accountId, prefix, name } = key;
  const row = await insert(db, key, by.atMs);
  const entry = { ...by, accountId, objectId: row.id, detail: { prefix, name } };
  await appendAudit(db, { ...entry, action: 'key.create' });
  return toApiKey(row);
}

/**
 * An update that changes nothing is a lock that both engines know. Not of the id: SQLite would look at
 * every row that refers to it.
 */
export const lockAccount = (db: Kysely<Schema>, id: string) =>
  db
    .updateTable('account')
    .set((row) => ({ created_at: row.ref('created_at') }))
    .where('id', '=', id)
    .execute();

async function countLive(db: Kysely<Schema>, accountId: string): Promise<number> {
  const { live } = await db
    .selectFrom('api_key')
    .select((row) => row.fn.countAll().as('live'))
    .where('account_id', '=', accountId)
    .where('rotated_at', 'is', null)
    .where('revoked_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(live);
}

const insert = (db: Kysely<Schema>, { accountId, hash, prefix, name }: NewKey, atMs: number) =>
  db
    .insertInto('api_key')
    .values({
      id: newId(atMs),
      account_id: accountId,
      hash,
      prefix,
      name,
      created_at: toInstant(atMs),
    })
    .returningAll()
    .executeTakeFirstOrThrow();

/** The key that was live until now; `undefined` when it was not, or another was faster. */
const retire = (
  db: Kysely<Schema>,
  id: string,
  end: { readonly rotated_at: string } | { readonly revoked_at: string },
) =>
  db
    .updateTable('api_key')
    .set(end)
    .where('id', '=', id)
    .where('rotated_at', 'is', null)
    .where('revoked_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
