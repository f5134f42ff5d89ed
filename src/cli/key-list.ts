import type { ApiKey } from '../account/account.ts';
import { endOfKey, type KeyState, readAll, stateOfKey } from '../account/manage-keys.ts';
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

interface ListedKey extends OwnedKey {
  readonly state: KeyState;
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
        const nowMs = desk.now();
        const rows = owned.map((one) => ({ ...one, state: stateOfKey(one.key, nowMs) }));
        terminal.print(json ? JSON.stringify(rows.map(toJson), undefined, 2) : format(rows));
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

function format(listed: readonly ListedKey[]): string {
  const heads = ['account', 'id', 'begins', 'name', 'state', 'created', 'last used', 'ends'];
  return formatTable(
    heads.map((head) => ({ head, align: 'left' })),
    listed.map(({ email, key, state }) => [
      email,
      key.id,
      key.prefix,
      key.name,
      state,
      formatInstant(key.createdAtMs),
      formatInstant(key.lastUsedAtMs),
      formatInstant(endOfKey(key)),
    ]),
  );
}

/** Instants with the Oslo offset; `null`: it has not happened. */
function toJson({ email, key, state }: ListedKey) {
  const { id, prefix, name } = key;
  return {
    email,
    id,
    prefix,
    name,
    state,
    createdAt: formatOsloInstant(key.createdAtMs),
    lastUsedAt: instantOrNull(key.lastUsedAtMs),
    rotatedAt: instantOrNull(key.rotatedAtMs ?? key.replacedAtMs),
    revokedAt: instantOrNull(key.revokedAtMs),
    endsAt: instantOrNull(key.endsAtMs),
  };
}

const instantOrNull = (atMs: number | undefined) =>
  atMs === undefined ? null : formatOsloInstant(atMs);
