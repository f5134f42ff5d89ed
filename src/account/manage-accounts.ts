import { type Account, dailyLimitOf, type PlanId, type Plans } from './account.ts';
import type { AccountChanges, AccountStore, Actor } from './ports.ts';

/** The account that somebody wants a key for. */
export interface WantedAccount {
  /** As `parseEmail` gives it. */
  readonly email: string;
  /** Absent: what the account has, and `free` for a new one. */
  readonly plan?: PlanId;
  /** Calls a day by agreement; absent: what the account has, and the plan's for a new one. */
  readonly dailyLimit?: number;
}

/** `differs`: there is such an account with other terms, and it was left as it is. */
export interface OpenedAccount {
  readonly kind: 'new' | 'known' | 'differs';
  readonly account: Account;
}

/** A change of what was agreed with a customer; what is absent stays. */
type AccountOrder = Omit<AccountChanges, 'dailyLimit'> & { readonly dailyLimit?: number };

/** The account of an address, made when there is none. It never changes one that is there. */
export async function openAccount(
  accounts: Pick<AccountStore, 'getOrCreate'>,
  { email, plan, dailyLimit }: WantedAccount,
  plans: Plans,
  actor: Actor,
): Promise<OpenedAccount> {
  const ownLimit = dailyLimit === undefined ? {} : { dailyLimit };
  const wanted = { email, plan: plan ?? 'free', ...ownLimit };
  const { account, isNew } = await accounts.getOrCreate(wanted, actor);
  if (isNew) return { kind: 'new', account };
  const isSamePlan = plan === undefined || plan === account.plan;
  const isSameLimit = dailyLimit === undefined || dailyLimit === dailyLimitOf(account, plans);
  return { kind: isSamePlan && isSameLimit ? 'known' : 'differs', account };
}

/**
 * Changes an account. A limit by agreement belongs to the plan that it was agreed for: another
 * plan ends it, unless a limit is given with it.
 *
 * @returns the account as it is then; `undefined` when no account has the address.
 */
export async function changeAccount(
  accounts: Pick<AccountStore, 'findByEmail' | 'change'>,
  email: string,
  order: AccountOrder,
  actor: Actor,
): Promise<Account | undefined> {
  const account = await accounts.findByEmail(email);
  if (account === undefined) return undefined;
  const isOtherPlan = order.plan !== undefined && order.plan !== account.plan;
  const endedLimit = isOtherPlan && order.dailyLimit === undefined ? { dailyLimit: null } : {};
  return accounts.change(account.id, { ...order, ...endedLimit }, actor);
}
