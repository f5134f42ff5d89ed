import type { Account } from '../account/account.ts';
import { readAll } from '../account/manage-keys.ts';
import {
  type CallsByStatus,
  reportKeys,
  reportUsage,
  sumOfCalls,
  type UsageReport,
} from '../account/report-usage.ts';
import type { AccountDesk, AtDesk } from './command.ts';
import { type Command, DONE, unknownAccount } from './command.ts';
import { type Column, formatTable } from './format-table.ts';
import { missing, readAccountOptions } from './read-account-options.ts';

const HELP = `veipris usage --email E [--days N] [--json]

Shows the calls of an account per day and endpoint and per key, by the class of their answer, and how
much of today's quota is used. Days are Norwegian ones. veipris key calls shows the last calls of a key.

  --email E              the account
  --days N               how many days, today included; default: 30
  --json                 print the same as data`;

const DEFAULT_DAYS = 30;

/** `veipris usage`: calls per day and endpoint. */
export function usageCommand(atDesk: AtDesk): Command {
  return {
    name: 'usage',
    summary: "show an account's calls per day and endpoint",
    help: HELP,
    async run(args, terminal) {
      const read = readAccountOptions(args, ['email', 'days', 'json']);
      if ('problem' in read) return read.problem;
      const { email, days = DEFAULT_DAYS, json } = read.options;
      if (email === undefined) return missing('--email');
      return atDesk(async (desk) => {
        const account = await desk.accounts.findByEmail(email);
        if (account === undefined) return unknownAccount(email);
        const report = await reportUsage(desk, account, { days, nowMs: desk.now() });
        const keys = await nameKeys(desk, account, { days, nowMs: desk.now() });
        const shown = json
          ? JSON.stringify(toJson(account, report, keys), undefined, 2)
          : undefined;
        terminal.print(shown ?? `${format(account, report)}${formatKeys(keys)}`);
        return DONE;
      });
    },
  };
}

/** A key that is kept no more has its id alone: no beginning and no name. */
async function nameKeys(desk: AccountDesk, account: Account, span: Span) {
  const keys = await readAll((page) => desk.keys.list(account.id, page));
  return (await reportKeys(desk, account, span)).map(({ keyId, calls }) => {
    const { prefix = '', name = '' } = keys.find(({ id }) => id === keyId) ?? {};
    return { id: keyId, prefix, name, calls };
  });
}

type NamedKeys = Awaited<ReturnType<typeof nameKeys>>;
type Span = Parameters<typeof reportUsage>[2];

const COUNTS = ['2xx', '3xx', '4xx', '5xx', 'calls'].map(
  (head) => ({ head, align: 'right' }) as const,
);

function formatKeys(keys: NamedKeys): string {
  if (keys.length === 0) return '';
  const rows = keys.map(({ prefix, name, calls }) => [prefix, name, ...formatCalls(calls)]);
  const heads = ['key', 'name'].map((head) => ({ head, align: 'left' }) as const);
  return `\n\n${formatTable([...heads, ...COUNTS], rows)}`;
}

function format({ email, plan, subscription }: Account, report: UsageReport): string {
  const { day, used, limit } = report.today;
  const columns: readonly Column[] = [
    { head: 'day', align: 'left' },
    { head: 'endpoint', align: 'left' },
    ...COUNTS,
  ];
  const rows = report.lines.map((line) => [line.day, line.endpoint, ...formatCalls(line.calls)]);
  return [
    `${email}, plan ${plan}, subscription ${subscription}`,
    `Today, ${day}: ${used} of ${limit} calls used`,
    '',
    `Since ${report.fromDay}`,
    formatTable(columns, [...rows, ['all', '', ...formatCalls(report.total)]]),
  ].join('\n');
}

const formatCalls = (calls: CallsByStatus): string[] =>
  [calls['2xx'], calls['3xx'], calls['4xx'], calls['5xx'], sumOfCalls(calls)].map(String);

function toJson({ email, plan, subscription }: Account, report: UsageReport, keys: NamedKeys) {
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
