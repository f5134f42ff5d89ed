import type { Kysely } from 'kysely';
import type { VisitStore } from '../account/visitor-ports.ts';
import { type Schema, toRow } from './schema.ts';

/** Counted visits in a database, one statement each. */
export function openVisitStore(db: Kysely<Schema>): VisitStore {
  return {
    async take(visit, limit, visits) {
      // The first is an insert, which the condition of the update does not reach.
      if (limit < visits) return undefined;
      const row = await db
        .insertInto('visit')
        .values(toRow({ ...visit, used: visits }))
        .onConflict((conflict) =>
          conflict
            .columns(['subject', 'period'])
            .doUpdateSet((now) => ({ used: now('visit.used', '+', visits) }))
            .where('visit.used', '<=', limit - visits),
        )
        .returning('used')
        .executeTakeFirst();
      return row?.used;
    },

    async giveBack({ subject, period }, visits) {
      await db
        .updateTable('visit')
        .set((now) => ({ used: now('used', '-', visits) }))
        .where('subject', '=', subject)
        .where('period', '=', period)
        .where('used', '>=', visits)
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
