/** A thread that prices rows of a batch: it is sent some at a time, and sends back what became of each, in their order. */
import { parentPort, workerData } from 'node:worker_threads';
import pino from 'pino';
import { type EndedRow, openRowPricer, type RowTerms } from '../batch/price-row.ts';
import type { TripRow } from '../batch/read-rows.ts';
import { openAnswers, openTerms } from './compose.ts';
import type { Config } from './config.ts';
import { systemTimer } from './machine.ts';

/** What a thread is opened with. */
export interface ThreadTerms {
  readonly config: Config;
  readonly rowTerms: RowTerms;
}

/** What became of the rows of one message; the first is empty, and says that the thread is ready. */
export type ThreadAnswer = readonly EndedRow[];
/** A text tells what takes a while before that. */
export type ThreadMessage = ThreadAnswer | string;

const { config, rowTerms } = workerData as ThreadTerms;
const log = pino({ level: 'silent' });
const { answerRoute } = await openAnswers(config, log, (said) => parentPort?.postMessage(said));
const terms = await openTerms(config, log);
const pricer = openRowPricer(rowTerms, { terms, answerRoute, timer: systemTimer });

/** Answers go back in the order of the messages. */
let last: Promise<void> = Promise.resolve();
parentPort?.on('message', (rows: readonly TripRow[]) => {
  last = last.then(async () => {
    const ended: ThreadAnswer = await Promise.all(rows.map(pricer.price));
    parentPort?.postMessage(ended.map(toMessage));
  });
});
parentPort?.postMessage([] satisfies ThreadAnswer);

/** An error would be another kind of object on the other side. */
function toMessage(ended: EndedRow): EndedRow {
  if (!('failure' in ended)) return ended;
  const { code, publicMessage } = ended.failure;
  return { ...ended, failure: { code, publicMessage } };
}
