import type { AtDesk } from './command.ts';
import { type Command, DONE } from './command.ts';
import {
  findNamedKey,
  readAccountOptions,
  readKeyName,
  refuseUnused,
} from './read-account-options.ts';

const HELP = `veipris key revoke --key KEY-OR-PREFIX | --id ID

Ends a key without a successor: it is refused from then on, by every server, and never comes back.

  --key KEY-OR-PREFIX    the whole key, or as many first characters as name one key
  --id ID                its id, from veipris key list`;

/** `veipris key revoke`: the end of a key. */
export function keyRevokeCommand(atDesk: AtDesk): Command {
  return {
    name: 'key revoke',
    summary: 'end an API key',
    help: HELP,
    async run(args, terminal) {
      const read = readAccountOptions(args, ['key', 'id']);
      if ('problem' in read) return read.problem;
      const name = readKeyName(read.options);
      if ('kind' in name) return name;
      return atDesk(async ({ keys, now }) => {
        const key = await findNamedKey(keys, name);
        if ('kind' in key) return key;
        if (!(await keys.revoke(key, 'operator'))) return refuseUnused(key, now());
        terminal.print(`The key ${key.prefix}... (${key.id}) is revoked.`);
        return DONE;
      });
    },
  };
}
