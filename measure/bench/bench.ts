/** What every part of the benchmarks works with, in a home of its own. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { hashOfKey, KEY_RANDOM_BYTES, mintKey, prefixOfKey } from '../../src/account/key-text.ts';
import type { Facts } from '../../src/facts/load-facts.ts';
import { openFacts } from '../../src/facts/open-facts.ts';
import { openPlannerOn } from '../../src/network/kernel-planner.ts';
import { openNetwork } from '../../src/network/open-network.ts';
import type { OpenNetwork } from '../../src/network/opened-network.ts';
import { openAccounts } from '../../src/service/accounts.ts';
import type { Config } from '../../src/service/config.ts';
import { toConfig } from '../../src/service/config.ts';
import { DATA_DIR } from '../../src/service/machine.ts';
import { openSnapshot, type Snapshot } from '../../src/service/snapshot.ts';
import type { RoutePlanner } from '../../src/trip/ports.ts';
import { type BenchTrip, drawTrips } from './trips.ts';

/** The key that all calls are made with. */
export const KEY = mintKey(new Uint8Array(KEY_RANDOM_BYTES).fill(1));

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

/** Opens it for the work, and takes the home away whatever becomes of it. */
export async function withBench<Result>(
  isShort: boolean,
  work: (bench: Bench) => Promise<Result>,
): Promise<Result> {
  const home = await mkdtemp(join(tmpdir(), 'veipris-bench-'));
  const report = (step: string) => void process.stderr.write(`bench: ${step}\n`);
  try {
    // No result is remembered, whatever the environment says.
    const config = toConfig({ VEIPRIS_HOME: home, LOG_LEVEL: 'silent' });
    await addKey(config);
    const { facts } = await openFacts({ data: DATA_DIR, home });
    const network = await openNetwork({ data: DATA_DIR, home }, facts, report);
    const planner = await openPlannerOn(network);
    const log = pino({ level: 'silent' });
    const snapshot = await openSnapshot(facts, { config, services: {}, log, onProgress: report });
    report('drawing the trips');
    const trips = await drawTrips(isShort ? SHORT_TRIPS : TRIPS, planner, facts);
    return await work({ isShort, config, facts, network, planner, snapshot, trips, report });
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}

/** An account that may ask as often as it likes. */
export async function addKey(config: Pick<Config, 'home' | 'database'>): Promise<void> {
  const { store } = await openAccounts(config);
  const owner = { email: 'bench@veipris.invalid', plan: 'enterprise', dailyLimit: 1e9 } as const;
  const { account } = await store.accounts.getOrCreate(owner, 'system');
  const key = { hash: hashOfKey(KEY), prefix: prefixOfKey(KEY), name: 'bench' };
  await store.keys.add({ accountId: account.id, ...key }, 'system');
  await store.close();
}
