/** The server process: opens the service, listens, and stops when it is told to. */
import { relative } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import closeWithGrace from 'close-with-grace';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import { inSteps } from '../base/steps.ts';
import type { Timer } from '../base/timer.ts';
import { openLog } from '../cli/readable-log.ts';
import { formatMadeKey, formatReady } from '../cli/serve.ts';
import { buildApp } from '../http/app.ts';
import type { ConnectionTerms } from '../http/connection/bounds.ts';
import { DRAIN_TIMES } from '../http/connection/drain.ts';
import { type App, compileRest } from '../http/framework.ts';
import { openProcessMetrics } from '../http/metrics/standing-metrics.ts';
import type { Phase } from '../http/services.ts';
import { openDemoKey } from '../store/open-demo-key.ts';
import { type OpenAccounts, openAccounts } from './accounts.ts';
import { makeServices, type RunningServices } from './compose.ts';
import type { Config } from './config.ts';
import { STOP_SIGNALS, systemTimer } from './machine.ts';

/** A stop that takes longer than this, which is more than all its steps together, hangs and is ended. Milliseconds. */
const GRACE_MS = 15_000;

/** How often the server looks at its own parts, which is as often as the self-test is made. Milliseconds. */
const LOOK_EVERY_MS = 60_000;

/**
 * The pause after the start in which first calls go before the opening of parts that later calls need. A choice of
 * ours. Milliseconds.
 */
const REST_AFTER_MS = 500;

/** Opens the parts that later calls need. If a part cannot be opened, only the calls that need it fail. */
async function openRest(app: App, running: RunningServices, log: Logger): Promise<void> {
  for (const steps of [compileRest(app), running.openRest()])
    await inSteps(steps, setImmediate).catch((err: unknown) =>
      log.error({ err }, 'what a later call needs cannot be opened'),
    );
}

/** The link of a process to the server, where several processes are the server. */
export interface ClusterMember {
  /** From 1 to the number of processes. A process that takes the place of another has the same number. */
  readonly no: number;
  /** The metrics of all processes. */
  readonly registry: Registry;
  /** @param text the text that is printed when all processes can answer. */
  tellReady(text: string): void;
}

/**
 * Starts the server. From then on the process ends only when it is told to.
 *
 * @param member absent: this process is the whole server.
 */
export async function serve(config: Config, member?: ClusterMember): Promise<void> {
  limitHeapGrowth();
  const log = openLog(config.logLevel);
  const accounts = await openAccounts(config);
  try {
    await serveFrom(accounts, config, log, member);
  } catch (cause) {
    await accounts.store.close();
    throw cause;
  }
}

async function serveFrom(
  accounts: OpenAccounts,
  config: Config,
  log: Logger,
  member: ClusterMember | undefined,
): Promise<void> {
  const running = await makeServices(config, accounts, log);
  const app = buildApp(running.services, {
    log,
    connections: boundsOf(config),
    registry: member?.registry ?? openProcessMetrics(),
  });
  // One of several processes does not listen before it can answer, because the others can take its calls.
  const early = member === undefined ? await listen(app, config) : undefined;
  let looking: NodeJS.Timeout | undefined;
  let opening: NodeJS.Timeout | undefined;
  const stoppable: Stoppable = {
    phase: running.services.phase,
    drain() {
      clearInterval(looking);
      clearTimeout(opening);
      running.drain();
    },
    closeApp: () => app.close(),
    async closeRest() {
      await running.close();
      await accounts.store.close();
    },
  };
  const uninstall = installStop(stoppable, log);
  try {
    // The key is there before the server is ready: a script may wait for that.
    const demo = await makeDemoKey(accounts, config);
    await running.open((step) => process.stderr.write(`veipris: ${step}\n`));
    const address = early ?? (await listen(app, config));
    if (process.getuid?.() === 0)
      log.warn('running as root, which nothing here needs: start it as a user of its own');
    // Settings of earlier versions: the server starts all the same.
    for (const sentence of config.outdated) log.warn(sentence);
    const asked = running.services.upstreams.map(({ name }) => name);
    // With this look log and metrics tell of a part that fails, even if neither a proxy nor Prometheus asks.
    looking = setInterval(() => void look(app), LOOK_EVERY_MS).unref();
    const tellReady = member?.tellReady ?? print;
    if (demo?.made !== undefined) print(formatMadeKey(demo.path, demo.made));
    tellReady(formatReady(address, demo?.path, asked));
    opening = setTimeout(() => void openRest(app, running, log), REST_AFTER_MS).unref();
  } catch (cause) {
    // A start may fail because it was told to stop in its middle.
    if (running.services.phase() === 'draining') return;
    uninstall();
    await running.close();
    await app.close();
    throw cause;
  }
}

