import type { Kysely } from 'kysely';
import type { JobEngine, JobMessage, QueueName, TakenMessage } from '../jobs/job.ts';
import { newId, type Schema, toInstant, toRow } from './schema.ts';

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
  /** The marks of what we have taken, by which a row tells whether it is still ours. */
  const marks = new WeakMap<TakenMessage, string>();
  const leaseEnd = () => toInstant(now() + leaseS * 1000);
  /** Changes a message. It does nothing to a message that another worker has by now. */
  async function change(taken: TakenMessage, to: Partial<Schema['job_message']>): Promise<void> {
    await db
      .updateTable('job_message')
      .set(to)
      .where('id', '=', taken.id)
      .where('taken_by', '=', marks.get(taken) ?? '')
      .execute();
  }
  return {
    async put(one, queue, turns) {
      const rows = turns.map(({ message, turn, afterMs = 0 }) =>
        toRow({ id: newId(now()), queue, turn, afterAtMs: afterMs, message, takenBy: null }),
      );
      await one.insertInto('job_message').values(rows).execute();
    },
    async take(queue) {
      const lease = { endAt: leaseEnd(), mark: newId(now()) };
      const row = await takeNext(db, queue, toInstant(now()), lease);
      if (row === undefined) return undefined;
      const taken = { id: row.id, queue, message: JSON.parse(row.message) };
      marks.set(taken, lease.mark);
      return taken;
    },
    async end({ id }) {
      await db.deleteFrom('job_message').where('id', '=', id).execute();
    },
    release: (taken) => change(taken, { after_at: toInstant(now()), taken_by: null }),
    lease: {
      everyMs: (leaseS * 1000) / RENEWALS,
      renew: (taken) => change(taken, { after_at: leaseEnd() }),
    },
    close: async () => undefined,
  };
}

/** Takes the message whose turn is next. Leases that end later than a new one count anew: the clock was set back. */
async function takeNext(
  db: Kysely<Schema>,
  queue: QueueName,
  nowAt: string,
  { endAt, mark }: { readonly endAt: string; readonly mark: string },
) {
  const ofQueue = db.selectFrom('job_message').select('id').where('queue', '=', queue);
  const tooLong = ofQueue.where('taken_by', 'is not', null).where('after_at', '>', endAt);
  const next = ofQueue.where('after_at', '<=', nowAt).orderBy('turn').orderBy('id').limit(1);
  const update = db.updateTable('job_message');
  // Mostly there are no such messages, and looking for them takes no lock.
  if ((await tooLong.executeTakeFirst()) !== undefined)
    await update.set({ after_at: endAt }).where('id', 'in', tooLong).execute();
  if ((await next.executeTakeFirst()) === undefined) return undefined;
  return update
    .set({ after_at: endAt, taken_by: mark })
    .where('id', '=', next)
    .returning(['id', 'message'])
    .executeTakeFirst();
}
