import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { PruneStore } from '../account/ports.ts';
import { DAY_MS } from '../base/duration.ts';
import { toOsloTime } from '../base/oslo-time.ts';
import { CREDIT_DAYS } from './quota-store.ts';
import { type Schema, toInstant } from './schema.ts';

/** Removes rows whose time is over, at most `most` of each table, by one short statement for each. */
export function openPruneStore(db: Kysely<Schema>): PruneStore {
  return {
    async prune(nowMs, keepDays, most) {
      const now = toInstant(nowMs);
      const before = (days: number) => toInstant(nowMs - days * DAY_MS);
      const dayBefore = (days: number) => toOsloTime(nowMs - days * DAY_MS).day;
      const steps: readonly Step[] = [
        ['visit', 'subject, period', sql`ends_at <= ${now}`],
        ['sign_in_link', 'token_hash', sql`ends_at <= ${now}`],
        ['session', 'hash', sql`idle_end <= ${now}`],
        ['known_browser', 'hash, account_id', sql`ends_at <= ${now}`],
        ['counted_once', 'account_id, once_digest', sql`ends_at <= ${now}`],
        ['job_block', 'job_id, no', sql`job_id in (select id from job where expires_at <= ${now})`],
        [
          'job',
          'id',
          sql`expires_at <= ${now} and not exists (select 1 from job_block where job_id = job.id)`,
        ],
        ['quota_credit', 'call_id', sql`day < ${dayBefore(CREDIT_DAYS)}`],
        ['audit', 'id', sql`at < ${before(keepDays.audit)}`],
        ['key_usage_day', 'key_id, day, status_class', sql`day < ${dayBefore(keepDays.keyUsage)}`],
        ['recent_call', 'id', sql`at < ${before(keepDays.recentCalls)}`],
        ...['rotated_at', 'revoked_at', 'ends_at'].map(
          (end): Step => ['api_key', 'id', isOldKey(end, before(keepDays.endedKeys))],
        ),
      ];
      let isFull = false;
      for (const [table, key, isOld] of steps) {
        const [from, columns] = [sql.table(table), sql.raw(key)];
        const old = sql`select ${columns} from ${from} where ${isOld} limit ${most}`;
        const step = sql`delete from ${from} where (${columns}) in (${old})`;
        const { numAffectedRows = 0n } = await step.execute(db);
        isFull ||= numAffectedRows >= most;
      }
      return isFull;
    },
  };
}

/** A table, what names its rows, and which of them are old. */
type Step = readonly [table: keyof Schema, key: string, isOld: RawBuilder<unknown>];

/**
 * The newest key of an account stays, so that an account that had a key never looks as if it had none. Otherwise a
 * start would make the ended key of the demo account live again.
 */
const isOldKey = (end: string, before: string) => sql`${sql.ref(end)} < ${before} and exists (
  select 1 from api_key as later
  where later.account_id = api_key.account_id and later.id > api_key.id
)`;
