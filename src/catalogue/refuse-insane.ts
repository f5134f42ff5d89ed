/** What values of the files in `data/` can be at all, whatever the file. */

/** Ids of the road database are the largest numbers that there are. */
const MOST = 1e12;

/** By the name of a member: its least and its greatest value. */
const BOUNDS: readonly (readonly [name: RegExp, min: number, max: number])[] = [
  // From the Baltic to the north of Svalbard, wide enough for what lies beside Norway.
  [/^lat$/, 50, 85],
  [/^lon$/, -15, 45],
  // Nobody has ever paid as much for a passage or a crossing.
  [/Nok$/, 0, 100_000],
  [/^(?:count|used|rank|maxM)$/, 0, MOST],
];

/** Days of tariffs and rules. */
const DAYS = { name: /^(?:date|from|until|goneSince)$/, first: '1980', last: '2100' } as const;
const DAY = /^\d{4}-\d\d-\d\d$/;

/**
 * Refuses a file with a value that cannot be true: a point far from Norway, a negative price, a day
 * of another century.
 *
 * @param name of the file, for the message.
 * @throws Error with one line that names the file, the place in it and the value.
 */
export function refuseInsane(content: unknown, name: string): void {
  const found = findInsane(content, '');
  if (found === undefined) return;
  const { path, value } = found;
  throw new Error(`${name}, ${path.join(' ')}: ${String(value)} cannot be true.`);
}

interface Insane {
  readonly path: readonly string[];
  readonly value: unknown;
}

/** @param member what holds the value. */
function findInsane(value: unknown, member: string): Insane | undefined {
  if (typeof value !== 'object' || value === null)
    return isSane(value, member) ? undefined : { path: [], value };
  for (const key in value) {
    const found = findInsane((value as Readonly<Record<string, unknown>>)[key], key);
    if (found !== undefined) return { ...found, path: [key, ...found.path] };
  }
  return undefined;
}

function isSane(value: unknown, member: string): boolean {
  if (typeof value === 'string')
    return !(DAYS.name.test(member) && DAY.test(value)) || isInTime(value);
  if (typeof value !== 'number') return true;
  const [, min = -MOST, max = MOST] = BOUNDS.find(([name]) => name.test(member)) ?? [];
  return value >= min && value <= max;
}

const isInTime = (day: string) => day >= DAYS.first && day < DAYS.last;
