/**
 * Runs the processes of a server. If the settings ask for several, one process watches the others, which answer on one
 * port.
 */
import cluster, { type Worker } from 'node:cluster';
import { setTimeout as rest } from 'node:timers/promises';
import { ExponentialBackoff, type IBackoff } from 'cockatiel';
import type { Logger } from 'pino';
import { AggregatorRegistry } from 'prom-client';
import { openLog } from '../cli/readable-log.ts';
import { openSharedMetrics } from '../http/metrics/standing-metrics.ts';
import type { Config } from './config.ts';
import { STOP_SIGNALS } from './machine.ts';
import type { ClusterMember } from './serve.ts';

/** Starts the server in as many processes as the settings say. It runs until it is told to stop. */
export async function startServer(config: Config): Promise<void> {
  if (config.processes > 1 && cluster.isPrimary) return watchServer(config);
  const { serve } = await import('./serve.ts');
  if (config.processes === 1) return serve(config);
  // A process that could not start must end. The channel to the watching process would keep it alive.
  await serve(config, joinServer()).catch((cause: unknown) => {
    process.channel?.unref();
    throw cause;
  });
}

/** The environment variable with the number of a process. */
const PROCESS_NO = 'SERVER_PROCESS';

/** Messages of a process to the watching process. Those of prom-client go the same way. */
type News = { readonly type: 'ready'; readonly text: string } | { readonly type: 'ask-metrics' };
/** Messages of the watching process. */
interface Reply {
  readonly type: 'metrics';
  readonly text: string | undefined;
}

/** The link to the watching process, in a process that is watched. */
function joinServer(): ClusterMember {
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

/** Watches the other processes and ends with them, with 0 if all have stopped in order. */
async function watchServer({ processes: count, logLevel }: Config): Promise<never> {
  const log = openLog(logLevel);
  const metrics = new AggregatorRegistry();
  // With this serialization `NaN` and the infinite numbers arrive unchanged.
  cluster.setupPrimary({ serialization: 'advanced' });
  const stopping = new AbortController();
  for (const signal of STOP_SIGNALS)
    process.on(signal, () => {
      stopping.abort();
      // A process that gets the signal from elsewhere, too, takes both for one.
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
      // A process that ended with 1 has already said why.
      if (how !== 1)
        process.stderr.write(`veipris: a process ended with ${how} before it was ready\n`);
      // A process that is still starting would complain that its channel to this process broke.
      for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill('SIGKILL');
      process.exit(1);
    },
  });
  process.exit(isWell ? 0 : 1);
}

/** The code or the signal that a process ended with, or the reason why it could not be made. */
type End = number | string;

/**
 * Starts a process.
 *
 * @returns how it ended.
 */
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
    // A process that could not be made gives no `exit`. Any other error is about a message that an ended process did
    // not get.
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
  /** Aborted when the server is told to stop. */
  readonly signal: AbortSignal;
  /** Called when all processes can answer for the first time. */
  readonly onReady: (text: string) => void;
  /** Called when no process can answer, and none could start. */
  readonly onNone: (how: End) => never;
}

/**
 * Keeps `count` processes running. The first starts alone, so that the files that a home needs are made only once. A
 * process that ends is started again at once. A process that could not start is started again after a pause, which
 * grows.
 *
 * @returns after the signal, when all processes have ended: whether all ended in order.
 */
export async function keepRunning(parts: WatchParts): Promise<boolean> {
  const { count, run, log, rest, signal, onNone } = parts;
  const ready = new Set<number>();
  /** The processes whose last start did not fail. */
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

  /** @returns the state of the pauses, for a process that could not start. */
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
