import { type Kysely, sql } from 'kysely';
import type { PruneStore } from '../account/ports.ts';
import { toOsloTime } from '../base/oslo-time.ts';
import { CREDIT_DAYS } from './quota-store.ts';
import type { Schema } from './schema.ts';
import { toInstant } from './schema.ts';

/** Removes rows that have had their time, so many of each table and no more: one short statement each. */
export function openPruneStore(db: Kysely<Schema>): PruneStore {
  return {
    async prune({ endedMs, endedKeysMs, auditMs, keyUsageMs, recentCallsMs }, most) {
      const [ended, endedKeys, audit] = [endedMs, endedKeysMs, auditMs].map(toInstant);
      const { day } = toOsloTime(endedMs - CREDIT_DAYS * 86_400_000);
      const { day: usageDay } = toOsloTime(keyUsageMs);
      const steps = [
        sql`delete from visit where (subject, period) in
          (select subject, period from visit where ends_at <= ${ended} limit ${most})`,
        sql`delete from sign_in_link where token_hash in
          (select token_hash from sign_in_link where ends_at <= ${ended} limit ${most})`,
        sql`delete from session where hash in
          (select hash from session where idle_end <= ${ended} limit ${most})`,
        sql`delete from known_browser where (hash, account_id) in
          (select hash, account_id from known_browser where ends_at <= ${ended} limit ${most})`,
        sql`delete from counted_once where (account_id, once_digest) in
          (select account_id, once_digest from counted_once where ends_at <= ${ended} limit ${most})`,
        sql`delete from job_block where (job_id, no) in
          (select job_id, no from job_block join job on job.id = job_block.job_id
            where job.expires_at <= ${ended} limit ${most})`,
        sql`delete from job where id in
          (select id from job where expires_at <= ${ended}
            and not exists (select 1 from job_block where job_id = job.id) limit ${most})`,
        sql`delete from quota_credit where call_id in
          (select call_id from quota_credit where day < ${day} limit ${most})`,
        sql`delete from audit where id in
          (select id from audit where at < ${audit} order by at limit ${most})`,
        sql`delete from key_usage_day where (key_id, day, status_class) in
          (select key_id, day, status_class from key_usage_day where day < ${usageDay} limit ${most})`,
        sql`delete from recent_call where id in
          (select id from recent_call where at < ${toInstant(recentCallsMs)} limit ${most})`,
        ...['rotated_at', 'revoked_at', 'ends_at'].map((column) =>
          pruneKeys(column, String(endedKeys), most),
        ),
      ];
      let isFull = false;
      for (const step of steps) {
        const { numAffectedRows = 0n } = await step.execute(db);
        isFull ||= numAffectedRows >= most;
      }
      return isFull;
    },
  };
}

/**
 * The newest key of an account stays: an account that had one never looks as if it had none, as the
 * demo account would at a start, which would make its ended key live again.
 */
const pruneKeys = (column: string, before: string, most: number) => {
  const end = sql.ref(column);
  return sql`delete from api_key where id in (
    select id from api_key where ${end} < ${before} and exists (
      select 1 from api_key as later
      where later.account_id = api_key.account_id and later.id > api_key.id
    ) limit ${most})`;
};
