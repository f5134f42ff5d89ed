import type { Kysely } from 'kysely';
import type { AuditEntry, AuditLog } from '../account/ports.ts';
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

/** Adds an entry; to be called in the transaction of the change that it tells of. */
export async function appendAudit(
  db: Kysely<Schema>,
  entry: Omit<AuditEntry, 'id'>,
): Promise<void> {
  const row = toRow({ id: newId(entry.atMs), ...entry });
  await db.insertInto('audit').values(row).execute();
}
