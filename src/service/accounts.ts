/** Accounts, keys and quota over the database of a config: for the server and for the commands. */
import type { Logger } from 'pino';
import { type Access, buildAccess } from '../account/access.ts';
import type { AccountLimits, Plans } from '../account/account.ts';
import { manageAccounts } from '../account/manage-accounts.ts';
import { manageKeys } from '../account/manage-keys.ts';
import { pruneOnAndOn } from '../account/prune.ts';
import { Fault } from '../base/fault.ts';
import type { AccountDesk } from '../cli/account-options.ts';
import { loadAccountLimits, loadPlans } from '../facts/load-accounts.ts';
import { openStore, type Store } from '../store/open-store.ts';
import type { Clock } from '../trip/ports.ts';
import type { Config } from './config.ts';
import { DATA_DIR, makeHome, systemClock, systemTimer } from './machine.ts';

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
  const plans = loadPlans(DATA_DIR);
  const limits = loadAccountLimits(DATA_DIR);
  if (database.kind === 'embedded') await makeHome(home);
  const store = await openStore(database.address, { now }).catch((cause: unknown) => {
    // An operator may read what callers may not.
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

/** Removes what is old from the database from now on. @returns what ends that. */
export function keepShort({ store, limits }: OpenAccounts, log: Logger): () => void {
  const onTrouble = (sentence: string, err: unknown) => log.warn({ err }, sentence);
  return pruneOnAndOn({ store, limits, clock: systemClock, timer: systemTimer, onTrouble });
}

/** Opens the accounts for some work, and closes them whatever becomes of it. */
export async function withAccounts<Result>(
  config: Pick<Config, 'home' | 'database'>,
  work: (desk: AccountDesk) => Promise<Result>,
  clock: Clock = systemClock,
): Promise<Result> {
  const { store, plans, limits } = await openAccounts(config, clock);
  const { accounts, keys, usage, quota, announcements } = store;
  try {
    return await work({
      plans,
      limits,
      accounts: { ...accounts, ...manageAccounts(accounts, plans) },
      keys: { ...keys, ...manageKeys(keys) },
      usage,
      quota,
      announcements,
      now: clock.now,
    });
  } finally {
    await store.close();
  }
}
