import { type ApiKey, dailyLimitOf, lastUseOf, type Plans } from '../account/account.ts';
import {
  endOfKey,
  issueKey,
  type OpenedAccount,
  openAccount,
  readAll,
  rotateKey,
  stateOfKey,
  type WantedAccount,
} from '../account/manage-accounts.ts';
import { formatOsloInstant } from '../base/oslo-time.ts';
import {
  type AccountServices,
  DAILY_LIMIT,
  demandAccount,
  demandAtMost,
  demandKey,
  demandKeyName,
  emailOption,
  HOURS,
  KEY_DAYS,
  KEY_OPTIONS,
  NAME,
  PLAN,
  unusedKey,
  type WithAccounts,
} from './account-options.ts';
import { type Command, flag, option, required, toJson } from './command.ts';
import { formatInstant, formatTable, right } from './format-table.ts';

/** Gives the address of a running server over another database; `undefined`: there is none. */
type FindServer = () => Promise<string | undefined>;

/** @param findOtherServer absent: none is looked for. */
export const keyCommands = (
  withAccounts: WithAccounts,
  findOtherServer: FindServer = async () => undefined,
): readonly Command[] => [
  createCommand(withAccounts, findOtherServer),
  listCommand(withAccounts),
  rotateCommand(withAccounts),
  callsCommand(withAccounts),
  revokeCommand(withAccounts),
];

const CREATE = {
  email: required(emailOption("the owner's e-mail address")),
  plan: option('P', 'free, pilot or enterprise; default: free', PLAN),
  dailyLimit: option('N', 'calls a day by agreement; default: what the plan allows', DAILY_LIMIT),
  name: option('N', 'what the owner calls the key', NAME),
  days: option('N', 'it ends by itself after so many days; default: it does not', KEY_DAYS),
  test: flag(
    'a key for tests: fictitious vehicles, a clock that can be set (X-Test-Now), and a quota of its own',
  ),
};

/** `veipris key create`: a new key, and its account where there is none. */
const createCommand = (
  withAccounts: WithAccounts,
  findOtherServer: FindServer,
): Command<typeof CREATE> => ({
  name: 'key create',
  summary: 'make an API key, and its account',
  usage: '--email E [options]',
  about: `Makes an API key and prints it alone on standard output. It is shown this once: only its SHA-256
is kept. The account is made when there is none; one that is there is never changed.`,
  options: CREATE,
  more: 'veipris key create --email ola@example.no --name "expense system"',
  async run({ name = '', days, test, ...account }, { print, report }) {
    await withAccounts(async ({ accounts, keys, plans, limits }) => {
      demandAtMost('days', days ?? 0, limits.mostKeyDays);
      const opened = await openAccount(accounts, account, plans, 'operator');
      if (opened.kind === 'differs') throw differs(opened, account, plans);
      const purpose = test ? 'test' : 'live';
      const life = days !== undefined && { lifeMs: days * 86_400_000 };
      const wanted = { name, purpose, ...life } as const;
      const { text, key } = await issueKey(keys, opened.account.id, wanted, 'operator');
      report(`key ${key.id} of ${describe(opened, plans)}; it is shown this once:`);
      print(text);
    });
    const other = await findOtherServer();
    if (other !== undefined)
      report(`The server at ${other} runs with another VEIPRIS_HOME, and does not know this key.`);
  },
});

function describe({ kind, account }: OpenedAccount, plans: Plans): string {
  const known = kind === 'new' ? `the new account ${account.email}` : account.email;
  return `${known}, plan ${account.plan}, ${dailyLimitOf(account, plans)} calls a day`;
}

/** The failure of a question for an existing account with terms other than its own. */
function differs(opened: OpenedAccount, wanted: WantedAccount, plans: Plans): Error {
  const plan = wanted.plan === undefined ? '' : ` --plan ${wanted.plan}`;
  const limit = wanted.dailyLimit === undefined ? '' : ` --daily-limit ${wanted.dailyLimit}`;
  const change = `veipris account set --email ${wanted.email}${plan}${limit}`;
  return new Error(`there is ${describe(opened, plans)}; change it with ${change}`);
}

const LIST = {
  email: emailOption('the account; default: all'),
  json: flag('print the same as data'),
};

/** `veipris key list`: all keys with their states. */
const listCommand = (withAccounts: WithAccounts): Command<typeof LIST> => ({
  name: 'key list',
  summary: 'list the API keys of one account or of all',
  usage: '[--email E] [--json]',
  about: `Lists the keys of one account, or of all, the newest first; those out of use included, for as long
as they are kept. Keys themselves are not kept anywhere: a key is known by its id and by its first
characters. "Last used" is exact to the hour.`,
  options: LIST,
  async run({ email, json }, { print }) {
    await withAccounts(async (services) => {
      const owned = await (email === undefined ? listAll(services) : listOf(services, email));
      const nowMs = services.now();
      const rows = owned.map((one) => ({ ...one, state: stateOfKey(one.key, nowMs) }));
      print(json ? toJson(rows.map(toData)) : format(rows));
    });
  },
});

/** A key and the address of its owner. */
interface OwnedKey {
  readonly email: string;
  readonly key: ApiKey;
}

type ListedKey = OwnedKey & { readonly state: ReturnType<typeof stateOfKey> };

async function listOf(services: AccountServices, asked: string): Promise<readonly OwnedKey[]> {
  const { id, email } = await demandAccount(services, asked);
  return (await readAll((page) => services.keys.list(id, page))).map((key) => ({ email, key }));
}

