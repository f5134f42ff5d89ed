import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { BatchResult } from './price-batch.ts';
import { readLines } from './read-lines.ts';
import type { RowKind } from './read-rows.ts';

/** The stream that the line is written to, and the clock in milliseconds; absent: those of the process. */
export interface ProgressParts {
  readonly stream?: Pick<NodeJS.WriteStream, 'isTTY' | 'write'>;
  readonly nowMs?: () => number;
  /** Rows of the whole file; absent: not known. */
  readonly rowCount?: number | undefined;
}

/** How often the line changes. Milliseconds. */
const SHOW_MS = 200;

/**
 * Shows how far a batch is, in a line on standard error. Nothing is shown where that is no terminal. Rows of earlier
 * runs count as done, but not for the pace.
 */
export function showProgress({
  stream = process.stderr,
  nowMs = () => performance.now(),
  rowCount,
}: ProgressParts) {
  const startMs = nowMs();
  let shownMs: number | undefined;
  return {
    /** Called after each row. */
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

/**
 * The number of lines of a file after the header, which is about the number of its rows. `undefined` for a pipe, which
 * can be read only once.
 */
export async function countRows(path: string, kind: RowKind): Promise<number | undefined> {
  if (!(await stat(path).catch(() => undefined))?.isFile()) return undefined;
  let lines = 0;
  for await (const { text } of readLines(createReadStream(path), '\n'))
    if (text.trim() !== '') lines += 1;
  return Math.max(1, kind === 'csv' ? lines - 1 : lines);
}
