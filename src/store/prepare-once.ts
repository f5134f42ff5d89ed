import type { Compilable, Kysely } from 'kysely';
import type { Schema } from './schema.ts';

/** Stands for a value that is given when the query is asked; one name may be used several times. */
export type PlaceOf<Values> = <Name extends keyof Values>(name: Name) => Values[Name];

/**
 * A query that is written and compiled once and asked with other values each time: to compile it
 * takes longer than SQLite needs to answer it.
 *
 * @returns gives the first row; `undefined` when there is none.
 */
export function prepareOnce<Values extends object, Row>(
  db: Kysely<Schema>,
  write: (of: PlaceOf<Values>) => Compilable<Row>,
): (values: Values) => Promise<Row | undefined> {
  // To the query builder a place is a value like any other: it binds it and does not look into it.
  const compiled = write((name) => new Place(name) as never).compile();
  return async (values) => {
    const parameters = compiled.parameters.map((parameter) =>
      parameter instanceof Place ? values[parameter.name as keyof Values] : parameter,
    );
    const { rows } = await db.executeQuery<Row>({ ...compiled, parameters });
    return rows[0];
  };
}

/** Where a value is bound that is not known yet. */
class Place<Name> {
  readonly name: Name;

  constructor(name: Name) {
    this.name = name;
  }
}
