import type { BatchResult } from '../cli/quote-batch.ts';

/** A line on a terminal that says how far a batch is. */
export interface ProgressLine {
  /** Hears after each row. */
  readonly onRow: (progress: BatchResult) => void;
  /** What is written next begins a line of its own. */
  end(): void;
}

/** What the line is written to, and the milliseconds that it goes by. */
export interface ProgressParts {
  readonly stream: Pick<NodeJS.WriteStream, 'isTTY' | 'write'>;
  readonly nowMs: () => number;
}

/** How often the line changes. */
const SHOW_MS = 200;

const OWN: ProgressParts = { stream: process.stderr, nowMs: () => performance.now() };

/**
 * On standard error, where that is a terminal; elsewhere nothing is written. Rows that were there
 * already count as done, and not as fast.
 */
export function showProgress({ stream, nowMs }: ProgressParts = OWN): ProgressLine {
  const startMs = nowMs();
  let shownMs: number | undefined;
  return {
    onRow({ rows, before, errors }) {
      const atMs = nowMs();
      if (!stream.isTTY || atMs - (shownMs ?? startMs) < SHOW_MS) return;
      shownMs = atMs;
      const perS = ((rows * 1000) / (atMs - startMs)).toFixed(0);
      stream.write(`\r${before + rows} rows done, ${perS} a second, ${errors} with an error `);
    },
    end() {
      if (shownMs !== undefined) stream.write('\n');
      shownMs = undefined;
    },
  };
}
