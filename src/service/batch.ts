/**
 * `veipris quote --batch`: opens the engine that prices rows, on all cores where it can, and closes it after the last
 * row.
 */
import { availableParallelism } from 'node:os';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import pino, { type Logger } from 'pino';
import {
  type Batch,
  type BatchResult,
  countRows,
  priceBatch,
  showProgress,
} from '../batch/price-batch.ts';
import { type EndedRow, openRowPricer, type RowPricer, type RowTerms } from '../batch/price-row.ts';
import type { TripRow } from '../batch/read-rows.ts';
import { readOwnMap } from '../network/own-map.ts';
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
    return openRowPricer(rowTerms, { ...answers, terms, retryTimer: systemTimer });
  };
  try {
    return await priceBatch(batch, { openPricer, onRow: line.onRow, onNote: onProgress });
  } finally {
    line.end();
  }
}

/** This file, which a thread runs as well. */
const FILE = new URL(import.meta.url);

/**
 * Whether rows may be priced in threads. Each thread opens roads and services for itself. So only the bundled roads
 * will do, which are small, and no foreign services, whose limits are counted in this thread. Sources need a loader,
 * which Node 20 does not pass on to threads.
 */
async function isForThreads({ home, roadNetwork, services }: Config): Promise<boolean> {
  if (FILE.pathname.endsWith('.ts')) return false;
  const isAlone = Object.values(services).every((one) => one === undefined);
  return isAlone && roadNetwork.kind === 'bundled' && (await readOwnMap(home)) === undefined;
}

/** Rows of one message. Sending a message costs as much as pricing some rows. */
const ROWS_SENT = 16;
/** Messages under way for each thread, so that the thread never waits. */
const MESSAGES = 3;

const ENDED = {
  code: 'upstream_down',
  publicMessage: 'A thread that prices rows has ended.',
} as const;

interface Sent {
  readonly row: TripRow;
  readonly settle: (ended: EndedRow) => void;
}

interface Thread {
  readonly worker: Worker;
  /** The messages that it has been sent and has not answered. */
  readonly sent: (readonly Sent[])[];
}

/**
 * Opens the threads, and waits for the first: it builds the road network where that has not been done.
 *
 * @throws Error when the first can not be opened.
 */
async function openRowThreads(
  config: Config,
  rowTerms: RowTerms,
  onProgress: (step: string) => void,
): Promise<RowPricer> {
  let isStopped = false;
  const count = availableParallelism();
  const terms = { config, rowTerms };
  const threads: Thread[] = [await openThread(terms, onProgress)];
  const others = Array.from({ length: count - 1 }, async () => {
    const thread = await openThread(terms, () => undefined);
    if (isStopped) void thread.worker.terminate();
    else threads.push(thread);
  });
  // If one of them can not be opened, the batch is only slower.
  void Promise.allSettled(others);
  let waiting: Sent[] = [];
  const send = () => {
    const rows = waiting;
    waiting = [];
    const alive = threads.filter(({ worker }) => worker.threadId > 0);
    const [free] = alive.toSorted((a, b) => a.sent.length - b.sent.length);
    if (rows.length === 0) return;
    if (free === undefined || isStopped) return failAll([rows]);
    free.sent.push(rows);
    free.worker.postMessage(rows.map(({ row }) => row));
  };
  return {
    atOnce: count * MESSAGES * ROWS_SENT,
    price: (row) =>
      new Promise((settle) => {
        waiting.push({ row, settle });
        if (waiting.length === ROWS_SENT) send();
        else if (waiting.length === 1) setImmediate(send);
      }),
    stop() {
      isStopped = true;
      for (const { worker } of threads) void worker.terminate();
    },
  };
}

async function openThread(terms: ThreadTerms, onProgress: (step: string) => void): Promise<Thread> {
  const worker = new Worker(FILE, { workerData: terms });
  const sent: (readonly Sent[])[] = [];
  await new Promise<void>((resolve, reject) => {
    worker.once('error', reject);
    worker.on('message', (message: ThreadMessage) => {
      if (typeof message === 'string') return onProgress(message);
      const rows = sent.shift();
      if (rows === undefined) return resolve();
      for (const [i, { settle }] of rows.entries()) settle(message[i] as EndedRow);
    });
  });
  // The rows that the thread had are given up. Another run prices them.
  worker.on('error', () => failAll(sent));
  worker.on('exit', () => failAll(sent));
  return { worker, sent };
}

function failAll(sent: (readonly Sent[])[]): void {
  for (const { row, settle } of sent.splice(0).flat()) settle({ row, failure: ENDED });
}

/** The terms with which a thread is opened. */
interface ThreadTerms {
  readonly config: Config;
  readonly rowTerms: RowTerms;
}

/** The outcome of the rows of one message. The first answer is empty, and says that the thread is ready. */
type ThreadAnswer = readonly EndedRow[];
/** An answer, or before the first answer a text about something that takes a while. */
type ThreadMessage = ThreadAnswer | string;

/** In a thread: prices the rows that it is sent, and sends back the outcome of each, in their order. */
async function priceRowsOf({ config, rowTerms }: ThreadTerms): Promise<void> {
  const log = pino({ level: 'silent' });
  const { answerRoute } = await openAnswers(config, log, (said) => parentPort?.postMessage(said));
  const terms = await openTerms(config, log);
  const pricer = openRowPricer(rowTerms, { terms, answerRoute, retryTimer: systemTimer });
  let last: Promise<void> = Promise.resolve();
  parentPort?.on('message', (rows: readonly TripRow[]) => {
    last = last.then(async () => {
      const ended: ThreadAnswer = await Promise.all(rows.map(pricer.price));
      parentPort?.postMessage(ended.map(toMessage));
    });
  });
  parentPort?.postMessage([] satisfies ThreadAnswer);
}

/** A row in a form that can be sent. An error would arrive as another kind of object. */
function toMessage(ended: EndedRow): EndedRow {
  if (!('failure' in ended)) return ended;
  const { code, publicMessage } = ended.failure;
  return { ...ended, failure: { code, publicMessage } };
}

if (!isMainThread && workerData?.rowTerms !== undefined)
  await priceRowsOf(workerData as ThreadTerms);
