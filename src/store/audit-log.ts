import type { Kysely } from 'kysely';
import type { AuditAction, AuditEntry, AuditLog, By } from '../account/ports.ts';
import { fromRow, isBefore, newId, type Schema, toRow } from './schema.ts';

/** The audit log in a database. */
export function openAuditLog(db: Kysely<Schema>): AuditLog {
  return {
    async list(accountId, page) {
      const rows = await db
        .selectFrom('audit')
        .selectAll()
        .where('account_id', '=', accountId)
        .where(isBefore(page.before))
        .orderBy('id', 'desc')
        .limit(page.most)
        .execute();
      return rows.map((row) => fromRow<AuditEntry>(row));
    },
  };
}

/** The actor of a change, and the moment. */
export interface Done {
  readonly by: By;
  readonly atMs: number;
}

/** What was changed, and whose account it is. */
interface Change {
  readonly accountId: string;
  /** Absent: the account itself. */
  readonly objectId?: string;
  readonly detail?: AuditEntry['detail'];
}

/** Adds an entry; to be called in the transaction of the change that it tells of. */
export async function appendAudit(
  db: Kysely<Schema>,
  action: AuditAction,
  { accountId, objectId = accountId, detail }: Change,
  { by, atMs }: Done,
): Promise<void> {
  const { actor, ...call } = typeof by === 'string' ? { actor: by } : by;
  const entry = { id: newId(atMs), atMs, actor, action, accountId, objectId };
  const row = toRow({ ...entry, detail: { ...detail, ...call } });
  await db.insertInto('audit').values(row).execute();
}
