import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Account, ApiKey } from '../account/account.ts';
import type {
  CountedCall,
  KeyHolder,
  KeyOverlap,
  KeyStore,
  KeyUse,
  NewKey,
  Page,
} from '../account/ports.ts';
import { lockAccount } from './account-store.ts';
import { appendAudit, type Done } from './audit-log.ts';
import { tableOf } from './call-store.ts';
import {
  fromRow,
  isBefore,
  isLiveAt,
  newId,
  type RowOf,
  type Schema,
  toInstant,
  toRow,
} from './schema.ts';

/**
 * Keys in a database, as hashes.
 *
 * @param now Unix time, milliseconds.
 */
export function openKeyStore(db: Kysely<Schema>, now: () => number): KeyStore {
  // The newest first: ids sort by the time they were made at.
  const keys = db.selectFrom('api_key').selectAll().orderBy('id', 'desc');
  const nowText = () => toInstant(now());
  const read = async (query: typeof keys, page: Page) =>
    (await query.where(isBefore(page.before)).limit(page.most).execute()).map(toApiKey);
  const find = async (query: typeof keys) => (await read(query, { most: 1 }))[0];
  return {
    ...openKeyChanges(db, now),
    list(accountId, page, use) {
      const own = keys.where('account_id', '=', accountId);
      return read(use === undefined ? own : own.where(isOfUse(use, nowText())), page);
    },
    findById: (id) => find(keys.where('id', '=', id)),
    listByPrefix(prefix, page) {
      // Looks at every row: only operators ask so, and seldom. `like` is not the same in SQLite.
      const beginning = sql`substr(prefix, 1, length(${prefix}))`;
      return read(keys.where(beginning, '=', prefix), page);
    },
    findByHash: (hash) => find(keys.where('hash', '=', hash)),
    findHolder: (hash, day, isTest = false) => findHolder(db, hash, { day, isTest }, nowText()),
    async noteUse(id, hourMs) {
      const hour = toInstant(hourMs);
      await db
        .updateTable('api_key')
        .set({ last_used_at: hour })
        .where('id', '=', id)
        .where((key) => key.or([key('last_used_at', 'is', null), key('last_used_at', '<', hour)]))
        .execute();
    },
    async noteRefused(hash, sinceMs, { requestId }) {
      const key = await find(keys.where('hash', '=', hash).where(isOfUse('ended', nowText())));
      if (key === undefined) return;
      const { id: objectId, accountId, prefix } = key;
      await db.transaction().execute(async (one) => {
        await lockAccount(one, accountId);
        if (await wasRefused(one, key, sinceMs)) return;
        const done = { atMs: now(), by: { actor: 'system', requestId } } as const;
        const change = { accountId, objectId, detail: { prefix } };
        await appendAudit(one, 'key.verify_failed', change, done);
      });
    },
  };
}

async function wasRefused(
  db: Kysely<Schema>,
  { id, accountId }: ApiKey,
  sinceMs: number,
): Promise<boolean> {
  const noted = await db
    .selectFrom('audit')
    .select('id')
    .where('account_id', '=', accountId)
    .where('object_id', '=', id)
    .where('action', '=', 'key.verify_failed')
    .where('at', '>=', toInstant(sinceMs))
    .limit(1)
    .executeTakeFirst();
  return noted !== undefined;
}

/** A key without its hash. */
const toApiKey = ({ hash, ...key }: Schema['api_key']) => fromRow<ApiKey>(key);

const isOfUse = (use: KeyUse, now: string) => {
  const isLive = isLiveAt(now);
  return use === 'live' ? isLive : sql<boolean>`not (${isLive})`;
};

