/**
 * What a parser of JSON lets pass: names that an object has twice, and values of any depth and size. No function here is
 * recursive, so no value is too deep to be checked.
 */

/**
 * Says which name an object of the text has twice, as the end of a sentence; undefined: none has one twice. A parser
 * keeps one of the members, and which one is not said.
 *
 * Source: RFC 8259, section 4 (the names of an object should be unique), December 2017.
 *
 * @param json a text that can be parsed.
 */
export function refuseRepeatedNames(json: string): string | undefined {
  const name = findRepeatedName(json);
  if (name === undefined) return undefined;
  return `has an object with two members named ${JSON.stringify(name.slice(0, MOST_LETTERS))}`;
}

/** Names that callers make up may be long, and are shortened. */
const MOST_LETTERS = 100;

function findRepeatedName(json: string): string | undefined {
  const open: Set<string>[] = [];
  for (let at = 0; at < json.length; at++) {
    const char = json.charCodeAt(at);
    if (char === OPENS) open.push(new Set());
    else if (char === CLOSES) open.pop();
    else if (char === QUOTE) {
      const end = endOfText(json, at);
      if (isName(json, end) && !addNew(open.at(-1), json.slice(at, end + 1)))
        return JSON.parse(json.slice(at, end + 1));
      at = end;
    }
  }
  return undefined;
}

const [OPENS, CLOSES, QUOTE, COLON, BACKSLASH, BLANK] = [0x7b, 0x7d, 0x22, 0x3a, 0x5c, 0x20];

/** Adds a name as it is written in quotes. @returns false: it was there. */
function addNew(names: Set<string> | undefined, written: string): boolean {
  const name: string = JSON.parse(written);
  if (names?.has(name)) return false;
  names?.add(name);
  return true;
}

/** The quote at the end of a text: an even number of backslashes stands before it. */
function endOfText(json: string, begin: number): number {
  for (let end = json.indexOf('"', begin + 1); ; end = json.indexOf('"', end + 1)) {
    let first = end;
    while (json.charCodeAt(first - 1) === BACKSLASH) first--;
    if ((end - first) % 2 === 0) return end;
  }
}

/** Whether a text is the name of a member: a colon follows. @param end its last quote. */
function isName(json: string, end: number): boolean {
  let next = end + 1;
  while (json.charCodeAt(next) <= BLANK) next++;
  return json.charCodeAt(next) === COLON;
}

const isHolder = (value: unknown): value is object => typeof value === 'object' && value !== null;

const valuesOf = (holder: object): readonly unknown[] =>
  Array.isArray(holder) ? holder : Object.values(holder);

/** Whether lists and objects lie in each other more than `most` levels deep. */
export function isDeeperThan(most: number, value: unknown): boolean {
  let level = [value].filter(isHolder);
  for (let depth = 1; level.length > 0; depth++) {
    if (depth > most) return true;
    const next: object[] = [];
    for (const holder of level)
      for (const held of valuesOf(holder)) if (isHolder(held)) next.push(held);
    level = next;
  }
  return false;
}

/** Whether a value holds more than `most` values at all depths, itself included. The count stops there. */
export function hasMoreThan(most: number, value: unknown): boolean {
  const left = [value];
  let count = 1;
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    if (!isHolder(next)) continue;
    for (const held of valuesOf(next)) {
      count += 1;
      if (count > most) return true;
      left.push(held);
    }
  }
  return count > most;
}