/** @throws Error that names the wrong setting. */
function listen(app: App, config: Config): Promise<string> {
  const { host, port } = config;
  // A connection for which the backlog has no room is not refused: its client connects again seconds later.
  return app.listen({ host, port, backlog: MOST_CONNECTIONS }).catch((cause) => {
    throw explainListening(cause, config);
  });
}

/** Asks the server for its health. No answer from a server that is closing is no error. */
async function look(app: App): Promise<void> {
  await app.inject('/health/ready').catch(() => undefined);
}

/** Files that the server opens beside its connections: data, database, log, foreign services, and as many again. */
const OTHER_FILES = 128;
/**
 * The most connections. More would not be worth their memory. The system may let fewer wait (`net.core.somaxconn`, 4096
 * since Linux 5.4).
 */
const MOST_CONNECTIONS = 10_000;

/**
 * The bounds of connections. Behind a proxy all connections come from the proxy's address, so addresses are not bounded
 * there.
 */
function boundsOf({ proxies, connectionsPerAddress }: Config): ConnectionTerms {
  const isBound = proxies === 0 && connectionsPerAddress > 0;
  return { most: countConnections(), ...(isBound && { mostOfAddress: connectionsPerAddress }) };
}

/**
 * The number of connections that fit into the files which this process may open. It is at least half of these files,
 * and at most `MOST_CONNECTIONS`.
 */
function countConnections(): number {
  const { userLimits } = process.report.getReport() as unknown as {
    readonly userLimits: { readonly open_files: { readonly soft: number | 'unlimited' } };
  };
  const { soft } = userLimits.open_files;
  if (soft === 'unlimited') return MOST_CONNECTIONS;
  return Math.min(MOST_CONNECTIONS, Math.max(soft - OTHER_FILES, Math.floor(soft / 2)));
}

/** The reason why the server cannot listen there, with the setting that changes it. */
function explainListening(cause: NodeJS.ErrnoException, { host, port }: Config): Error {
  const problem: Record<string, string> = {
    EADDRINUSE: `PORT is ${port}, where another program listens: stop that, or set PORT to another one, 0 for any that is free.`,
    EACCES: `PORT is ${port}, which this user may not listen on: set PORT to one from 1024 on.`,
    EADDRNOTAVAIL: `HOST is ${host}, which is no address of this machine.`,
    ENOTFOUND: `HOST is ${host}, a name that no address is known of.`,
    EAI_AGAIN: `HOST is ${host}, a name that no address can be found of now.`,
  };
  const other = `The server cannot listen on HOST ${host} and PORT ${port}: ${cause.message}.`;
  return new Error(problem[cause.code ?? ''] ?? other, { cause });
}

