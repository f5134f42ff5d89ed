/** Keeps the facts of a server current from its start on, and renews them daily where the settings say so. */

import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import { inSteps } from '../base/steps.ts';
import { type CurrentFacts, keepFactsCurrent, tellProblems } from '../facts/keep-facts-current.ts';
import { type Facts, openFacts } from '../facts/open-facts.ts';
import {
  type DailyTerms,
  noteRenewal,
  readLastRenewal,
  renewDaily,
} from '../facts/renew/daily-renewal.ts';
import { verifyBundled } from '../facts/schema/read-bundled.ts';
import type { Phase } from '../http/services.ts';
import { readOwnMap } from '../network/own-map.ts';
import type { Config } from './config.ts';
import {
  systemClock as clock,
  DATA_DIR,
  makeHome,
  PACKAGE_DIR,
  systemTimer as timer,
} from './machine.ts';
import { type OnProgress, openSnapshot, type Snapshot, type SnapshotTerms } from './snapshot.ts';

/** The service from its start to its end: starting, serving, draining. */
export type Lifecycle = ReturnType<typeof openLifecycle>;

/** @param terms the terms with which every snapshot of the facts is opened. */
export function openLifecycle(
  config: Config,
  terms: Pick<SnapshotTerms, 'services' | 'queue'>,
  log: Logger,
) {
  let facts: CurrentFacts<Snapshot> | undefined;
  let isDraining = false;
  return {
    /** The facts in force. Throws as long as they are not open. */
    opened(): CurrentFacts<Snapshot> {
      if (facts === undefined) throw new Error('Expected no question before the facts are open.');
      return facts;
    },
    phase(): Phase {
      if (isDraining) return 'draining';
      return facts === undefined ? 'starting' : 'serving';
    },
    /** Opens the facts in force. Until then the service is starting. From then on renewed facts are taken over. */
    async open(onProgress: OnProgress): Promise<void> {
      await makeHome(config.home);
      verifyBundled(DATA_DIR);
      facts = await openCurrentFacts({ ...terms, config, log, onProgress });
    },
    /** From now on the service says that it is about to stop. It goes on as before. */
    drain(): void {
      isDraining = true;
    },
    /** From now on renewed facts are not taken over. */
    close: (): void => facts?.close(),
  };
}

/** Opens the facts in force. From then on they are followed until `close`. */
async function openCurrentFacts(terms: SnapshotTerms): Promise<CurrentFacts<Snapshot>> {
  const { config, log, onProgress } = terms;
  const open = async (facts: Facts) => {
    const snapshot = await openSnapshot(facts, terms);
    // For the first facts this is done after the start.
    if (facts !== first.facts) await inSteps(facts.land.openInland(), setImmediate);
    return snapshot;
  };
  const first = await openFit(config, log, onProgress);
  tellProblems(first, log);
  const { home, roadDatabase, roadNetwork } = config;
  const folders = { data: DATA_DIR, home };
  const followsNetwork = roadNetwork.kind === 'ruteplan';
  if (followsNetwork && (await readOwnMap(home))?.form !== 'ruteplan')
    throw new Error(
      'ROAD_NETWORK is "ruteplan", and no official road network is in force: run "veipris network build --ruteplan download".',
    );
  const facts = await keepFactsCurrent({ folders, first, open, clock, timer, log, followsNetwork });
  if (roadDatabase.kind === 'nvdb' && roadDatabase.contact === undefined)
    log.warn('the data is not renewed before ROAD_DATABASE_CONTACT is set');
  const stopRenewing = roadDatabase.kind === 'nvdb' ? renewDataDaily(home, log) : () => undefined;
  const stopRenewingNetwork = followsNetwork ? renewNetworkDaily(home, log) : () => undefined;
  return {
    ...facts,
    close() {
      stopRenewingNetwork();
      stopRenewing();
      facts.close();
    },
  };
}

