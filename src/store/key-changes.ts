import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { ApiKey } from '../account/account.ts';
import type { Actor, KeyOverlap, KeyStore, NewKey } from '../account/ports.ts';
import { appendAudit } from './audit-log.ts';
import { newId } from './new-id.ts';
import type { Schema } from './schema.ts';
import { isLiveAt, toApiKey, toInstant } from './schema.ts';

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
        const atMs = now();
        const live = await countLive(one, key.accountId, atMs);
        return live < mostLive ? add(one, key, { actor, atMs }) : undefined;
      }),

    rotate: (id, next, actor, overlap) =>
      db.transaction().execute(async (one) => {
        const atMs = now();
        if (overlap !== undefined && !(await hasRoom(one, id, atMs, overlap))) return 'no-room';
        const old = await retire(one, id, atMs, replacedBy(atMs, overlap));
        if (old === undefined) return undefined;
        const { account_id: accountId, prefix, ends_at: endsAt } = old;
        const row = await insert(one, { ...next, accountId }, atMs);
        const names = { prefix, nextId: row.id, nextPrefix: row.prefix };
        const detail = overlap === undefined ? names : { ...names, endsAt };
        const entry = { atMs, actor, accountId, objectId: id, detail };
        await appendAudit(one, { ...entry, action: 'key.rotate' });
        return toApiKey(row);
      }),

    revoke: (id, actor) =>
      db.transaction().execute(async (one) => {
        const atMs = now();
        const old = await retire(one, id, atMs, { revoked_at: toInstant(atMs) });
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

async function countLive(db: Kysely<Schema>, accountId: string, atMs: number): Promise<number> {
  const { live } = await db
    .selectFrom('api_key')
    .select((row) => row.fn.countAll().as('live'))
    .where('account_id', '=', accountId)
    .where(isLiveAt(toInstant(atMs)))
    .executeTakeFirstOrThrow();
  return Number(live);
}

/** Whether a key and its successor may be in use beside each other; a key that is not there has room. */
async function hasRoom(
  db: Kysely<Schema>,
  id: string,
  atMs: number,
  { mostLive = Number.POSITIVE_INFINITY }: KeyOverlap,
): Promise<boolean> {
  const keys = db.selectFrom('api_key').select('account_id').where('id', '=', id);
  const key = await keys.executeTakeFirst();
  if (key === undefined) return true;
  await lockAccount(db, key.account_id);
  return (await countLive(db, key.account_id, atMs)) < mostLive;
}

/** What a rotation makes of the old key. With an overlap it ends no later than it would have anyway. */
function replacedBy(atMs: number, overlap: KeyOverlap | undefined): KeyEnd {
  if (overlap === undefined) return { rotated_at: toInstant(atMs) };
  const end = toInstant(atMs + overlap.ms);
  const ends_at = sql<string>`case when ends_at < ${end} then ends_at else ${end} end`;
  return { replaced_at: toInstant(atMs), ends_at };
}

type KeyEnd =
  | { readonly rotated_at: string }
  | { readonly revoked_at: string }
  | { readonly replaced_at: string; readonly ends_at: RawBuilder<string> };

const insert = (
  db: Kysely<Schema>,
  { accountId, hash, prefix, name, lifeMs }: NewKey,
  atMs: number,
) =>
  db
    .insertInto('api_key')
    .values({
      id: newId(atMs),
      account_id: accountId,
      hash,
      prefix,
      name,
      created_at: toInstant(atMs),
      ...(lifeMs !== undefined && { ends_at: toInstant(atMs + lifeMs) }),
    })
    .returningAll()
    .executeTakeFirstOrThrow();

/**
 * The key that was live until now; `undefined` when it was not, or another was faster. One that was
 * replaced already can only be revoked.
 */
const retire = (db: Kysely<Schema>, id: string, atMs: number, end: KeyEnd) => {
  const live = db
    .updateTable('api_key')
    .set(end)
    .where('id', '=', id)
    .where(isLiveAt(toInstant(atMs)));
  const which = 'revoked_at' in end ? live : live.where('replaced_at', 'is', null);
  return which.returningAll().executeTakeFirst();
};
