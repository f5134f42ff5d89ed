import type { Selectable } from 'kysely';
import type { ApiKey } from '../account/account.ts';
import { fromInstant } from './instant.ts';
import type { ApiKeyTable } from './schema.ts';

/** The key that a row of the table tells of, without its hash. */
export function toApiKey(row: Selectable<ApiKeyTable>): ApiKey {
  const { last_used_at, rotated_at, revoked_at } = row;
  return {
    id: row.id,
    accountId: row.account_id,
    prefix: row.prefix,
    name: row.name,
    createdAtMs: fromInstant(row.created_at),
    ...(last_used_at !== null && { lastUsedAtMs: fromInstant(last_used_at) }),
    ...(rotated_at !== null && { rotatedAtMs: fromInstant(rotated_at) }),
    ...(revoked_at !== null && { revokedAtMs: fromInstant(revoked_at) }),
  };
}