/** Stops the server at a signal or an uncaught error. */
function installStop(stoppable: Stoppable, log: Logger): () => void {
  let signal: string | undefined;
  const terms = { delay: GRACE_MS, logger: log, skip: ['SIGTERM' as const, 'SIGINT' as const] };
  const grace = closeWithGrace(terms, ({ err }) => {
    if (err !== undefined) log.fatal({ err }, 'stopping after an error');
    return stopServer(stoppable, signal, systemTimer);
  });
  const hearNoMore = hearStopSignals(process, () => performance.now(), {
    onFirst(first) {
      signal = first;
      void grace.close();
    },
    onSecond(second) {
      log.error(`second ${second}, exiting`);
      process.exit(1);
    },
  });
  return () => {
    grace.uninstall();
    hearNoMore();
  };
}

/** The demo key, its path relative to the working directory where it lies inside; `undefined`: there is none. */
async function makeDemoKey({ store }: OpenAccounts, { database, home }: Config) {
  if (database.kind === 'postgres') return undefined;
  const demo = await openDemoKey(store, home);
  if (demo === undefined) return undefined;
  const fromHere = relative(process.cwd(), demo.path);
  return { ...demo, path: fromHere.startsWith('..') ? demo.path : fromHere };
}

const print = (text: string) => process.stdout.write(`${text}\n`);

/** The parts to stop, in this order. */
export interface Stoppable {
  phase(): Phase;
  /** From now on `ready` says that calls should go elsewhere. */
  drain(): void;
  /** Takes no more connections, and settles when all calls are answered. */
  closeApp(): Promise<unknown>;
  closeRest(): Promise<void>;
}

/**
 * Stops a server so that every call is answered or credited. On SIGTERM it first goes on for a moment. A proxy that
 * watches `ready` has stopped sending calls when connections are refused. A stop at a terminal does not wait for that.
 * Neither does a stop during the start, when no proxy sends calls yet.
 *
 * @internal Its tests ask it by itself.
 */
export async function stopServer(
  { phase, drain, closeApp, closeRest }: Stoppable,
  signal: string | undefined,
  timer: Timer,
): Promise<void> {
  const isWatched = phase() === 'serving' && signal === 'SIGTERM';
  drain();
  if (isWatched)
    await new Promise<void>((resolve) => void timer.start(DRAIN_TIMES.noticeMs, resolve));
  await closeApp();
  await closeRest();
}

/**
 * A signal to a process group reaches the server twice: directly, and through `npm start`, which passes its signals on.
 * Signals within this time count as one. Milliseconds.
 */
const ECHO_MS = 100;

/** The source of signals: the process, or a test's emitter. */
interface SignalSource {
  on(signal: string, hear: (signal: string) => void): unknown;
  removeListener(signal: string, hear: (signal: string) => void): unknown;
}

/**
 * Calls `onFirst` for the first signal, and `onSecond` for each later signal that is no echo of the first.
 *
 * @param nowMs a clock that never goes back.
 * @returns a function after which no signal is heard.
 *
 * @internal Its tests ask it by itself.
 */
export function hearStopSignals(
  source: SignalSource,
  nowMs: () => number,
  { onFirst, onSecond }: Readonly<Record<'onFirst' | 'onSecond', (signal: string) => void>>,
): () => void {
  let firstAtMs: number | undefined;
  const hear = (signal: string) => {
    if (firstAtMs === undefined) {
      firstAtMs = nowMs();
      onFirst(signal);
    } else if (nowMs() - firstAtMs >= ECHO_MS) onSecond(signal);
  };
  for (const signal of STOP_SIGNALS) source.on(signal, hear);
  return () => {
    for (const signal of STOP_SIGNALS) source.removeListener(signal, hear);
  };
}

/**
 * Lets the heap grow by half before it is collected, instead of to four times its size. Nearly all memory of an answer
 * is garbage as soon as the answer is sent. A server takes 360 MB under load instead of 450, at the same processor time
 * (measure/bench/README.md). To be called at the beginning of a process that answers for long.
 *
 * Source: `node --v8-options`.
 *
 * @internal Its tests ask it by itself.
 */
export const limitHeapGrowth = (setFlag: (flag: string) => void = setFlagsFromString): void =>
  setFlag('--heap-growing-percent=50');
