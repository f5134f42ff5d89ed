import { type AtDesk, type Command, DONE } from './command.ts';
import { formatInstant } from './format-table.ts';
import {
  findNamedKey,
  readAccountOptions,
  readKeyName,
  refuseUnused,
  wrongUsage,
} from './read-account-options.ts';

const HELP = `veipris key rotate --key KEY-OR-PREFIX | --id ID [--overlap HOURS]

Replaces a key by a new one with the same name, and prints that alone on standard output. It is
shown this once. The old key is refused from then on, by every server, unless an overlap is given.
A key that ends by itself gets a successor that lives as long. The day's quota stays as it is: it
belongs to the account.

  --key KEY-OR-PREFIX    the whole key, or as many first characters as name one key
  --id ID                its id, from veipris key list
  --overlap HOURS        so long the old key works beside the new one, such as 24h; at most 72,
                         default: 0

veipris key rotate --key veipris_live_4fG7aB --overlap 24h`;

/** `veipris key rotate`: a new key for an old one. */
export function keyRotateCommand(atDesk: AtDesk): Command {
  return {
    name: 'key rotate',
    summary: 'replace an API key by a new one',
    help: HELP,
    async run(args, terminal) {
      const read = readAccountOptions(args, ['key', 'id', 'overlap']);
      if ('problem' in read) return read.problem;
      const name = readKeyName(read.options);
      if ('kind' in name) return name;
      const { overlap: hours = 0 } = read.options;
      return atDesk(async ({ keys, limits, now }) => {
        if (hours > limits.mostOverlapHours)
          return wrongUsage(`--overlap must be at most ${limits.mostOverlapHours} hours`);
        const key = await findNamedKey(keys, name);
        if ('kind' in key) return key;
        const overlap = hours > 0 ? { ms: hours * 3_600_000 } : undefined;
        const issued = await keys.rotate(key, 'operator', overlap);
        if (typeof issued !== 'object') return refuseUnused(key, now());
        const old = overlap && (await keys.find({ id: key.id }));
        const endsAtMs = old?.kind === 'found' ? old.key.endsAtMs : undefined;
        const until =
          endsAtMs === undefined ? '' : `, which works until ${formatInstant(endsAtMs)}`;
        terminal.report(`key ${issued.key.id} replaces ${key.id}${until}; it is shown this once:`);
        terminal.print(issued.text);
        return DONE;
      });
    },
  };
}
