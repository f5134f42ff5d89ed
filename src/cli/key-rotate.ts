import type { AtDesk } from './command.ts';
import { type Command, DONE } from './command.ts';
import {
  findNamedKey,
  readAccountOptions,
  readKeyName,
  refuseUnused,
} from './read-account-options.ts';

const HELP = `veipris key rotate --key KEY-OR-PREFIX | --id ID

Replaces a key by a new one with the same name, and prints that alone on standard output. It is
shown this once. The old key is refused from then on, by every server. The day's quota stays as
it is: it belongs to the account.

  --key KEY-OR-PREFIX    the whole key, or as many first characters as name one key
  --id ID                its id, from veipris key list`;

/** `veipris key rotate`: a new key for an old one. */
export function keyRotateCommand(atDesk: AtDesk): Command {
  return {
    name: 'key rotate',
    summary: 'replace an API key by a new one',
    help: HELP,
    async run(args, terminal) {
      const read = readAccountOptions(args, ['key', 'id']);
      if ('problem' in read) return read.problem;
      const name = readKeyName(read.options);
      if ('kind' in name) return name;
      return atDesk(async ({ keys }) => {
        const key = await findNamedKey(keys, name);
        if ('kind' in key) return key;
        const issued = await keys.rotate(key, 'operator');
        if (issued === undefined) return refuseUnused(key);
        terminal.report(`key ${issued.key.id} replaces ${key.id}; it is shown this once:`);
        terminal.print(issued.text);
        return DONE;
      });
    },
  };
}
