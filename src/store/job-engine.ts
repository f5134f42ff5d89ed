import type { Kysely } from 'kysely';
import type { JobEngine, JobMessage, QueueName } from '../jobs/job.ts';
import { newId } from './new-id.ts';
import { type Schema, toInstant, toRow } from './schema.ts';

/** A message and its turn: the least is next, whatever its job. */
export interface Turn {
  readonly message: JobMessage;
  readonly turn: number;
  /** Absent: at once. */
  readonly afterMs?: number;
}

/** What a job's changes go through, so that a message is there exactly when its change is. */
export interface JobMail {
  /**
   * @param db the transaction that the messages belong to.
   * @param turns one statement of them: at least one, and 1000 at most.
   */
  put(db: Kysely<Schema>, queue: QueueName, turns: readonly Turn[]): Promise<void>;
}

/**
 * Messages as rows of the database, for the workers of this process alone: what is in hand when it ends is taken
 * again at its next start.
 */
export function openEmbeddedEngine(db: Kysely<Schema>, now: () => number): JobEngine & JobMail {
  const inHand = new Set<string>();
  return {
    async put(one, queue, turns) {
      const rows = turns.map(({ message, turn, afterMs = 0 }) =>
        toRow({ id: newId(now()), queue, turn, afterAtMs: afterMs, message }),
      );
      await one.insertInto('job_message').values(rows).execute();
    },
    async take(queue) {
      const rows = await db
        .selectFrom('job_message')
        .select(['id', 'message'])
        .where('queue', '=', queue)
        .where('after_at', '<=', toInstant(now()))
        .orderBy('turn')
        .orderBy('id')
        .limit(inHand.size + 1)
        .execute();
      const free = rows.find(({ id }) => !inHand.has(id));
      if (free === undefined) return undefined;
      inHand.add(free.id);
      return { id: free.id, queue, message: JSON.parse(free.message) };
    },
    async end({ id }) {
      await db.deleteFrom('job_message').where('id', '=', id).execute();
      inHand.delete(id);
    },
    async release({ id }) {
      inHand.delete(id);
    },
    close: async () => undefined,
  };
}
