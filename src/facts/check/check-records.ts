/** Checks that hold for the records of any list. */
import { parseClockWindow } from '../toll-project.ts';

/** The error that refuses a file. It names the place in the file and the rule that is broken. */
export const factFault = (file: string, record: string, rule: string) =>
  new Error(`${file}, ${record}: ${rule}.`);

export const idsOf = (records: readonly { readonly id: string }[]) => records.map(({ id }) => id);

/**
 * @param what the keys are, such as `the id`.
 * @throws Error with one sentence when a key is repeated.
 */
export function checkOnce(file: string, what: string, keys: readonly string[]): void {
  const seen = new Set<string>();
  for (const key of keys) {
    if (seen.has(key)) throw factFault(file, key, `${what} stands there twice`);
    seen.add(key);
  }
}

/**
 * Checks that the windows of one day are possible.
 *
 * @param windows in the order of the day.
 * @throws Error with one sentence that names the file, the record and the window.
 */
export function checkWindows(file: string, record: string, windows: readonly string[]): void {
  let untilBefore = 0;
  for (const window of windows) {
    const [from = '', until = ''] = window.split('-');
    if (from >= until || until > '24:00')
      throw factFault(file, record, `the window ${window} ends before it begins, or the next day`);
    const { fromMin, untilMin } = parseClockWindow(window);
    if (fromMin < untilBefore)
      throw factFault(file, record, `the window ${window} begins before the last one ends`);
    untilBefore = untilMin;
  }
}
