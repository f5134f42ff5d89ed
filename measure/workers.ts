/**
 * Whole quotes in the process of the caller against quotes in a worker thread, as a table:
 * `node --import ./measure/bench/use-compiled.js measure/workers.ts`. A worker opens the service for itself, is sent a
 * question, and sends the answer back as bytes in a transferred buffer.
 *
 * Times are those of the processors, of all threads together: others who work on the machine do not count.
 */
import { once } from 'node:events';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import pino from 'pino';
import { loadTerms, openAnswers } from '../src/service/compose.ts';
import { toConfig } from '../src/service/config.ts';
import { parseQuoteRequest } from '../src/wire/question.ts';
import { withBench } from './bench/bench.ts';
import { figures, formatTable } from './bench/table.ts';
import { type BenchTrip, START_TIME } from './bench/trips.ts';

type Question = Record<string, string>;

/** The fastest of so many rounds counts; the first ones warm up. */
const ROUNDS = 7;

async function openQuotes(home: string) {
  const config = toConfig({ VEIPRIS_HOME: home, LOG_LEVEL: 'silent' });
  const { answerRoute } = await openAnswers(config, pino({ level: 'silent' }), () => undefined);
  const terms = loadTerms();
  return async (question: Question) =>
    Buffer.from(JSON.stringify(await answerRoute(parseQuoteRequest(question, terms))));
}

async function serve() {
  const quote = await openQuotes(workerData.home);
  parentPort?.on('message', async (question: Question) => {
    const { buffer } = new Uint8Array(await quote(question));
    parentPort?.postMessage(buffer, [buffer]);
  });
  parentPort?.postMessage('ready');
}

async function compare() {
  const rows = await withBench(false, async ({ trips, config: { home } }) => {
    const here = await openQuotes(home);
    const worker = new Worker(new URL(import.meta.url), { workerData: { home } });
    await once(worker, 'message');
    const there = async (question: Question) => {
      worker.postMessage(question);
      await once(worker, 'message');
    };
    const measured: string[][] = [];
    for (const alternatives of [0, 2]) {
      const questions = trips.map((trip) => toQuestion(trip, alternatives));
      const inProcess = await leastCpuMs(here, questions);
      const inWorker = await leastCpuMs(there, questions);
      measured.push([String(alternatives + 1), figures(inProcess), figures(inWorker)]);
    }
    return measured;
  });
  const title = 'Whole quotes, milliseconds of processor';
  const head = ['routes, at most', 'in the process of the caller', 'in a worker'];
  process.stdout.write(`${formatTable({ title, about: 'The mean of 200 trips.', head, rows })}\n`);
  process.exit();
}

const toQuestion = ({ from, to }: BenchTrip, alternatives: number): Question => ({
  from: `${from.lat},${from.lon}`,
  to: `${to.lat},${to.lon}`,
  startTime: START_TIME,
  refine: '1',
  alternatives: String(alternatives),
});

async function leastCpuMs(
  work: (question: Question) => Promise<unknown>,
  questions: readonly Question[],
): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS; round++) {
    const start = process.cpuUsage();
    for (const question of questions) await work(question);
    const { user, system } = process.cpuUsage(start);
    least = Math.min(least, (user + system) / 1000 / questions.length);
  }
  return least;
}

await (isMainThread ? compare() : serve());
