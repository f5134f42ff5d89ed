/** Reads renewed data and rows of the operator: of the form of their schema, and of values that can be at all. */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type Type from 'typebox';
import { type Day, isDay, yearOf } from '../../base/day.ts';
import { parseChecked } from '../../base/parse-checked.ts';

/**
 * Reads a JSON file.
 *
 * @throws Error with one sentence that names the file, the record and what is wrong with it.
 */
export const readChecked = <S extends Type.TSchema>(path: string, schema: S): Type.Static<S> =>
  parsePlausible(readFileSync(path, 'utf8'), schema, basename(path));

/**
 * The content of a JSON text.
 *
 * @param name of the file, for the message.
 * @throws Error as `readChecked` does.
 */
export function parsePlausible<S extends Type.TSchema>(
  text: string,
  schema: S,
  name: string,
): Type.Static<S> {
  const content = parseChecked(text, schema, name);
  checkPlausible(content, name);
  return content;
}

/** Ids of the road database are the largest numbers that there are. */
const MOST = 1e12;

/** By the name of a member: its least and its greatest value. */
const BOUNDS: readonly (readonly [name: RegExp, min: number, max: number])[] = [
  // From the Baltic to the north of Svalbard, wide enough for what lies beside Norway.
  [/^lat$/, 50, 85],
  [/^lon$/, -15, 45],
  // No published price is as high for a passage or a crossing.
  [/Nok$/, 0, 100_000],
  [/^(?:count|used|rank|maxM)$/, 0, MOST],
];
const NO_BOUNDS = [/^/, -MOST, MOST] as const;

/** No vehicle, tariff or rule of the data is older. */
const FIRST: Day = '1980-01-01';
/** The collection of tolls that is decided on today ends before. */
const LAST: Day = '2049-12-31';
/** The oldest source is of April 2016; a file that says it is older has a slip in its day. */
const FIRST_OF_FILE: Day = '2016-01-01';
/** What a file says of days to come: a tariff is published some months ahead, a rule some years. */
const YEARS_AHEAD = 10;

/**
 * Refuses a file with a value that cannot be true: a point far from Norway, a negative price, a day
 * that the calendar does not have or of another century, a period that ends before it begins.
 *
 * @param name of the file, for the message.
 * @throws Error with one line that names the file, the place in it, the value and the rule.
 * @internal Outside this file only its tests ask for it.
 */
export function checkPlausible(content: unknown, name: string): void {
  const date = child(child(content, 'meta'), 'date');
  const found = judgeFileDay(date) ?? findOdd(content, '', lastDay(date));
  if (found !== undefined) throw new Error(`${[name, ...sayPlace(found)].join(', ')}.`);
}

interface Odd {
  readonly path: readonly string[];
  /** What is wrong, without full stop. */
  readonly why: string;
}

const sayPlace = ({ path, why }: Odd) =>
  path.length === 0 ? [why] : [`${path.join(' ')}: ${why}`];

/** Days that are none, or are too late, are found with all others. */
function judgeFileDay(date: unknown): Odd | undefined {
  if (typeof date !== 'string' || date >= FIRST_OF_FILE) return undefined;
  return { path: ['meta', 'date'], why: `${date} is before ${FIRST_OF_FILE}` };
}

function lastDay(ofFile: unknown): Day {
  if (typeof ofFile !== 'string' || !isDay(ofFile) || ofFile > LAST) return LAST;
  const ahead = `${yearOf(ofFile) + YEARS_AHEAD}${ofFile.slice(4)}`;
  return ahead < LAST ? ahead : LAST;
}

/** @param member what holds the value. */
function findOdd(value: unknown, member: string, last: Day): Odd | undefined {
  if (typeof value === 'number') return toOdd(judgeNumber(value, member));
  if (typeof value === 'string') return toOdd(judgeDay(value, last));
  if (typeof value !== 'object' || value === null) return undefined;
  if (Array.isArray(value)) return findOddItem(value, last);
  for (const key in value) {
    const found = findOdd(child(value, key), key, last);
    if (found !== undefined) return { ...found, path: [nameStep(value, key), ...found.path] };
  }
  return toOdd(judgePeriod(value));
}

/** Items have no name that a bound could stand for. */
function findOddItem(items: readonly unknown[], last: Day): Odd | undefined {
  for (let i = 0; i < items.length; i++) {
    const item = items[i];
    if (typeof item === 'number' && item >= -MOST && item <= MOST) continue;
    const found = findOdd(item, '', last);
    if (found !== undefined) return { ...found, path: [nameStep(items, String(i)), ...found.path] };
  }
  return undefined;
}

const toOdd = (why: string | undefined): Odd | undefined =>
  why === undefined ? undefined : { path: [], why };

/** `3` as `3 (oslo)`, as a schema names the place. */
function nameStep(parent: object, key: string): string {
  const value = child(parent, key);
  const id = child(value, 'id') ?? child(value, 'name');
  return typeof id === 'string' ? `${key} (${id})` : key;
}

function judgeNumber(value: number, member: string): string | undefined {
  const [, min, max] = boundsOf(member);
  return value >= min && value <= max ? undefined : `${value} is not from ${min} to ${max}`;
}

/** Files have thousands of numbers under some tens of names. */
function boundsOf(member: string): (typeof BOUNDS)[number] {
  const known = boundsByMember.get(member);
  if (known !== undefined) return known;
  const bounds = BOUNDS.find(([name]) => name.test(member)) ?? NO_BOUNDS;
  boundsByMember.set(member, bounds);
  return bounds;
}

const boundsByMember = new Map<string, (typeof BOUNDS)[number]>();

const LIKE_A_DAY = /^\d{4}-\d\d-\d\d$/;
const LENGTH_OF_DAY = 10;

/** Whatever its member is called, a text that is written like a day is one. */
function judgeDay(text: string, last: Day): string | undefined {
  if (text.length !== LENGTH_OF_DAY || !LIKE_A_DAY.test(text)) return undefined;
  if (!isDay(text)) return `${text} is no day of the calendar`;
  return text >= FIRST && text <= last ? undefined : `${text} is not from ${FIRST} to ${last}`;
}

function judgePeriod(record: object): string | undefined {
  const [from, until] = [child(record, 'from'), child(record, 'until')];
  const isOver = typeof from === 'string' && typeof until === 'string' && until < from;
  return isOver && LIKE_A_DAY.test(from) && LIKE_A_DAY.test(until)
    ? `it ends on ${until}, before it begins on ${from}`
    : undefined;
}

function child(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null
    ? (value as Readonly<Record<string, unknown>>)[key]
    : undefined;
}