/** Opens the facts. Data that an earlier release renewed is compiled again with the decisions of this release. */
async function openFit(config: Config, log: Logger, onProgress: (step: string) => void) {
  const folders = { data: DATA_DIR, home: config.home };
  const found = await openFacts(folders);
  if (!found.isOutdated) return found;
  const { compileDataAgain } = await import('./maintenance.ts');
  try {
    await compileDataAgain(config, onProgress);
    return await openFacts(folders);
  } catch (err) {
    log.error({ err }, 'could not compile the renewed data with the decisions of this release');
    const problem = 'The renewed data is in force as an earlier release compiled it.';
    return { ...found, problems: [...found.problems, problem] };
  }
}

/**
 * Renews daily in a process of its own, so that the calls of this process are not held up.
 *
 * @returns a function that stops the renewals.
 */
function renewInProcess(
  terms: Pick<DailyTerms, 'readLast'> & { readonly args: readonly string[] },
  onEnd: (ended: Ended, startedMs: number) => Promise<void>,
): () => void {
  let running: ReturnType<typeof spawnCli> | undefined;
  let isStopping = false;
  const stop = renewDaily({
    clock,
    timer,
    random: Math.random,
    readLast: terms.readLast,
    async renew() {
      const startedMs = clock.now();
      running = spawnCli(terms.args);
      const ended = await running.ended;
      running = undefined;
      if (!isStopping) await onEnd(ended, startedMs);
    },
  });
  return () => {
    isStopping = true;
    stop();
    running?.stop();
  };
}

const renewDataDaily = (home: string, log: Logger): (() => void) =>
  renewInProcess(
    { args: ['data', 'renew', '--if-due'], readLast: () => readLastRenewal(home) },
    async ({ isOk, lastLine }, startedMs) => {
      const last = await readLastRenewal(home);
      if (isOk) {
        log.info('the renewal of the data has ended well');
        for (const [list, what] of ODD_RECORDS)
          if (last?.[list]?.length) log.warn({ [list]: last[list] }, what);
        return;
      }
      log.error({ reason: lastLine }, 'the renewal of the data failed; the last good data stays');
      // A process that was killed or could not start has not noted its end.
      if (last === undefined || last.atMs < startedMs)
        await noteRenewal(home, { atMs: clock.now(), ok: false, reason: NOT_NOTED });
    },
  );

const ODD_RECORDS = [
  ['oddStations', 'odd toll stations keep the record that they had'],
  ['oddClosures', 'odd closed roads keep the days that they had'],
  ['oddFerries', 'odd ferry connections stay as they were'],
] as const;

/** Looks for a newer edition of the official road network. */
const renewNetworkDaily = (home: string, log: Logger): (() => void) =>
  renewInProcess(
    {
      args: ['network', 'build', '--ruteplan', 'download', '--if-newer'],
      readLast: () => readLastRenewal(home, 'network'),
    },
    async ({ isOk, lastLine }) => {
      if (!isOk)
        log.error(
          { reason: lastLine },
          'the official road network could not be renewed; the last one stays',
        );
      const outcome = { ok: isOk, ...(!isOk && { reason: lastLine }) };
      await noteRenewal(home, { atMs: clock.now(), ...outcome }, 'network');
    },
  );

const NOT_NOTED = 'The renewal ended before it was done.';

/**
 * Sources need a loader, which is found from this file and not from the working directory. A built program needs none.
 */
const IS_SOURCE = import.meta.url.endsWith('.ts');
const CLI = IS_SOURCE
  ? join(PACKAGE_DIR, 'src/cli.ts')
  : fileURLToPath(new URL('./cli.js', import.meta.url));

interface Ended {
  readonly isOk: boolean;
  readonly lastLine: string;
}

/** Runs a command of this program in a process of its own, with the environment of this process. */
function spawnCli(args: readonly string[]) {
  const loader = IS_SOURCE ? ['--import', import.meta.resolve('tsx')] : [];
  const child: ChildProcess = spawn(process.execPath, [...loader, CLI, ...args], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-MOST_SAID);
  });
  const ended = new Promise<Ended>((resolve) => {
    child.once('error', ({ message }) => resolve({ isOk: false, lastLine: message }));
    child.once('close', (code) =>
      resolve({ isOk: code === 0, lastLine: said.trim().split('\n').at(-1) ?? '' }),
    );
  });
  return { ended, stop: () => child.kill() };
}

/** How much of the text that a command writes is kept. Characters. */
const MOST_SAID = 4000;
