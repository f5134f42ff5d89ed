/** The service from its start to its end: starting, serving, draining. */

import { setFlagsFromString } from 'node:v8';
import type { Logger } from 'pino';
import type { CurrentFacts } from '../facts/keep-facts-current.ts';
import { verifyBundled } from '../facts/schema/read-data.ts';
import { DRAIN_TIMES } from '../http/drain.ts';
import type { Phase, Services } from '../http/services.ts';
import type { Timer } from '../trip/ports.ts';
import type { Config } from './config.ts';
import { openCurrentFacts } from './current-facts.ts';
import { DATA_DIR, makeHome } from './machine.ts';
import { type OnProgress, openSnapshot, type Snapshot, type SnapshotTerms } from './snapshot.ts';

export interface Lifecycle extends Pick<Services, 'phase'> {
  /** The facts in force; throws as long as they are not open. */
  opened(): CurrentFacts<Snapshot>;
  /** Opens the facts in force; until then the service is starting. Renewed ones are taken over. */
  open(onProgress: OnProgress): Promise<void>;
  /** It goes on as before, and says that it is about to stop. */
  drain(): void;
  /** Renewed facts are not taken over any more. */
  close(): void;
}

/** @param terms what every snapshot of the facts is opened with. */
export function openLifecycle(
  config: Config,
  terms: Pick<SnapshotTerms, 'services' | 'queue'>,
  log: Logger,
): Lifecycle {
  let facts: CurrentFacts<Snapshot> | undefined;
  let isDraining = false;
  return {
    opened() {
      if (facts === undefined) throw new Error('Expected no question before the facts are open.');
      return facts;
    },
    phase() {
      if (isDraining) return 'draining';
      return facts === undefined ? 'starting' : 'serving';
    },
    async open(onProgress) {
      await makeHome(config.home);
      verifyBundled(DATA_DIR);
      facts = await openCurrentFacts(config, {
        open: (inForce) => openSnapshot(inForce, { ...terms, config, log, onProgress }),
        log,
        onProgress,
      });
    },
    drain() {
      isDraining = true;
    },
    close: () => facts?.close(),
  };
}

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

/** What tells a server to stop: an operator's or a supervisor's signal, and a terminal's Ctrl-C. */
const SIGNALS = ['SIGTERM', 'SIGINT'] as const;

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
  for (const signal of SIGNALS) source.on(signal, hear);
  return () => {
    for (const signal of SIGNALS) source.removeListener(signal, hear);
  };
}

/**
 * Lets the heap grow by half before it is collected, instead of to four times its size: nearly all of
 * an answer is garbage as soon as it is sent, and a server takes 360 MB under load instead of 450, at
 * the same processor time (bench/README.md). For a process that answers for long, before it has done
 * anything.
 *
 * Source: `node --v8-options`.
 */
export const limitHeapGrowth = (setFlag: (flag: string) => void = setFlagsFromString): void =>
  setFlag('--heap-growing-percent=50');
