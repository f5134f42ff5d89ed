/** Who may call, and how much. */

export const PLAN_IDS = ['free', 'pilot', 'enterprise'] as const;

export type PlanId = (typeof PLAN_IDS)[number];

/** What may be bought. Source: `data/plans.json`. */
export interface Plan {
  readonly id: PlanId;
  /** Calls a day of an account without a limit of its own. */
  readonly callsPerDay: number;
  /** Whole kroner; absent: by agreement. */
  readonly nokPerMonth?: number;
}

export type Plans = Readonly<Record<PlanId, Plan>>;

/** Only `active` may call; the others may come back. */
export const SUBSCRIPTIONS = ['active', 'stopped', 'payment_failed'] as const;

export type Subscription = (typeof SUBSCRIPTIONS)[number];

export interface Account {
  readonly id: string;
  /** Lower case; one account per address. */
  readonly email: string;
  readonly plan: PlanId;
  readonly subscription: Subscription;
  /** Calls a day by agreement; absent: what the plan allows. */
  readonly dailyLimit?: number;
  readonly createdAtMs: number;
}

/** A key without its secret. */
export interface ApiKey {
  readonly id: string;
  readonly accountId: string;
  /** The visible beginning, such as `veipris_live_4fG7aB`. */
  readonly prefix: string;
  /** What its owner calls it; may be empty. */
  readonly name: string;
  readonly createdAtMs: number;
  /** Exact to the hour; absent: never. */
  readonly lastUsedAtMs?: number;
  /** Replaced by another key then; absent: it was not. */
  readonly rotatedAtMs?: number;
  readonly revokedAtMs?: number;
}

/** Calls that the account may make in one Norwegian day. */
export function dailyLimitOf(
  { plan, dailyLimit }: Pick<Account, 'plan' | 'dailyLimit'>,
  plans: Plans,
): number {
  return dailyLimit ?? plans[plan].callsPerDay;
}
