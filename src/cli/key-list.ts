import type { ApiKey } from '../account/account.ts';
import { readAll, stateOfKey } from '../account/manage-keys.ts';
import { formatOsloInstant } from '../base/oslo-time.ts';
import type { AccountDesk, AtDesk } from './command.ts';
import { type Command, DONE, unknownAccount } from './command.ts';
import { formatInstant, formatTable } from './format-table.ts';
import { readAccountOptions } from './read-account-options.ts';

const HELP = `veipris key list [--email E] [--json]

Lists the keys of one account, or of all, the newest first; those out of use included, for as long
as they are kept. Keys themselves are not kept anywhere: a key is known by its id and by its first
characters. "Last used" is exact to the hour.`;

/** A key and the address of its owner. */
interface OwnedKey {
  readonly email: string;
  readonly key: ApiKey;
}

/** `veipris key list`: which keys there are and what became of them. */
export function keyListCommand(atDesk: AtDesk): Command {
  return {
    name: 'key list',
    summary: 'list the API keys of one account or of all',
    help: HELP,
    async run(args, terminal) {
      const read = readAccountOptions(args, ['email', 'json']);
      if ('problem' in read) return read.problem;
      const { email, json } = read.options;
      return atDesk(async (desk) => {
        const owned = await (email === undefined ? listAll(desk) : listOf(desk, email));
        if (owned === undefined) return unknownAccount(email ?? '');
        terminal.print(json ? JSON.stringify(owned.map(toJson), undefined, 2) : format(owned));
        return DONE;
      });
    },
  };
}

/** `undefined` when no account has the address. */
async function listOf({ accounts, keys }: AccountDesk, email: string) {
  const account = await accounts.findByEmail(email);
  if (account === undefined) return undefined;
  return (await readAll((page) => keys.list(account.id, page))).map((key) => ({
    email: account.email,
    key,
  }));
}

async function listAll({ accounts, keys }: AccountDesk): Promise<readonly OwnedKey[]> {
  const all = await readAll((page) => keys.listByPrefix('', page));
  const ids = [...new Set(all.map(({ accountId }) => accountId))];
  const owners = await Promise.all(ids.map((id) => accounts.findById(id)));
  const emails = new Map(owners.map((owner) => [owner?.id, owner?.email ?? '']));
  return all
    .map((key) => ({ email: emails.get(key.accountId) ?? '', key }))
    .sort((a, b) => compare(a.email, b.email) || b.key.createdAtMs - a.key.createdAtMs);
}

const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b));

function format(owned: readonly OwnedKey[]): string {
  const heads = ['account', 'id', 'begins', 'name', 'state', 'created', 'last used', 'ended'];
  return formatTable(
    heads.map((head) => ({ head, align: 'left' })),
    owned.map(({ email, key }) => [
      email,
      key.id,
      key.prefix,
      key.name,
      stateOfKey(key),
      formatInstant(key.createdAtMs),
      formatInstant(key.lastUsedAtMs),
      formatInstant(key.revokedAtMs ?? key.rotatedAtMs),
    ]),
  );
}

/** Instants with the Oslo offset; `null`: it has not happened. */
function toJson({ email, key }: OwnedKey) {
  const { id, prefix, name } = key;
  const state = stateOfKey(key);
  return {
    email,
    id,
    prefix,
    name,
    state,
    createdAt: formatOsloInstant(key.createdAtMs),
    lastUsedAt: instantOrNull(key.lastUsedAtMs),
    rotatedAt: instantOrNull(key.rotatedAtMs),
    revokedAt: instantOrNull(key.revokedAtMs),
  };
}

const instantOrNull = (atMs: number | undefined) =>
  atMs === undefined ? null : formatOsloInstant(atMs);
