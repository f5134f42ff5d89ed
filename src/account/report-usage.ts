import { type Day, fromDayNumber, toDayNumber } from '../base/day.ts';
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
  /** What counts against the quota, which leaves out some of the calls above. */
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
  const total = lines.reduce((sum, { calls }) => addCalls(sum, calls), NO_CALLS);
  return { fromDay, lines, total, today: { day, used, limit: dailyLimitOf(account, plans) } };
}

/** The calls of each key of an account over the same days; keys without calls are left out. */
export async function reportKeys(
  { usage }: { readonly usage: Pick<UsageStore, 'listByKey'> },
  account: Account,
  { days, nowMs }: { readonly days: number; readonly nowMs: number },
): Promise<readonly KeyUsage[]> {
  const rows = await usage.listByKey(account.id, firstDayOf(days, nowMs));
  const keys = new Map<string, CallsByStatus>();
  for (const { keyId, statusClass, calls } of rows)
    keys.set(keyId, { ...(keys.get(keyId) ?? NO_CALLS), [statusClass]: calls });
  return [...keys].map(([keyId, calls]) => ({ keyId, calls }));
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

const NO_CALLS: CallsByStatus = { '2xx': 0, '3xx': 0, '4xx': 0, '5xx': 0 };

function toLines(rows: readonly UsageRow[]): UsageLine[] {
  const lines = new Map<string, UsageLine>();
  for (const { day, endpoint, statusClass, calls } of rows) {
    const place = `${day} ${endpoint}`;
    const before = lines.get(place)?.calls ?? NO_CALLS;
    const after = { ...before, [statusClass]: before[statusClass] + calls };
    lines.set(place, { day, endpoint, calls: after });
  }
  return [...lines].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, line]) => line);
}

const addCalls = (a: CallsByStatus, b: CallsByStatus): CallsByStatus => ({
  '2xx': a['2xx'] + b['2xx'],
  '3xx': a['3xx'] + b['3xx'],
  '4xx': a['4xx'] + b['4xx'],
  '5xx': a['5xx'] + b['5xx'],
});
