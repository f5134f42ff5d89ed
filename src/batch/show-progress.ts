import type { BatchResult } from '../cli/quote-batch.ts';

/** A line on a terminal that says how far a batch is. */
export interface ProgressLine {
  /** Hears after each row. */
  readonly onRow: (progress: BatchResult) => void;
  /** What is written next begins a line of its own. */
  end(): void;
}

/** How often the line changes. */
const SHOW_MS = 200;

/** On standard error, where that is a terminal; elsewhere nothing is written. */
export function showProgress(): ProgressLine {
  const startMs = performance.now();
  let shownMs = 0;
  return {
    onRow({ rows, errors }) {
      const nowMs = performance.now();
      if (!process.stderr.isTTY || nowMs - shownMs < SHOW_MS) return;
      shownMs = nowMs;
      const perS = (rows * 1000) / (nowMs - startMs);
      process.stderr.write(`\r${rows} rows, ${perS.toFixed(0)} a second, ${errors} with an error `);
    },
    end() {
      if (shownMs > 0) process.stderr.write('\n');
    },
  };
}
