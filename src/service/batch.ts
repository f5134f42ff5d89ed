/** `veipris quote --batch`: opens what rows are priced with, and closes it after the last. */
import type { Logger } from 'pino';
import { type Batch, type BatchResult, priceBatch } from '../batch/price-batch.ts';
import { openRowPricer, type RowTerms } from '../batch/price-row.ts';
import { countRows, showProgress } from '../batch/show-progress.ts';
import { readOwnMap } from '../network/compile/own-map.ts';
import { openRowThreads } from './batch-threads.ts';
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
  const isTable = /\.csv$/i.test(batch.inPath);
  const rowCount = process.stderr.isTTY
    ? await countRows(batch.inPath, isTable ? 'csv' : 'ndjson')
    : undefined;
  const line = showProgress({ rowCount });
  const openPricer = async (rowTerms: RowTerms) => {
    if (await isForThreads(config)) return openRowThreads(config, rowTerms, onProgress);
    const answers = await openAnswers(config, log, onProgress);
    const terms = await openTerms(config, log);
    return openRowPricer(rowTerms, { ...answers, terms, timer: systemTimer });
  };
  try {
    return await priceBatch(batch, { openPricer, onRow: line.onRow, onNote: onProgress });
  } finally {
    line.end();
  }
}

/**
 * Each thread opens roads and services for itself: the bundled roads are small, and nothing is asked of services whose
 * limits are counted here.
 */
async function isForThreads({ home, roadNetwork, services }: Config): Promise<boolean> {
  const isAlone = Object.values(services).every((one) => one === undefined);
  return isAlone && roadNetwork.kind === 'built' && (await readOwnMap(home)) === undefined;
}