/** Asked with every call. It is written as a text: the query builder takes longer than SQLite does to answer. */
async function findHolder(
  db: Kysely<Schema>,
  hash: string,
  of: Pick<CountedCall, 'day' | 'isTest'>,
  now: string,
): Promise<KeyHolder | undefined> {
  const { rows } = await sql<RowOf<Holder>>`
    select account.*, api_key.id as key_id, api_key.last_used_at, quota.used
    from api_key
    join account on account.id = api_key.account_id
    left join ${sql.table(tableOf(of))} as quota
      on quota.account_id = account.id and quota.day = ${of.day}
    where api_key.hash = ${hash} and ${isLiveAt(now)}`.execute(db);
  const [row] = rows;
  if (row === undefined) return undefined;
  const { keyId, lastUsedAtMs, used = 0, ...account } = fromRow<Holder>(row);
  return { account, keyId, ...(lastUsedAtMs !== undefined && { lastUsedAtMs }), used };
}

type Holder = Account & Pick<ApiKey, 'lastUsedAtMs'> & { keyId: string; used?: number };

/** Changes of keys. Each is written with its audit entry, or neither is. */
function openKeyChanges(
  db: Kysely<Schema>,
  now: () => number,
): Pick<KeyStore, 'add' | 'addWithin' | 'rotate' | 'revoke'> {
  return {
    add: (key, by) => db.transaction().execute((one) => add(one, key, { by, atMs: now() })),

    addWithin: (key, by, mostLive) =>
      db.transaction().execute(async (one) => {
        await lockAccount(one, key.accountId);
        const atMs = now();
        const live = await countLive(one, key.accountId, atMs);
        return live < mostLive ? add(one, key, { by, atMs }) : undefined;
      }),

    rotate: (id, next, by, overlap) =>
      db.transaction().execute(async (one) => {
        const atMs = now();
        if (overlap !== undefined && !(await hasRoom(one, id, atMs, overlap))) return 'no-room';
        const old = await retire(one, id, atMs, replacedBy(atMs, overlap));
        if (old === undefined) return undefined;
        const { account_id: accountId, prefix, ends_at: endsAt } = old;
        const row = await insert(one, { ...next, accountId }, atMs);
        const names = { prefix, nextId: row.id, nextPrefix: row.prefix };
        const detail = overlap === undefined ? names : { ...names, endsAt };
        const change = { accountId, objectId: id, detail };
        await appendAudit(one, 'key.rotate', change, { by, atMs });
        return toApiKey(row);
      }),

    revoke: (id, by) =>
      db.transaction().execute(async (one) => {
        const atMs = now();
        const old = await retire(one, id, atMs, { revoked_at: toInstant(atMs) });
        if (old === undefined) return false;
        const { account_id: accountId, prefix } = old;
        const change = { accountId, objectId: id, detail: { prefix } };
        await appendAudit(one, 'key.revoke', change, { by, atMs });
        return true;
      }),
  };
}

async function add(db: Kysely<Schema>, key: NewKey, done: Done): Promise<ApiKey> {
  const { accountId, prefix, name } = key;
  const row = await insert(db, key, done.atMs);
  const change = { accountId, objectId: row.id, detail: { prefix, name } };
  await appendAudit(db, 'key.create', change, done);
  return toApiKey(row);
}

async function countLive(db: Kysely<Schema>, accountId: string, atMs: number): Promise<number> {
  const { live } = await db
    .selectFrom('api_key')
    .select((row) => row.fn.countAll().as('live'))
    .where('account_id', '=', accountId)
    .where(isLiveAt(toInstant(atMs)))
    .executeTakeFirstOrThrow();
  return Number(live);
}

/** May a key and its successor be in use at the same time? A key that is not there has room. */
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
) => {
  const life = { createdAtMs: atMs, ...(lifeMs !== undefined && { endsAtMs: atMs + lifeMs }) };
  return db
    .insertInto('api_key')
    .values(toRow({ id: newId(atMs), accountId, hash, prefix, name, ...life }))
    .returningAll()
    .executeTakeFirstOrThrow();
};

/**
 * The key that was live until now; `undefined` when it was not, or another change was faster. A key that
 * is replaced already can only be revoked.
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
