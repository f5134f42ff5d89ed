/** `veipris quote --batch`: opens what rows are priced with, and shows on a terminal how far it is. */
import type { Logger } from 'pino';
import type { Batch, BatchResult } from './cli/quote-batch.ts';
import { loadTerms, openAnswers } from './compose.ts';
import type { Config } from './config.ts';
import { priceBatch } from './price-batch.ts';

export interface RunTerms {
  readonly log: Logger;
  readonly onProgress: (step: string) => void;
}

/** How often the line on the terminal changes. */
const SHOW_MS = 200;

/** The engine has a process of its own: a row that ends it costs the rows under way, not the batch. */
export async function runBatch(
  config: Config,
  batch: Batch,
  { log, onProgress }: RunTerms,
): Promise<BatchResult> {
  const engineProcesses = Math.max(1, config.engineProcesses);
  const { answerRoute, close } = await openAnswers({ ...config, engineProcesses }, log, onProgress);
  const startMs = performance.now();
  let shownMs = 0;
  const show = ({ rows, errors }: BatchResult) => {
    const nowMs = performance.now();
    if (!process.stderr.isTTY || nowMs - shownMs < SHOW_MS) return;
    shownMs = nowMs;
    const perS = (rows * 1000) / (nowMs - startMs);
    process.stderr.write(`\r${rows} rows, ${perS.toFixed(0)} a second, ${errors} with an error `);
  };
  try {
    return await priceBatch(batch, { terms: loadTerms(), answerRoute, onRow: show });
  } finally {
    if (shownMs > 0) process.stderr.write('\n');
    close();
  }
}
