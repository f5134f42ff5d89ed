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
import type { ConnectionTerms } from '../http/connection/connection-bounds.ts';
import { DRAIN_TIMES } from '../http/connection/drain.ts';
import { type App, compileRest } from '../http/framework.ts';
import { openProcessMetrics } from '../http/metrics/standing-metrics.ts';
import type { Phase } from '../http/services.ts';
import { openDemoKey } from '../store/open-demo-key.ts';
import { type OpenAccounts, openAccounts } from './accounts.ts';
import { makeServices, type RunningServices } from './compose.ts';
import type { Config } from './config.ts';
import { STOP_SIGNALS, systemTimer } from './machine.ts';

/** A stop that takes longer than all its steps together hangs, and is ended. */
const GRACE_MS = 15_000;

/** As often as the self-test is made. */
const LOOK_EVERY_MS = 60_000;

/** The first calls come before what later ones need. A choice of ours. */
const REST_AFTER_MS = 500;

/** What cannot be opened fails the calls that need it, each by itself. */
async function openRest(app: App, running: RunningServices, log: Logger): Promise<void> {
  for (const steps of [compileRest(app), running.openRest()])
    await inSteps(steps, setImmediate).catch((err: unknown) =>
      log.error({ err }, 'what a later call needs cannot be opened'),
    );
}

/** What a process of several has of the server that it belongs to. */
export interface Sibling {
  /** 1 to the number of processes; one that takes the place of another has its number. */
  readonly no: number;
  /** Tells of all. */
  readonly registry: Registry;
  /** @param text what is said when all can answer. */
  tellReady(text: string): void;
}

/**
 * Starts the server; once it runs, the process ends when it is told to and not before.
 *
 * @param sibling absent: it is all of the server.
 */
export async function serve(config: Config, sibling?: Sibling): Promise<void> {
  limitHeapGrowth();
  const log = openLog(config.logLevel);
  const accounts = await openAccounts(config);
  try {
    await serveFrom(accounts, config, log, sibling);
  } catch (cause) {
    await accounts.store.close();
    throw cause;
  }
}

async function serveFrom(
  accounts: OpenAccounts,
  config: Config,
  log: Logger,
  sibling: Sibling | undefined,
): Promise<void> {
  const running = await makeServices(config, accounts, log);
  const app = buildApp(running.services, {
    log,
    connections: boundsOf(config),
    registry: sibling?.registry ?? openProcessMetrics(),
  });
  // One of several takes no call that another can answer and it can not yet.
  const early = sibling === undefined ? await listen(app, config) : undefined;
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
    await running.open((step) => process.stderr.write(`veipris: ${step}\n`));
    const address = early ?? (await listen(app, config));
    if (process.getuid?.() === 0)
      log.warn('running as root, which nothing here needs: start it as a user of its own');
    warnOfSettings(config, log);
    const asked = running.services.upstreams.map(({ name }) => name);
    // Whether or not a proxy or Prometheus asks: a part that fails is told of by log and metrics.
    looking = setInterval(() => void look(app), LOOK_EVERY_MS).unref();
    const tellReady = sibling?.tellReady ?? print;
    tellReady(formatReady(address, await showDemoKey(accounts, config), asked));
    opening = setTimeout(() => void openRest(app, running, log), REST_AFTER_MS).unref();
  } catch (cause) {
    // A start that is told to stop in its middle may well fail.
    if (running.services.phase() === 'draining') return;
    uninstall();
    await running.close();
    await app.close();
    throw cause;
  }
}

/** @throws Error that names the setting which is wrong. */
function listen(app: App, config: Config): Promise<string> {
  const { host, port } = config;
  // What does not fit among those that wait to be taken in connects again seconds later, and is refused by nobody.
  return app.listen({ host, port, backlog: MOST_CONNECTIONS }).catch((cause) => {
    throw explainListening(cause, config);
  });
}

/** Makes the self-test. A server that closes answers none, which is no error. */
async function look(app: App): Promise<void> {
  await app.inject('/health/ready').catch(() => undefined);
}

/** Files that the server opens beside its connections: data, database, log, foreign services, and as many again. */
const OTHER_FILES = 128;
/** More are not worth their memory. The system may let fewer wait (`net.core.somaxconn`, 4096 since Linux 5.4). */
const MOST_CONNECTIONS = 10_000;

/** Where proxies stand before the server all connections come from their addresses. */
function boundsOf({ proxies, connectionsPerAddress }: Config): ConnectionTerms {
  const isBound = proxies === 0 && connectionsPerAddress > 0;
  return { most: countConnections(), ...(isBound && { mostOfAddress: connectionsPerAddress }) };
}

/** How many connections the files that this process may open leave room for, of few files half. */
function countConnections(): number {
  const { userLimits } = process.report.getReport() as unknown as {
    readonly userLimits: { readonly open_files: { readonly soft: number | 'unlimited' } };
  };
  const { soft } = userLimits.open_files;
  if (soft === 'unlimited') return MOST_CONNECTIONS;
  return Math.min(MOST_CONNECTIONS, Math.max(soft - OTHER_FILES, Math.floor(soft / 2)));
}

/** Why nobody can listen there, with the setting that changes it. */
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

/** A setting that had a meaning in an earlier version is no reason not to start. */
function warnOfSettings({ outdated }: Config, log: Logger): void {
  for (const sentence of outdated) log.warn(sentence);
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

/** Where the demo key is, from the working directory where it is inside; absent: there is none. */
async function showDemoKey(
  { store }: OpenAccounts,
  { database, home }: Config,
): Promise<string | undefined> {
  if (database.kind === 'postgres') return undefined;
  const demo = await openDemoKey(store, home);
  if (demo === undefined) return undefined;
  const fromHere = relative(process.cwd(), demo.path);
  const path = fromHere.startsWith('..') ? demo.path : fromHere;
  if (demo.made !== undefined) print(formatMadeKey(path, demo.made));
  return path;
}

const print = (text: string) => process.stdout.write(`${text}\n`);

/** What is stopped, in this order. */
export interface Stoppable {
  phase(): Phase;
  /** From now on `ready` says that calls should go elsewhere. */
  drain(): void;
  /** Takes no connections any more, and settles when all calls are answered. */
  closeApp(): Promise<unknown>;
  closeRest(): Promise<void>;
}

/**
 * Stops a server without owing anybody. On SIGTERM it first goes on for a moment: a proxy that
 * watches `ready` sends nothing any more when connections are refused. A stop at a terminal
 * does not wait for that, and no caller is sent to a server that was only starting.
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
 * A signal to a whole process group reaches the server by itself and once more through `npm start`,
 * which hands on what it gets: within this time both are one. Milliseconds.
 */
const ECHO_MS = 100;

/** What hears signals: the process, or a test's emitter. */
interface SignalSource {
  on(signal: string, hear: (signal: string) => void): unknown;
  removeListener(signal: string, hear: (signal: string) => void): unknown;
}

/**
 * Calls `onFirst` for the first signal, and `onSecond` for each that is no echo of it.
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
 * Lets the heap grow by half before it is collected, instead of to four times its size: nearly all of
 * an answer is garbage as soon as it is sent, and a server takes 360 MB under load instead of 450, at
 * the same processor time (measure/bench/README.md). For a process that answers for long, before it has done
 * anything.
 *
 * Source: `node --v8-options`.
 *
 * @internal Its tests ask it by itself.
 */
export const limitHeapGrowth = (setFlag: (flag: string) => void = setFlagsFromString): void =>
  setFlag('--heap-growing-percent=50');
