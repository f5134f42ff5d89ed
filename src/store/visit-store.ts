import type { Kysely } from 'kysely';
import type { VisitStore } from '../account/visitor-ports.ts';
import type { Schema } from './schema.ts';
import { toInstant } from './schema.ts';

/** Counted visits in a database, one statement each. */
export function openVisitStore(db: Kysely<Schema>): VisitStore {
  return {
    async takeOne({ subject, period, endsAtMs }, limit) {
      // The first visit is an insert, which the condition of the update does not reach.
      if (limit < 1) return undefined;
      const row = await db
        .insertInto('visit')
        .values({ subject, period, used: 1, ends_at: toInstant(endsAtMs) })
        .onConflict((conflict) =>
          conflict
            .columns(['subject', 'period'])
            .doUpdateSet((now) => ({ used: now('visit.used', '+', 1) }))
            .where('visit.used', '<', limit),
        )
        .returning('used')
        .executeTakeFirst();
      return row?.used;
    },

    async giveOneBack({ subject, period }) {
      await db
        .updateTable('visit')
        .set((now) => ({ used: now('used', '-', 1) }))
        .where('subject', '=', subject)
        .where('period', '=', period)
        .where('used', '>', 0)
        .execute();
    },

    async saltOf(day, offered) {
      await db
        .insertInto('visit_salt')
        .values({ day, salt: offered })
        .onConflict((conflict) => conflict.column('day').doNothing())
        .execute();
      await db.deleteFrom('visit_salt').where('day', '<', day).execute();
      const { salt } = await db
        .selectFrom('visit_salt')
        .select('salt')
        .where('day', '=', day)
        .executeTakeFirstOrThrow();
      return salt;
    },
  };
}
