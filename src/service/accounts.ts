/**
 * Accounts, keys and quota over the database of a config, for the server and for the commands. Also tells which
 * database a server runs over.
 */
import { randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { type Access, buildAccess } from '../account/access.ts';
import type { AccountLimits, Plans } from '../account/account.ts';
import { prunePeriodically } from '../account/background.ts';
import { Fault } from '../base/fault.ts';
import type { AccountServices } from '../cli/account-options.ts';
import { readBundled } from '../facts/schema/read-bundled.ts';
import { openStore, type Store } from '../store/open-store.ts';
import type { Clock } from '../trip/ports.ts';
import type { Config } from './config.ts';
import { DATA_DIR, demandWritable, makeHome, systemClock, systemTimer } from './machine.ts';

/** The database, the plans and the limits; the caller closes the store. */
export interface OpenAccounts {
  readonly store: Store;
  readonly plans: Plans;
  readonly limits: AccountLimits;
}

/** @throws Error with one line when the database cannot be opened. */
export async function openAccounts(
  { home, database }: Pick<Config, 'home' | 'database'>,
  { now }: Clock = systemClock,
): Promise<OpenAccounts> {
  const { plans } = readBundled(DATA_DIR, 'plans.json');
  const limits = readBundled(DATA_DIR, 'account-limits.json');
  if (database.kind === 'embedded') {
    await makeHome(home);
    await demandWritable(home);
  }
  const store = await openStore(database.address, { now }).catch((cause: unknown) => {
    // An operator may read the internal message, which callers may not.
    throw cause instanceof Fault ? new Error(cause.message, { cause }) : cause;
  });
  return { store, plans, limits };
}

/** The rules of keys and quotas, for the endpoints. */
export function openAccess({ store, plans, limits }: OpenAccounts, log: Logger): Access {
  const { keys, quota, usage } = store;
  const [clock, timer] = [systemClock, systemTimer];
  const onTrouble = (sentence: string, err: unknown) => log.error({ err }, sentence);
  return buildAccess({ keys, quota, usage, plans, limits, clock, timer, onTrouble });
}

/**
 * Removes old records from the database from now on.
 *
 * @returns a function that ends the removals.
 */
export function keepPruned({ store, limits }: OpenAccounts, log: Logger): () => void {
  const onTrouble = (sentence: string, err: unknown) => log.warn({ err }, sentence);
  return prunePeriodically({ store, limits, clock: systemClock, timer: systemTimer, onTrouble });
}

/** Opens the accounts for some work, and closes them also after a failure. */
export async function withAccounts<Result>(
  config: Pick<Config, 'home' | 'database'>,
  work: (services: AccountServices) => Promise<Result>,
  clock: Clock = systemClock,
): Promise<Result> {
  const { store, plans, limits } = await openAccounts(config, clock);
  try {
    return await work({ plans, limits, ...store, now: clock.now });
  } finally {
    await store.close();
  }
}

/**
 * The name of a home, which distinguishes it from other homes and tells nothing else. It is made where there is none.
 * Two homes on one machine are easily mixed up.
 */
export async function openInstance({ database, home }: Config): Promise<string | undefined> {
  if (database.kind !== 'embedded') return undefined;
  const known = await readInstance(home);
  if (known !== undefined) return known;
  await writeFile(join(home, 'instance'), `${randomUUID()}\n`, { mode: 0o600, flag: 'wx' }).catch(
    () => undefined,
  );
  return readInstance(home);
}

const readInstance = async (home: string): Promise<string | undefined> =>
  (await readFile(join(home, 'instance'), 'utf8').catch(() => '')).trim() || undefined;

/** How long a server on this machine may take to answer. Milliseconds. */
const PATIENCE_MS = 500;

/**
 * The address of a server that runs at the address of the settings, but over another database; `undefined`: there is no
 * such server, or its database is not known.
 */
export async function findOtherServer(config: Config): Promise<string | undefined> {
  const { host, port, home } = config;
  const reached = ['0.0.0.0', '::'].includes(host) ? '127.0.0.1' : host;
  const address = `http://${reached.includes(':') ? `[${reached}]` : reached}:${port}`;
  try {
    const reply = await fetch(`${address}/`, {
      headers: { accept: 'application/json' },
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    const { name, instance } = (await reply.json()) as { name?: unknown; instance?: unknown };
    if (name !== 'veipris' || typeof instance !== 'string') return undefined;
    return instance === (await readInstance(home)) ? undefined : address;
  } catch {
    return undefined;
  }
}
