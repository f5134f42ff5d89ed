/** `veipris quote --batch`: opens what rows are priced with, and closes it after the last. */
import type { Logger } from 'pino';
import { priceBatch } from '../batch/price-batch.ts';
import { countRows, showProgress } from '../batch/show-progress.ts';
import type { Batch, BatchResult } from '../cli/quote-batch.ts';
import { openAnswers, openTerms } from './compose.ts';
import type { Config } from './config.ts';
import { systemTimer } from './machine.ts';

export interface RunTerms {
  readonly log: Logger;
  readonly onProgress: (step: string) => void;
}

export async function runBatch(
  config: Config,
  batch: Batch,
  { log, onProgress }: RunTerms,
): Promise<BatchResult> {
  const { answerRoute, close } = await openAnswers(config, log, onProgress);
  const isTable = /\.csv$/i.test(batch.inPath);
  const rowCount = process.stderr.isTTY
    ? await countRows(batch.inPath, isTable ? 'csv' : 'ndjson')
    : undefined;
  const line = showProgress({ rowCount });
  try {
    const parts = {
      terms: await openTerms(config, log),
      answerRoute,
      timer: systemTimer,
      onRow: line.onRow,
    };
    return await priceBatch(batch, { ...parts, onNote: onProgress });
  } finally {
    line.end();
    close();
  }
}
