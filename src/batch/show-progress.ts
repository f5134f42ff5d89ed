import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { BatchResult } from './price-batch.ts';
import { readLines } from './read-lines.ts';
import type { RowKind } from './read-rows.ts';

/** What the line is written to, and the milliseconds that it goes by; absent: those of the process. */
export interface ProgressParts {
  readonly stream?: Pick<NodeJS.WriteStream, 'isTTY' | 'write'>;
  readonly nowMs?: () => number;
  /** Rows of the whole file; absent: not known. */
  readonly rowCount?: number | undefined;
}

/** How often the line changes. */
const SHOW_MS = 200;

/**
 * A line that says how far a batch is: on standard error, where that is a terminal; elsewhere nothing is written. Rows
 * that were there already count as done, and not as fast.
 */
export function showProgress({
  stream = process.stderr,
  nowMs = () => performance.now(),
  rowCount,
}: ProgressParts) {
  const startMs = nowMs();
  let shownMs: number | undefined;
  return {
    /** Hears after each row. */
    onRow({ rows, before, errors, unmended = 0 }: BatchResult): void {
      const atMs = nowMs();
      if (!stream.isTTY || atMs - (shownMs ?? startMs) < SHOW_MS) return;
      shownMs = atMs;
      const perS = ((rows * 1000) / (atMs - startMs)).toFixed(0);
      const done = before + rows;
      const share =
        rowCount === undefined ? '' : ` (${Math.min(100, Math.floor((done * 100) / rowCount))} %)`;
      stream.write(
        `\r${done} rows done${share}, ${perS} a second, ${errors + unmended} with an error `,
      );
    },
    /** Ends the line of progress. */
    end(): void {
      if (shownMs !== undefined) stream.write('\n');
      shownMs = undefined;
    },
  };
}

/** Lines of a file behind the header, which is near to its rows; `undefined` for what can be read once only. */
export async function countRows(path: string, kind: RowKind): Promise<number | undefined> {
  if (!(await stat(path).catch(() => undefined))?.isFile()) return undefined;
  let lines = 0;
  for await (const { text } of readLines(createReadStream(path), '\n'))
    if (text.trim() !== '') lines += 1;
  return Math.max(1, kind === 'csv' ? lines - 1 : lines);
}
