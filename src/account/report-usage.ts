import { type Day, fromDayNumber, toDayNumber } from '../base/day.ts';
import { groupBy } from '../base/lists.ts';
import { toOsloTime } from '../base/oslo-time.ts';
import { type Account, dailyLimitOf, type Plans } from './account.ts';
import type { QuotaStore, StatusClass, UsageRow, UsageStore } from './ports.ts';

/** Calls by the class of their answer. */
export type CallsByStatus = Readonly<Record<StatusClass, number>>;

/** The calls of one day to one endpoint. */
export interface UsageLine {
  readonly day: Day;
  readonly endpoint: string;
  readonly calls: CallsByStatus;
}

export interface UsageReport {
  /** The first day of the report; the last one is today. */
  readonly fromDay: Day;
  /** By day, then endpoint; days and endpoints without calls are left out. */
  readonly lines: readonly UsageLine[];
  readonly total: CallsByStatus;
  /** The calls that count against the quota, which leaves out some of the calls above. */
  readonly today: { readonly day: Day; readonly used: number; readonly limit: number };
}

interface UsageSources {
  readonly usage: Pick<UsageStore, 'list'>;
  readonly quota: Pick<QuotaStore, 'getUsed'>;
  readonly plans: Plans;
}

/**
 * The calls of an account over some days.
 *
 * @param span `days`: Norwegian days, today included; `nowMs`: Unix time.
 */
export async function reportUsage(
  { usage, quota, plans }: UsageSources,
  account: Account,
  { days, nowMs }: { readonly days: number; readonly nowMs: number },
): Promise<UsageReport> {
  const { day } = toOsloTime(nowMs);
  const fromDay = firstDayOf(days, nowMs);
  const rows = await usage.list(account.id, fromDay);
  const used = await quota.getUsed(account.id, day);
  const lines = toLines(rows);
  return {
    fromDay,
    lines,
    total: sumUp(rows),
    today: { day, used, limit: dailyLimitOf(account, plans) },
  };
}

/** The calls of each key of an account over the same days; keys without calls are left out. */
export async function reportKeys(
  { usage }: { readonly usage: Pick<UsageStore, 'listByKey'> },
  account: Account,
  { days, nowMs }: { readonly days: number; readonly nowMs: number },
): Promise<readonly KeyUsage[]> {
  const rows = await usage.listByKey(account.id, firstDayOf(days, nowMs));
  const keys = groupBy(rows, ({ keyId }) => keyId);
  return [...keys].map(([keyId, own]) => ({ keyId, calls: sumUp(own) }));
}

export interface KeyUsage {
  readonly keyId: string;
  readonly calls: CallsByStatus;
}

const firstDayOf = (days: number, nowMs: number) =>
  fromDayNumber(toDayNumber(toOsloTime(nowMs).day) - days + 1);

/** All calls, whatever the answer. */
export const sumOfCalls = (calls: CallsByStatus): number =>
  Object.values(calls).reduce((sum, count) => sum + count, 0);

function sumUp(rows: readonly Pick<UsageRow, 'statusClass' | 'calls'>[]): CallsByStatus {
  const sum = { '2xx': 0, '3xx': 0, '4xx': 0, '5xx': 0 };
  for (const { statusClass, calls } of rows) sum[statusClass] += calls;
  return sum;
}

const toLines = (rows: readonly UsageRow[]): UsageLine[] =>
  [...groupBy(rows, ({ day, endpoint }) => `${day} ${endpoint}`)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([, own]) =>
      own.slice(0, 1).map(({ day, endpoint }) => ({ day, endpoint, calls: sumUp(own) })),
    );
