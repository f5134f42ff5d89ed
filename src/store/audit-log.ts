import type { Kysely } from 'kysely';
import type { AuditEntry, AuditLog } from '../account/ports.ts';
import { newId } from './new-id.ts';
import type { Schema } from './schema.ts';
import { fromInstant, toInstant } from './schema.ts';

/** The audit log in a database. */
export function openAuditLog(db: Kysely<Schema>): AuditLog {
  return {
    async list(accountId, { most, before }) {
      const entries = db
        .selectFrom('audit')
        .selectAll()
        .where('account_id', '=', accountId)
        .orderBy('id', 'desc')
        .limit(most);
      const rows = await (before === undefined
        ? entries
        : entries.where('id', '<', before)
      ).execute();
      return rows.map(({ at, account_id, object_id, detail, ...entry }) => ({
        ...entry,
        atMs: fromInstant(at),
        accountId: account_id,
        objectId: object_id,
        detail: JSON.parse(detail),
      }));
    },
  };
}

/** Adds an entry; to be called in the transaction of the change that it tells of. */
export async function appendAudit(
  db: Kysely<Schema>,
  { atMs, accountId, objectId, detail, ...entry }: Omit<AuditEntry, 'id'>,
): Promise<void> {
  await db
    .insertInto('audit')
    .values({
      ...entry,
      id: newId(atMs),
      at: toInstant(atMs),
      account_id: accountId,
      object_id: objectId,
      detail: JSON.stringify(detail),
    })
    .execute();
}
