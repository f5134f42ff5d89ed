import type { Account } from '../account/account.ts';
import { readAll } from '../account/manage-accounts.ts';
import {
  type CallsByStatus,
  reportKeys,
  reportUsage,
  sumOfCalls,
  type UsageReport,
} from '../account/report-usage.ts';
import {
  type AccountServices,
  DAYS,
  demandAccount,
  emailOption,
  type WithAccounts,
} from './account-options.ts';
import { type Command, flag, option, required, toJson } from './command.ts';
import { formatTable, right } from './format-table.ts';

const DEFAULT_DAYS = 30;

const OPTIONS = {
  email: required(emailOption()),
  days: option('N', `how many days, today included; default: ${DEFAULT_DAYS}`, DAYS),
  json: flag('print the same as data'),
};

/** `veipris usage`: calls per day and endpoint. */
export const usageCommand = (withAccounts: WithAccounts): Command<typeof OPTIONS> => ({
  name: 'usage',
  summary: "show an account's calls per day and endpoint",
  usage: '--email E [--days N] [--json]',
  about: `Shows the calls of an account per day and endpoint and per key, by the class of their answer, and how
much of today's quota is used. Days are Norwegian ones. veipris key calls shows the last calls of a key.`,
  options: OPTIONS,
  async run({ email, days = DEFAULT_DAYS, json }, { print }) {
    await withAccounts(async (services) => {
      const account = await demandAccount(services, email);
      const span = { days, nowMs: services.now() };
      const report = await reportUsage(services, account, span);
      const keys = await nameKeys(services, account, span);
      print(
        json
          ? toJson(toData(account, report, keys))
          : `${format(account, report)}${formatKeys(keys)}`,
      );
    });
  },
});

/** Adds the names of keys. A key that is no longer kept has only its id, without prefix and name. */
async function nameKeys(services: AccountServices, account: Account, span: Span) {
  const keys = await readAll((page) => services.keys.list(account.id, page));
  return (await reportKeys(services, account, span)).map(({ keyId, calls }) => {
    const { prefix = '', name = '' } = keys.find(({ id }) => id === keyId) ?? {};
    return { id: keyId, prefix, name, calls };
  });
}

type NamedKeys = Awaited<ReturnType<typeof nameKeys>>;
type Span = Parameters<typeof reportUsage>[2];

const COUNTS = ['2xx', '3xx', '4xx', '5xx', 'calls'].map(right);

function formatKeys(keys: NamedKeys): string {
  if (keys.length === 0) return '';
  const rows = keys.map(({ prefix, name, calls }) => [prefix, name, ...formatCalls(calls)]);
  return `\n\n${formatTable(['key', 'name', ...COUNTS], rows)}`;
}

function format({ email, plan, subscription }: Account, report: UsageReport): string {
  const { day, used, limit } = report.today;
  const rows = report.lines.map((line) => [line.day, line.endpoint, ...formatCalls(line.calls)]);
  return [
    `${email}, plan ${plan}, subscription ${subscription}`,
    `Today, ${day}: ${used} of ${limit} calls used`,
    '',
    `Since ${report.fromDay}`,
    formatTable(
      ['day', 'endpoint', ...COUNTS],
      [...rows, ['all', '', ...formatCalls(report.total)]],
    ),
  ].join('\n');
}

const formatCalls = (calls: CallsByStatus): string[] =>
  [calls['2xx'], calls['3xx'], calls['4xx'], calls['5xx'], sumOfCalls(calls)].map(String);

function toData({ email, plan, subscription }: Account, report: UsageReport, keys: NamedKeys) {
  const { fromDay, lines, total, today } = report;
  return {
    email,
    plan,
    subscription,
    today: { ...today, remaining: Math.max(0, today.limit - today.used) },
    fromDay,
    days: lines.map(({ day, endpoint, calls }) => ({ day, endpoint, ...toCounts(calls) })),
    total: toCounts(total),
    keys: keys.map(({ calls, ...key }) => ({ ...key, ...toCounts(calls) })),
  };
}

const toCounts = (calls: CallsByStatus) => ({ calls: sumOfCalls(calls), ...calls });
