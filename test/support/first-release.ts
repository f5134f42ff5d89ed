/** A database that the first release made, as SQL in test/fixtures/first-release. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EngineName } from './engines.ts';

const FIXTURES = join(import.meta.dirname, '../fixtures/first-release');

/** Its tables and rows, one statement each. */
export const firstReleaseIn = (name: EngineName): readonly string[] =>
  // Empty lines separate the statements.
  [`schema.${name}.sql`, 'rows.sql'].flatMap((file) =>
    readFileSync(join(FIXTURES, file), 'utf8')
      .split('\n\n')
      .map((statement) => statement.trim()),
  );
