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
  return { content: parseSane(text, schema, basename(path)), text };
}

/**
 * The content of a text of `data/`.
 *
 * @param name of the file, for the message.
 * @throws Error as `readChecked` does.
 */
export function parseSane<S extends Type.TSchema>(
  text: string,
  schema: S,
  name: string,
): Type.Static<S> {
  const content = parseChecked(text, schema, name);
  refuseInsane(content, name);
  return content;
}
