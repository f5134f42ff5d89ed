import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type Type from 'typebox';
import { Check, Errors } from 'typebox/value';

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
  return { content: checkShape(parseJson(text, path), schema, basename(path)), text };
}

/** The same for a value that is already read; `file` names it in the sentence. */
function checkShape<S extends Type.TSchema>(
  value: unknown,
  schema: S,
  file: string,
): Type.Static<S> {
  if (Check(schema, value)) return value;
  const [error] = Errors(schema, value);
  const place = namePlace(value, error?.instancePath ?? '');
  throw new Error(`${file}, ${place}: ${error === undefined ? 'wrong shape' : sayWhy(error)}.`);
}

function parseJson(text: string, path: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new Error(`${basename(path)} is not JSON.`, { cause });
  }
}

/** `/projects/3/tariffs/0/small` as `projects 3 (oslo) tariffs 0 small`. */
function namePlace(root: unknown, instancePath: string): string {
  let value = root;
  const names = instancePath
    .split('/')
    .slice(1)
    .map((step) => {
      value = child(value, step);
      const id = child(value, 'id') ?? child(value, 'name');
      return typeof id === 'string' ? `${step} (${id})` : step;
    });
  return names.length === 0 ? 'the whole file' : names.join(' ');
}

function child(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null
    ? (value as Readonly<Record<string, unknown>>)[key]
    : undefined;
}

function sayWhy({ keyword, message, params }: ReturnType<typeof Errors>[number]): string {
  // A field that the schema does not have is refused by a schema that is plainly `false`.
  if (keyword === 'boolean') return 'no such field';
  if (keyword === 'enum') return `${message} (${Object.values(params).flat().join(', ')})`;
  return message;
}
