/** The processes of a server: where the settings ask for several, one watches and the others answer on one port. */
import cluster, { type Worker } from 'node:cluster';
import { setTimeout as rest } from 'node:timers/promises';
import { ExponentialBackoff, type IBackoff } from 'cockatiel';
import type { Logger } from 'pino';
import { AggregatorRegistry } from 'prom-client';
import { openLog } from '../cli/readable-log.ts';
import { openSharedMetrics } from '../http/metrics/standing-metrics.ts';
import type { Config } from './config.ts';
import { STOP_SIGNALS } from './machine.ts';
import type { Sibling } from './serve.ts';

/** Starts the server in as many processes as the settings say; it runs until it is told to stop. */
export async function startServer(config: Config): Promise<void> {
  if (config.processes > 1 && cluster.isPrimary) return watchServer(config);
  const { serve } = await import('./serve.ts');
  if (config.processes === 1) return serve(config);
  // One that could not start ends: the way to the watching process would hold it.
  await serve(config, joinServer()).catch((cause: unknown) => {
    process.channel?.unref();
    throw cause;
  });
}

/** The number of a process, in its environment. */
const PROCESS_NO = 'SERVER_PROCESS';

/** What a process tells the watching one; prom-client's messages go the same way. */
type News = { readonly type: 'ready'; readonly text: string } | { readonly type: 'ask-metrics' };
/** What it is told. */
interface Reply {
  readonly type: 'metrics';
  readonly text: string | undefined;
}

/** In a process that another watches. */
function joinServer(): Sibling {
  const no = Number(process.env[PROCESS_NO]);
  const asked: ((text: string | undefined) => void)[] = [];
  const tell = (news: News) => void process.send?.(news, undefined, {}, () => undefined);
  const registry = openSharedMetrics(no, () => {
    tell({ type: 'ask-metrics' });
    return new Promise((resolve) => asked.push(resolve));
  });
  process.on('message', ({ type, text }: Reply) => {
    if (type === 'metrics') asked.shift()?.(text);
  });
  return { no, registry, tellReady: (text) => tell({ type: 'ready', text }) };
}

/** Watches the others and ends with them: with 0 when all have stopped in order. */
async function watchServer({ processes: count, logLevel }: Config): Promise<never> {
  const log = openLog(logLevel);
  const metrics = new AggregatorRegistry();
  // Numbers that are none stay so on their way.
  cluster.setupPrimary({ serialization: 'advanced' });
  const stopping = new AbortController();
  for (const signal of STOP_SIGNALS)
    process.on(signal, () => {
      stopping.abort();
      // One that hears it by itself, too, takes both for one.
      for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill(signal);
    });
  const isWell = await keepRunning({
    count,
    run: (no, onReady) => runProcess(no, onReady, () => metrics.clusterMetrics()),
    log,
    rest: (pauseMs) => rest(pauseMs, undefined, { signal: stopping.signal }).catch(() => undefined),
    signal: stopping.signal,
    onReady: (text) => process.stdout.write(`${text}\n`),
    onNone(how) {
      // With 1 it has said why.
      if (how !== 1)
        process.stderr.write(`veipris: a process ended with ${how} before it was ready\n`);
      // One that is starting would tell of the way to this process, which ends in the middle.
      for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill('SIGKILL');
      process.exit(1);
    },
  });
  process.exit(isWell ? 0 : 1);
}

/** The code or the signal that a process ended with, or why there is none. */
type End = number | string;

/** Starts a process. @returns how it ended. */
async function runProcess(
  no: number,
  onReady: (text: string) => void,
  readMetrics: () => Promise<string>,
): Promise<End> {
  const worker = cluster.fork({ [PROCESS_NO]: no });
  worker.on('message', async (news: News) => {
    if (news.type === 'ready') onReady(news.text);
    else if (news.type === 'ask-metrics') {
      const text = await readMetrics().catch(() => undefined);
      const reply: Reply = { type: 'metrics', text };
      worker.send(reply, () => undefined);
    }
  });
  return endOf(worker);
}

const endOf = (worker: Worker) =>
  new Promise<End>((resolve) => {
    worker.once('exit', (code, signal) => resolve(signal ?? code));
    // One that could not be made has no exit; any other error is a message that an ended one did not get.
    worker.on('error', ({ message }) => {
      if (worker.process.pid === undefined) resolve(message);
    });
  });

type Backoff = IBackoff<unknown> | undefined;

interface WatchParts {
  readonly count: number;
  /** Starts a process, and resolves when it has ended. */
  readonly run: (no: number, onReady: (text: string) => void) => Promise<End>;
  readonly log: Logger;
  /** A pause, which ends with the signal. */
  readonly rest: (pauseMs: number) => Promise<void>;
  /** The server is told to stop. */
  readonly signal: AbortSignal;
  /** All can answer, for the first time. */
  readonly onReady: (text: string) => void;
  /** None can answer, and none could start. */
  readonly onNone: (how: End) => never;
}

/**
 * Keeps so many processes running. The first starts alone, so that what a home needs once is made once; one that ends
 * is started again at once, one that could not start after a pause that grows.
 *
 * @returns when all have ended after the signal: whether they did so in order.
 */
export async function keepRunning(parts: WatchParts): Promise<boolean> {
  const { count, run, log, rest, signal, onNone } = parts;
  const ready = new Set<number>();
  /** Those whose last start did not fail. */
  const hopeful = new Set([1]);
  let isWell = true;
  let [startOthers, onReady] = [() => {}, parts.onReady];
  const others = new Promise<void>((resolve) => {
    startOthers = resolve;
    signal.addEventListener('abort', () => resolve());
  });

  function hearReady(no: number, text: string): void {
    ready.add(no);
    hopeful.add(no);
    startOthers();
    if (ready.size < count) return;
    onReady(text);
    onReady = () => {};
  }

  /** @returns the pause after it, if it was one. */
  async function hearEnd(no: number, how: End, before?: Backoff): Promise<Backoff> {
    const told = { process: no, how };
    if (ready.delete(no)) {
      log.error(told, 'a process of the server has ended; another takes its place');
      return undefined;
    }
    hopeful.delete(no);
    if (hopeful.size === 0) onNone(how);
    const backoff = before?.next(undefined) ?? new ExponentialBackoff().next();
    const againMs = Math.round(backoff.duration);
    log.error({ ...told, againMs }, 'a process of the server could not start; it is tried again');
    await rest(againMs);
    return backoff;
  }

  async function keep(no: number): Promise<void> {
    let backoff: Backoff;
    while (!signal.aborted) {
      const how = await run(no, (text) => hearReady(no, text)).catch(String);
      if (signal.aborted) isWell &&= how === 0 || STOP_SIGNALS.some((one) => one === how);
      else backoff = await hearEnd(no, how, backoff);
    }
  }

  const places = Array.from({ length: count }, async (_, i) => {
    if (i > 0) await others;
    await keep(i + 1);
  });
  await Promise.all(places);
  return isWell;
}
