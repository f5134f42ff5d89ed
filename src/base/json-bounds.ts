/** How large and how deep a value from JSON is. Nothing calls itself here, so no value is too deep to be looked at. */

const isHolder = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Whether lists and objects lie in each other more than so many deep. */
export function isDeeperThan(most: number, value: unknown): boolean {
  let level = [value].filter(isHolder);
  for (let depth = 1; level.length > 0; depth++) {
    if (depth > most) return true;
    const next: object[] = [];
    for (const holder of level)
      for (const held of Object.values(holder)) if (isHolder(held)) next.push(held);
    level = next;
  }
  return false;
}

/** Whether it holds more than so many values at all depths, itself among them. */
export function hasMoreThan(most: number, value: unknown): boolean {
  const left = [value];
  for (let count = 0; left.length > 0; count++) {
    if (count + left.length > most) return true;
    const next = left.pop();
    if (isHolder(next)) for (const held of Object.values(next)) left.push(held);
  }
  return false;
}