async function listAll({ accounts, keys }: AccountServices): Promise<readonly OwnedKey[]> {
  const all = await readAll((page) => keys.listByPrefix('', page));
  const ids = [...new Set(all.map(({ accountId }) => accountId))];
  const owners = await Promise.all(ids.map((id) => accounts.findById(id)));
  const emails = new Map(owners.map((owner) => [owner?.id, owner?.email ?? '']));
  return all
    .map((key) => ({ email: emails.get(key.accountId) ?? '', key }))
    .sort((a, b) => compare(a.email, b.email) || b.key.createdAtMs - a.key.createdAtMs);
}

const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b));

const format = (listed: readonly ListedKey[]): string =>
  formatTable(
    ['account', 'id', 'begins', 'name', 'state', 'created', 'last used', 'ends'],
    listed.map(({ email, key, state }) => [
      email,
      key.id,
      key.prefix,
      key.name,
      state,
      formatInstant(key.createdAtMs),
      formatInstant(lastUseOf(key)),
      formatInstant(endOfKey(key)),
    ]),
  );

/** A key as data. Instants have the Oslo offset; `null`: it has not happened. */
function toData({ email, key, state }: ListedKey) {
  const { id, prefix, name } = key;
  return {
    email,
    id,
    prefix,
    name,
    state,
    createdAt: formatOsloInstant(key.createdAtMs),
    lastUsedAt: instantOrNull(lastUseOf(key)),
    rotatedAt: instantOrNull(key.rotatedAtMs ?? key.replacedAtMs),
    revokedAt: instantOrNull(key.revokedAtMs),
    endsAt: instantOrNull(key.endsAtMs),
  };
}

const instantOrNull = (atMs: number | undefined) =>
  atMs === undefined ? null : formatOsloInstant(atMs);

const ROTATE = {
  ...KEY_OPTIONS,
  overlap: option(
    'HOURS',
    'so long the old key works beside the new one, such as 24h; at most 72, default: 0',
    HOURS,
  ),
};

/** `veipris key rotate`: a new key for an old one. */
const rotateCommand = (withAccounts: WithAccounts): Command<typeof ROTATE> => ({
  name: 'key rotate',
  summary: 'replace an API key by a new one',
  usage: '--key KEY-OR-PREFIX | --id ID [--overlap HOURS]',
  about: `Replaces a key by a new one with the same name, and prints that alone on standard output. It is
shown this once. The old key is refused from then on, by every server, unless an overlap is given.
A key that ends by itself gets a successor that lives as long. The day's quota stays as it is: it
belongs to the account.`,
  options: ROTATE,
  more: 'veipris key rotate --key veipris_live_4fG7aB --overlap 24h',
  async run({ overlap: hours = 0, ...told }, { print, report }) {
    const name = demandKeyName(told);
    await withAccounts(async ({ keys, limits, now }) => {
      demandAtMost('overlap', hours, limits.mostOverlapHours, ' hours');
      const key = await demandKey({ keys }, name);
      const overlap = hours > 0 ? { ms: hours * 3_600_000 } : undefined;
      const issued = await rotateKey(keys, key, 'operator', overlap);
      if (typeof issued !== 'object') throw unusedKey(key, now());
      const { endsAtMs } = overlap ? await demandKey({ keys }, { id: key.id }) : {};
      const until = endsAtMs === undefined ? '' : `, which works until ${formatInstant(endsAtMs)}`;
      report(`key ${issued.key.id} replaces ${key.id}${until}; it is shown this once:`);
      print(issued.text);
    });
  },
});

const CALLS = { ...KEY_OPTIONS, json: flag('print the same as data') };

/** `veipris key calls`: the last calls of a key. */
const callsCommand = (withAccounts: WithAccounts): Command<typeof CALLS> => ({
  name: 'key calls',
  summary: 'list the last calls of an API key',
  usage: '--key KEY-OR-PREFIX | --id ID [--json]',
  about: `Lists the last calls of a key, the newest first: when, which endpoint, which status and how long it
took. What was asked is kept nowhere.`,
  options: CALLS,
  async run({ json, ...told }, { print }) {
    const name = demandKeyName(told);
    await withAccounts(async (services) => {
      const key = await demandKey(services, name);
      const recent = await services.usage.listRecent(key.id);
      const calls = recent.map(({ atMs, ...call }) => ({ at: formatOsloInstant(atMs), ...call }));
      const rows = calls.map(({ at, method, endpoint, status, durationMs }) => [
        at.slice(0, 19).replace('T', ' '),
        `${method} ${endpoint}`,
        String(status),
        String(durationMs),
      ]);
      print(
        json ? toJson(calls) : formatTable(['at', 'endpoint', right('status'), right('ms')], rows),
      );
    });
  },
});

/** `veipris key revoke`: ends a key. */
const revokeCommand = (withAccounts: WithAccounts): Command<typeof KEY_OPTIONS> => ({
  name: 'key revoke',
  summary: 'end an API key',
  usage: '--key KEY-OR-PREFIX | --id ID',
  about:
    'Ends a key without a successor: it is refused from then on, by every server, and never comes back.',
  options: KEY_OPTIONS,
  async run(told, { print }) {
    const name = demandKeyName(told);
    await withAccounts(async ({ keys, now }) => {
      const key = await demandKey({ keys }, name);
      if (!(await keys.revoke(key.id, 'operator'))) throw unusedKey(key, now());
      print(`The key ${key.prefix}... (${key.id}) is revoked.`);
    });
  },
});
