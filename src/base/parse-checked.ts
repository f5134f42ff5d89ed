import type Type from 'typebox';
import { Compile, Errors } from 'typebox/schema';
import { memoize } from './memoize.ts';
import { refuseRepeatedNames } from './strict-json.ts';

/**
 * The content of a JSON text that has the shape of its schema.
 *
 * @param name names the text in the sentence, such as `speeds.json`.
 * @throws Error with one sentence that names the text, the record and what is wrong with it.
 */
export function parseChecked<S extends Type.TSchema>(
  text: string,
  schema: S,
  name: string,
): Type.Static<S> {
  const value = parseJson(text, name);
  if (compiled(schema).Check(value)) return value as Type.Static<S>;
  const [, [error]] = Errors(schema, value);
  const place = [name, ...namePlace(value, error?.instancePath ?? '')].join(', ');
  throw new Error(`${place}: ${error === undefined ? 'wrong shape' : sayWhy(error)}.`);
}

/** Compiling a schema takes milliseconds. Checks without compiled schemas would take half a second of each start. */
const compiled = memoize((schema: Type.TSchema) => Compile(schema));

function parseJson(text: string, name: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new Error(`${name} is not JSON.`, { cause });
  }
  const problem = refuseRepeatedNames(text);
  if (problem !== undefined) throw new Error(`${name} ${problem}.`);
  return value;
}

/** `/projects/3/tariffs/0/small` as `projects 3 (oslo) tariffs 0 small`; `[]` for the whole. */
function namePlace(root: unknown, instancePath: string): string[] {
  let value = root;
  const names = instancePath
    .split('/')
    .slice(1)
    .map((step) => {
      value = child(value, step);
      const id = child(value, 'id') ?? child(value, 'name');
      return typeof id === 'string' ? `${step} (${id})` : step;
    });
  return names.length === 0 ? [] : [names.join(' ')];
}

function child(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null
    ? (value as Readonly<Record<string, unknown>>)[key]
    : undefined;
}

function sayWhy({ keyword, message, params }: ReturnType<typeof Errors>[1][number]): string {
  // A field that the schema does not have is refused by a schema that is plainly `false`.
  if (keyword === 'boolean') return 'no such field';
  if (keyword === 'required') return `${listMissing(params)} is missing`;
  if (keyword === 'enum') return `${message} (${Object.values(params).flat().join(', ')})`;
  return message;
}

const listMissing = (params: object): string => Object.values(params).flat().join(', ');
