import type { Selectable } from 'kysely';
import type { Account } from '../account/account.ts';
import { fromInstant } from './instant.ts';
import type { AccountTable } from './schema.ts';

/** The account that a row of the table tells of. */
export function toAccount(row: Selectable<AccountTable>): Account {
  return {
    id: row.id,
    email: row.email,
    plan: row.plan,
    subscription: row.subscription,
    ...(row.daily_limit !== null && { dailyLimit: row.daily_limit }),
    createdAtMs: fromInstant(row.created_at),
  };
}
