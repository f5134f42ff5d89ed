import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type Type from 'typebox';
import { parseChecked } from '../base/parse-checked.ts';
import { refuseInsane } from './refuse-insane.ts';

/** A file of `data/` that has the shape of its schema, and its text for a version hash. */
export interface CheckedFile<T> {
  readonly content: T;
  readonly text: string;
}

/**
 * Reads a JSON file of `data/`.
 *
 * @throws Error with one sentence that names the file, the record and what is wrong with it.
 */
export function readChecked<S extends Type.TSchema>(
  path: string,
  schema: S,
): CheckedFile<Type.Static<S>> {
  const text = readFileSync(path, 'utf8');
  const content = parseChecked(text, schema, basename(path));
  refuseInsane(content, basename(path));
  return { content, text };
}
