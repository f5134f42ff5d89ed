import { type Account, dailyLimitOf, type Plans } from '../account/account.ts';
import { changeAccount, readAll } from '../account/manage-accounts.ts';
import { formatOsloInstant, toOsloTime } from '../base/oslo-time.ts';
import {
  DAILY_LIMIT,
  demandAccount,
  emailOption,
  PLAN,
  SUBSCRIPTION,
  unknownAccount,
  type WithAccounts,
} from './account-options.ts';
import { type Command, flag, option, required, toJson, WrongUsage } from './command.ts';
import { formatInstant, formatTable } from './format-table.ts';

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
