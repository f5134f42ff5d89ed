import { type Account, dailyLimitOf, type Plans } from '../account/account.ts';
import { readAll } from '../account/manage-keys.ts';
import { formatOsloInstant, toOsloTime } from '../base/oslo-time.ts';
import type { AtDesk } from './command.ts';
import { type Command, DONE, unknownAccount } from './command.ts';
import { formatInstant, formatTable } from './format-table.ts';
import { missing, readAccountOptions, wrongUsage } from './read-account-options.ts';

const HELP = `veipris account set --email E [options]

Changes what was agreed with a customer, and prints the account as it is then.

  --email E              the account
  --plan P               free, pilot or enterprise
  --subscription S       active, stopped or payment_failed; only active may call
  --daily-limit N        calls a day by agreement; another plan ends an earlier agreement
  --json                 print the account as data

veipris account set --email ola@example.no --plan enterprise --daily-limit 20000`;

const OPTIONS = ['email', 'plan', 'subscription', 'daily-limit', 'json'] as const;

/** `veipris account set`: another plan, subscription or limit. */
export function accountSetCommand(atDesk: AtDesk): Command {
  return {
    name: 'account set',
    summary: "change an account's plan, subscription or daily limit",
    help: HELP,
    async run(args, terminal) {
      const read = readAccountOptions(args, OPTIONS);
      if ('problem' in read) return read.problem;
      const { email, json, 'daily-limit': dailyLimit, ...terms } = read.options;
      if (email === undefined) return missing('--email');
      const order = { ...terms, ...(dailyLimit !== undefined && { dailyLimit }) };
      if (Object.keys(order).length === 0)
        return wrongUsage('name what to change: --plan, --subscription or --daily-limit');
      return atDesk(async ({ accounts, plans }) => {
        const account = await accounts.change(email, order, 'operator');
        if (account === undefined) return unknownAccount(email);
        const shown = json ? JSON.stringify(toJson(account, plans), undefined, 2) : undefined;
        terminal.print(shown ?? format(account, plans));
        return DONE;
      });
    },
  };
}

const SHOW_HELP = `veipris account show --email E [--json]

Prints an account: its plan, its subscription, the calls of a day and those of today.

  --email E              the account
  --json                 print the account as data`;

/** `veipris account show`: what was agreed, and how much of today is used. */
export function accountShowCommand(atDesk: AtDesk): Command {
  return {
    name: 'account show',
    summary: 'show the plan, subscription and calls of an account',
    help: SHOW_HELP,
    async run(args, terminal) {
      const read = readAccountOptions(args, ['email', 'json']);
      if ('problem' in read) return read.problem;
      const { email, json } = read.options;
      if (email === undefined) return missing('--email');
      return atDesk(async ({ accounts, plans, quota, now }) => {
        const account = await accounts.findByEmail(email);
        if (account === undefined) return unknownAccount(email);
        const usedToday = await quota.getUsed(account.id, toOsloTime(now()).day);
        const shown = { ...toJson(account, plans), usedToday };
        if (json) terminal.print(JSON.stringify(shown, undefined, 2));
        else terminal.print(`${format(account, plans)}\n${usedToday} calls today`);
        return DONE;
      });
    },
  };
}

const REQUESTS_HELP = `veipris account requests [--json]

Lists the accounts whose owners asked for another plan in the portal, the newest first, until their
plan is changed by veipris account set.`;

/** `veipris account requests`: who wants another plan. */
export function accountRequestsCommand(atDesk: AtDesk): Command {
  return {
    name: 'account requests',
    summary: 'list the accounts that ask for another plan',
    help: REQUESTS_HELP,
    async run(args, terminal) {
      const read = readAccountOptions(args, ['json']);
      if ('problem' in read) return read.problem;
      return atDesk(async ({ accounts }) => {
        const requests = await readAll((page) => accounts.listPlanRequests(page));
        const owners = await Promise.all(
          requests.map(({ accountId }) => accounts.findById(accountId)),
        );
        const rows = requests.map(({ plan: wanted, atMs }, i) => {
          const { email = '', plan = '' } = owners[i] ?? {};
          return { email, plan, wanted, atMs };
        });
        const toData = ({ atMs, ...row }: (typeof rows)[number]) => ({
          ...row,
          at: formatOsloInstant(atMs),
        });
        const heads = ['account', 'plan', 'wanted', 'since'] as const;
        const table = formatTable(
          heads.map((head) => ({ head, align: 'left' })),
          rows.map(({ email, plan, wanted, atMs }) => [email, plan, wanted, formatInstant(atMs)]),
        );
        terminal.print(read.options.json ? JSON.stringify(rows.map(toData), undefined, 2) : table);
        return DONE;
      });
    },
  };
}

function format(account: Account, plans: Plans): string {
  const { email, plan, subscription, dailyLimit } = account;
  const limit = `${dailyLimitOf(account, plans)}${dailyLimit === undefined ? '' : ' (agreed)'}`;
  return formatTable(
    ['account', 'plan', 'subscription', 'calls a day', 'since'].map((head) => ({
      head,
      align: 'left',
    })),
    [[email, plan, subscription, limit, formatInstant(account.createdAtMs)]],
  );
}

/** `agreedDailyLimit` is `null` where the plan's limit holds. */
function toJson(account: Account, plans: Plans) {
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
