import type { Kysely } from 'kysely';
import type { AuditEntry, AuditLog, By } from '../account/ports.ts';
import { newId } from './new-id.ts';
import { fromRow, type Schema, toRow } from './schema.ts';

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
      const page = before === undefined ? entries : entries.where('id', '<', before);
      return (await page.execute()).map((row) => fromRow<AuditEntry>(row));
    },
  };
}

/** An entry before it has an id. */
export interface NewEntry extends Omit<AuditEntry, 'id' | 'actor'> {
  readonly by: By;
}

/** Adds an entry; to be called in the transaction of the change that it tells of. */
export async function appendAudit(
  db: Kysely<Schema>,
  { by, detail, ...entry }: NewEntry,
): Promise<void> {
  const { actor, ...call } = typeof by === 'string' ? { actor: by } : by;
  const row = toRow({ id: newId(entry.atMs), ...entry, actor, detail: { ...detail, ...call } });
  await db.insertInto('audit').values(row).execute();
}
