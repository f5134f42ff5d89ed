/** The environment for every part of the benchmarks, in a home of its own. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import pino from 'pino';
import { type Facts, openFacts } from '../../src/facts/open-facts.ts';
import { type OpenNetwork, openNetwork } from '../../src/network/open-network.ts';
import { openKernelPlanner } from '../../src/network/planning/kernel-planner.ts';
import { type Config, toConfig } from '../../src/service/config.ts';
import { DATA_DIR } from '../../src/service/machine.ts';
import { openSnapshot, type Snapshot } from '../../src/service/snapshot.ts';
import type { RoutePlanner } from '../../src/trip/ports.ts';
import { keyOf } from '../../test/support/accounts.ts';
import { addKey, withFolder } from '../home.ts';
import { type ServerProcess, startServer } from '../server-process.ts';
import type { Load, LoadResult } from './load-process.ts';
import { type BenchTrip, drawTrips } from './trips.ts';

/** The key that all calls are made with. */
export const KEY = keyOf(1);

export interface Bench {
  /** Few items and rounds: a look, not a result. */
  readonly isShort: boolean;
  readonly config: Config;
  readonly facts: Facts;
  readonly network: OpenNetwork;
  readonly planner: RoutePlanner;
  readonly snapshot: Snapshot;
  readonly trips: readonly BenchTrip[];
  readonly report: (step: string) => void;
}

const TRIPS = 200;
const SHORT_TRIPS = 36;

/** A server as it is deployed, with keys and quota on SQLite, without a result cache and without a limit of calls at once. */
export const serve = (home: string, processes = 1): Promise<ServerProcess> =>
  startServer({
    VEIPRIS_HOME: home,
    RESULT_CACHE: '0',
    CALLS_AT_ONCE: '0',
    SERVER_PROCESSES: String(processes),
  });

/** Opens the environment for the work, in a folder of its own. The folder is removed also after an error. */
export const withBench = <Result>(
  isShort: boolean,
  work: (bench: Bench) => Promise<Result>,
): Promise<Result> =>
  withFolder(async (home) => {
    const report = (step: string) => void process.stderr.write(`bench: ${step}\n`);
    // No result is remembered, whatever the environment says.
    const config = toConfig({ VEIPRIS_HOME: home, LOG_LEVEL: 'silent' });
    await addKey(config);
    const { facts } = await openFacts({ data: DATA_DIR, home });
    const network = await openNetwork({ data: DATA_DIR, home }, facts, report);
    const planner = openKernelPlanner(network);
    const log = pino({ level: 'silent' });
    const snapshot = await openSnapshot(facts, { config, services: {}, log, onProgress: report });
    report('drawing the trips');
    const trips = await drawTrips(isShort ? SHORT_TRIPS : TRIPS, planner, facts);
    return work({ isShort, config, facts, network, planner, snapshot, trips, report });
  });

/** Makes calls from a process of their own. */
export async function runLoadProcess(load: Load): Promise<LoadResult> {
  const child = fork(join(import.meta.dirname, 'load-process.ts'));
  const answered = once(child, 'message') as Promise<[LoadResult]>;
  child.send(load);
  const [result] = await answered;
  return result;
}
