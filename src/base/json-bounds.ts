/**
 * Tells how large and how deep a value from JSON is. No function here is recursive, so no value is too deep to be
 * checked.
 */

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
