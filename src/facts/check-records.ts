/** What the records of a list must keep to, whatever they tell of. */

/** The sentence that refuses a file: where in it, and which rule is broken. */
export const factFault = (file: string, record: string, rule: string) =>
  new Error(`${file}, ${record}: ${rule}.`);

/**
 * @param what the keys are, such as `the id`.
 * @throws Error with one sentence when a key stands there twice.
 */
export function checkOnce(file: string, what: string, keys: readonly string[]): void {
  const seen = new Set<string>();
  for (const key of keys) {
    if (seen.has(key)) throw factFault(file, key, `${what} stands there twice`);
    seen.add(key);
  }
}

/**
 * Holds a file against the number of records that it says it has: a list that was cut short is
 * whole JSON and otherwise passes.
 *
 * @throws Error with one sentence when there are more or fewer.
 */
export function checkCount(
  file: string,
  { counts }: { readonly counts: Readonly<Record<string, number>> },
  lists: Readonly<Record<string, readonly unknown[]>>,
): void {
  for (const [name, { length }] of Object.entries(lists)) {
    const told = counts[name] ?? 'none';
    if (told !== length)
      throw factFault(file, name, `there are ${length} records, but meta counts ${told}`);
  }
}
