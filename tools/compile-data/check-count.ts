import { factFault } from '../../src/facts/check/check-records.ts';

/**
 * Checks a file by its stated number of records: a list that was cut short is still valid JSON, and would pass all
 * other checks.
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
