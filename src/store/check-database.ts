import type { Kysely } from 'kysely';
import type { QuotaStore } from '../account/ports.ts';
import type { VisitStore } from '../account/visits.ts';
import type { Schema } from './schema.ts';

/** A write proves for so long that the database takes writes, unless a count fails. Milliseconds. */
const PROOF_MS = 60_000;
/** More writes than there are until their row has ended. */
const MOST_WRITES = 1_000_000;

/**
 * Tells whether calls can be counted. A full disk and a standby can be read, and take no counts.
 *
 * @param visits where a check writes. SQLite writes nothing where a row stays as it is, so each write is one more.
 */
export function openDatabaseCheck(
  db: Kysely<Schema>,
  visits: Pick<VisitStore, 'take'>,
  now: () => number,
) {
  let provenAtMs = Number.NEGATIVE_INFINITY;
  async function orDoubt<Result>(count: Promise<Result>): Promise<Result> {
    try {
      return await count;
    } catch (error) {
      provenAtMs = Number.NEGATIVE_INFINITY;
      throw error;
    }
  }
  return {
    /** The same store. A count that fails makes the next check write. */
    watch: (quota: QuotaStore): QuotaStore => ({
      ...quota,
      take: (...call) => orDoubt(quota.take(...call)),
      takeOnce: (...call) => orDoubt(quota.takeOnce(...call)),
    }),
    /** Asks the database something trivial, or writes where nothing proves that it takes writes. */
    async check(): Promise<void> {
      const nowMs = now();
      if (Math.abs(nowMs - provenAtMs) < PROOF_MS) {
        await db.selectFrom('account').select('id').limit(1).execute();
        return;
      }
      const write = { subject: 'check', period: 'minute', endsAtMs: nowMs + PROOF_MS };
      await visits.take(write, MOST_WRITES, 1);
      provenAtMs = nowMs;
    },
  };
}
