import type { Plans } from '../account/account.ts';
import type { AccountManager } from '../account/manage-accounts.ts';
import type { KeyManager } from '../account/manage-keys.ts';
import type { AccountStore, KeyStore, QuotaStore, UsageStore } from '../account/ports.ts';

/** What the commands about accounts and keys work with. */
export interface AccountDesk {
  readonly plans: Plans;
  readonly accounts: Pick<AccountStore, 'findByEmail' | 'findById'> & AccountManager;
  readonly keys: Pick<KeyStore, 'list' | 'listByPrefix'> & KeyManager;
  readonly usage: Pick<UsageStore, 'list'>;
  readonly quota: Pick<QuotaStore, 'getUsed'>;
  /** Unix milliseconds. */
  now(): number;
}

/** Opens the database for some work, and closes it whatever becomes of the work. */
export type AtDesk = <Result>(work: (desk: AccountDesk) => Promise<Result>) => Promise<Result>;
