import { type Account, dailyLimitOf, type Plans } from '../account/account.ts';
import { changeAccount, readAll } from '../account/manage-accounts.ts';
import {
  type CallsByStatus,
  reportKeys,
  reportUsage,
  sumOfCalls,
  type UsageReport,
} from '../account/report-usage.ts';
import { formatOsloInstant, toOsloTime } from '../base/oslo-time.ts';
import {
  type AccountServices,
  DAILY_LIMIT,
  DAYS,
  demandAccount,
  emailOption,
  PLAN,
  SUBSCRIPTION,
  unknownAccount,
  type WithAccounts,
} from './account-options.ts';
import { type Command, flag, option, required, toJson, WrongUsage } from './command.ts';
import { formatInstant, formatTable, right } from './format-table.ts';

export const accountCommands = (withAccounts: WithAccounts): readonly Command[] => [
  setCommand(withAccounts),
  showCommand(withAccounts),
  requestsCommand(withAccounts),
];

const SET = {
  email: required(emailOption()),
  plan: option('P', 'free, pilot or enterprise', PLAN),
  subscription: option(
    'S',
    'active, stopped or payment_failed; only active may call',
    SUBSCRIPTION,
  ),
  dailyLimit: option(
    'N',
    'calls a day by agreement; another plan ends an earlier agreement',
    DAILY_LIMIT,
  ),
  json: flag('print the account as data'),
};

/** `veipris account set`: changes plan, subscription or limit. */
const setCommand = (withAccounts: WithAccounts): Command<typeof SET> => ({
  name: 'account set',
  summary: "change an account's plan, subscription or daily limit",
  usage: '--email E [options]',
  about: 'Changes what was agreed with a customer, and prints the account as it is then.',
  options: SET,
  more: 'veipris account set --email ola@example.no --plan enterprise --daily-limit 20000',
  async run({ email, json, ...order }, { print }) {
    if (Object.keys(order).length === 0)
      throw new WrongUsage('name what to change: --plan, --subscription or --daily-limit');
    await withAccounts(async ({ accounts, plans }) => {
      const account = await changeAccount(accounts, email, order, 'operator');
      if (account === undefined) throw unknownAccount(email);
      print(json ? toJson(toData(account, plans)) : format(account, plans));
    });
  },
});

const SHOW = { email: SET.email, json: SET.json };

/** `veipris account show`: the terms of an account, and the calls that it has used today. */
const showCommand = (withAccounts: WithAccounts): Command<typeof SHOW> => ({
  name: 'account show',
  summary: 'show the plan, subscription and calls of an account',
  usage: '--email E [--json]',
  about: 'Prints an account: its plan, its subscription, the calls of a day and those of today.',
  options: SHOW,
  async run({ email, json }, { print }) {
    await withAccounts(async (services) => {
      const account = await demandAccount(services, email);
      const usedToday = await services.quota.getUsed(account.id, toOsloTime(services.now()).day);
      print(
        json
          ? toJson({ ...toData(account, services.plans), usedToday })
          : `${format(account, services.plans)}\n${usedToday} calls today`,
      );
    });
  },
});

const REQUESTS = { json: flag('print the same as data') };

/** `veipris account requests`: the accounts that ask for another plan. */
const requestsCommand = (withAccounts: WithAccounts): Command<typeof REQUESTS> => ({
  name: 'account requests',
  summary: 'list the accounts that ask for another plan',
  usage: '[--json]',
  about: `Lists the accounts whose owners asked for another plan in the portal, the newest first, until their
plan is changed by veipris account set.`,
  options: REQUESTS,
  async run({ json }, { print }) {
    await withAccounts(async ({ accounts }) => {
      const requests = await readAll((page) => accounts.listPlanRequests(page));
      const owners = await Promise.all(
        requests.map(({ accountId }) => accounts.findById(accountId)),
      );
      const rows = requests.map(({ plan: wanted, atMs }, i) => {
        const { email = '', plan = '' } = owners[i] ?? {};
        return { email, plan, wanted, at: formatOsloInstant(atMs), since: formatInstant(atMs) };
      });
      print(
        json
          ? toJson(rows.map(({ since: _, ...row }) => row))
          : formatTable(
              ['account', 'plan', 'wanted', 'since'],
              rows.map(({ email, plan, wanted, since }) => [email, plan, wanted, since]),
            ),
      );
    });
  },
});

function format(account: Account, plans: Plans): string {
  const { email, plan, subscription, dailyLimit } = account;
  const limit = `${dailyLimitOf(account, plans)}${dailyLimit === undefined ? '' : ' (agreed)'}`;
  return formatTable(
    ['account', 'plan', 'subscription', 'calls a day', 'since'],
    [[email, plan, subscription, limit, formatInstant(account.createdAtMs)]],
  );
}

/** `agreedDailyLimit` is `null` where the plan's limit holds. */
function toData(account: Account, plans: Plans) {
  const { id, email, plan, subscription, dailyLimit = null, createdAtMs } = account;
  return {
    id,
    email,
    plan,
    subscription,
    dailyLimit: dailyLimitOf(account, plans),
    agreedDailyLimit: dailyLimit,
    createdAt: formatOsloInstant(createdAtMs),
  };
}

const DEFAULT_DAYS = 30;

const USAGE = {
  email: required(emailOption()),
  days: option('N', `how many days, today included; default: ${DEFAULT_DAYS}`, DAYS),
  json: flag('print the same as data'),
};

/** `veipris usage`: calls per day and endpoint. */
export const usageCommand = (withAccounts: WithAccounts): Command<typeof USAGE> => ({
  name: 'usage',
  summary: "show an account's calls per day and endpoint",
  usage: '--email E [--days N] [--json]',
  about: `Shows the calls of an account per day and endpoint and per key, by the class of their answer, and how
much of today's quota is used. Days are Norwegian ones. veipris key calls shows the last calls of a key.`,
  options: USAGE,
  async run({ email, days = DEFAULT_DAYS, json }, { print }) {
    await withAccounts(async (services) => {
      const account = await demandAccount(services, email);
      const span = { days, nowMs: services.now() };
      const report = await reportUsage(services, account, span);
      const keys = await nameKeys(services, account, span);
      print(
        json
          ? toJson(toUsageData(account, report, keys))
          : `${formatUsage(account, report)}${formatKeys(keys)}`,
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

function formatUsage({ email, plan, subscription }: Account, report: UsageReport): string {
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

function toUsageData({ email, plan, subscription }: Account, report: UsageReport, keys: NamedKeys) {
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
