import { factFault } from './check-records.ts';
import { parseClockWindow } from './clock-window.ts';

/**
 * Checks that windows of one day can be true.
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
