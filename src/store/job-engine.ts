import type { Kysely } from 'kysely';
import type { JobEngine, JobMessage, QueueName, TakenMessage } from '../jobs/job.ts';
import { newId } from './new-id.ts';
import { type Schema, toInstant, toRow } from './schema.ts';

/** A message and its turn: the one with the least turn is next, whatever its job. */
export interface Turn {
  readonly message: JobMessage;
  readonly turn: number;
  /** Absent: at once. */
  readonly afterMs?: number;
}

/** Takes the messages of a job's changes, so that a message is there exactly when its change is. */
export interface JobMail {
  /**
   * @param db the transaction that the messages belong to.
   * @param turns those of one statement: at least one, and 1000 at most.
   */
  put(db: Kysely<Schema>, queue: QueueName, turns: readonly Turn[]): Promise<void>;
}

export interface EmbeddedEngineTerms {
  /** After this many seconds another worker gets what a worker has in hand. */
  readonly leaseS: number;
  readonly now: () => number;
}

/** Renewals of one lease: so many that a slow database costs no lease. */
export const RENEWALS = 4;

/**
 * Messages as rows of the database, for the workers of all processes over its file. A taken message is put off until
 * the end of its lease. Then it comes again, unless its worker has ended it or has put it off once more.
 */
export function openEmbeddedEngine(
  db: Kysely<Schema>,
  { leaseS, now }: EmbeddedEngineTerms,
): JobEngine & JobMail {
  /** The ends of our leases. Each lease of a message ends later than those before it, so its end tells whose it is. */
  const leases = new WeakMap<TakenMessage, string>();
  const leaseEnd = () => toInstant(now() + leaseS * 1000);
  /** Puts a message off. It does nothing to a message that another worker has by now. */
  async function putOff(taken: TakenMessage, to: string): Promise<void> {
    const from = leases.get(taken);
    if (from === undefined) return;
    // Set before the statement has run, so that another one that follows knows the new end.
    leases.set(taken, to);
    const put = db
      .updateTable('job_message')
      .set({ after_at: to })
      .where('id', '=', taken.id)
      .where('after_at', '=', from);
    const { numUpdatedRows } = await put.executeTakeFirstOrThrow().catch((error) => {
      // The row still has the old end, by which the next renewal finds it.
      if (leases.get(taken) === to) leases.set(taken, from);
      throw error;
    });
    if (numUpdatedRows === 0n) leases.delete(taken);
  }
  return {
    async put(one, queue, turns) {
      const rows = turns.map(({ message, turn, afterMs = 0 }) =>
        toRow({ id: newId(now()), queue, turn, afterAtMs: afterMs, message }),
      );
      await one.insertInto('job_message').values(rows).execute();
    },
    async take(queue) {
      const next = db
        .selectFrom('job_message')
        .select('id')
        .where('queue', '=', queue)
        .where('after_at', '<=', toInstant(now()))
        .orderBy('turn')
        .orderBy('id')
        .limit(1);
      // Mostly there is no message, and looking for one takes no lock.
      if ((await next.executeTakeFirst()) === undefined) return undefined;
      const end = leaseEnd();
      const row = await db
        .updateTable('job_message')
        .set({ after_at: end })
        .where('id', '=', next)
        .returning(['id', 'message'])
        .executeTakeFirst();
      if (row === undefined) return undefined;
      const taken = { id: row.id, queue, message: JSON.parse(row.message) };
      leases.set(taken, end);
      return taken;
    },
    async end({ id }) {
      await db.deleteFrom('job_message').where('id', '=', id).execute();
    },
    release: (taken) => putOff(taken, toInstant(now())),
    lease: {
      everyMs: (leaseS * 1000) / RENEWALS,
      renew: (taken) => putOff(taken, leaseEnd()),
    },
    close: async () => undefined,
  };
}
