import type { ApiKey } from '../account/account.ts';
import { type KeyManager, type KeyName, stateOfKey } from '../account/manage-keys.ts';
import type { Outcome } from './command.ts';
import { formatInstant } from './format-instant.ts';
import { type AccountOptions, wrongUsage } from './read-account-options.ts';

/** The key that `--key` or `--id` names; exactly one of the two must be given. */
export function readKeyName({ key, id }: AccountOptions): KeyName | Outcome {
  if ((key === undefined) === (id === undefined))
    return wrongUsage('name one key with --key or --id');
  return key === undefined ? { id: id ?? '' } : { text: key };
}

/** The one key with that name; what was typed is not repeated, as it may be a whole key. */
export async function findNamedKey(
  keys: Pick<KeyManager, 'find'>,
  name: KeyName,
): Promise<ApiKey | Outcome> {
  const found = await keys.find(name);
  if (found.kind === 'found') return found.key;
  if (found.kind === 'unknown') return failed('there is no such key');
  const shown = found.keys.slice(0, MOST_SHOWN).map(({ id }) => id);
  const more = found.keys.length - shown.length;
  const ids = [...shown, ...(more > 0 ? [`${more} more`] : [])].join(', ');
  return failed(`${found.keys.length} keys begin so; name one with --id: ${ids}`);
}

/** The failure of changing a key that is not in use. */
export function refuseUnused(key: ApiKey): Outcome {
  const atMs = key.revokedAtMs ?? key.rotatedAtMs;
  const what =
    atMs === undefined ? 'is not in use any more' : `was ${stateOfKey(key)} ${formatInstant(atMs)}`;
  return failed(`the key ${key.prefix}... (${key.id}) ${what}`);
}

const MOST_SHOWN = 10;

const failed = (line: string): Outcome => ({ kind: 'failed', line });
