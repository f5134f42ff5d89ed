import { toDown } from './down.ts';

/**
 * What the work gives.
 *
 * @throws Fault when the file is locked, full, unreadable or broken; any other error as it is.
 */
export function orDown<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
    throw DOWN.test(code) ? toDown(cause) : cause;
  }
}

/**
 * Results that tell of the file and not of the statement, with their extended forms.
 *
 * Source: https://sqlite.org/rescode.html, 2026.
 */
const DOWN =
  /^SQLITE_(BUSY|CANTOPEN|CORRUPT|FULL|IOERR|LOCKED|NOMEM|NOTADB|PERM|PROTOCOL|READONLY)/;
