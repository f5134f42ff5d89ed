import type { AccountLimits, Plans } from '../account/account.ts';
import type { AccountManager } from '../account/manage-accounts.ts';
import type { KeyManager } from '../account/manage-keys.ts';
import type {
  AccountStore,
  AnnouncementStore,
  KeyStore,
  QuotaStore,
  UsageStore,
} from '../account/ports.ts';

/** Where a command writes to; the process's own streams, or a test's. */
export interface Terminal {
  /** What was asked for, to standard output. */
  print(text: string): void;
  /** Progress and failures, one line each, to standard error. */
  report(line: string): void;
}

/** How a command ended: exit code 0, 1 or 2. `line` says why, for standard error. */
export type Outcome =
  | { readonly kind: 'done' }
  | { readonly kind: 'failed'; readonly line: string }
  | { readonly kind: 'wrong-usage'; readonly line: string };

export const DONE: Outcome = { kind: 'done' };

/** One command of `veipris`. What it throws is a failure. */
export interface Command {
  /** One or two words, as they are typed. */
  readonly name: string;
  /** One line for the list of commands. */
  readonly summary: string;
  /** What `--help` prints. */
  readonly help: string;
  run(args: readonly string[], terminal: Terminal): Promise<Outcome>;
}

/** The failure of asking for an account that is not there. */
export const unknownAccount = (email: string): Outcome => ({
  kind: 'failed',
  line: `there is no account ${email}`,
});

/** What the commands about accounts and keys work with. */
export interface AccountDesk {
  readonly plans: Plans;
  readonly limits: AccountLimits;
  readonly accounts: Pick<
    AccountStore,
    'findByEmail' | 'findById' | 'findPlanRequest' | 'listPlanRequests'
  > &
    AccountManager;
  readonly keys: Pick<KeyStore, 'list' | 'listByPrefix'> & KeyManager;
  readonly usage: Pick<UsageStore, 'list' | 'listByKey' | 'listRecent'>;
  readonly quota: Pick<QuotaStore, 'getUsed'>;
  readonly announcements: AnnouncementStore;
  /** Unix milliseconds. */
  now(): number;
}

/** Opens the database for some work, and closes it whatever becomes of the work. */
export type AtDesk = <Result>(work: (desk: AccountDesk) => Promise<Result>) => Promise<Result>;
