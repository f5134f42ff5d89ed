import { formatOsloInstant } from '../base/oslo-time.ts';
import { type AtDesk, type Command, DONE } from './command.ts';
import { formatTable } from './format-table.ts';
import { findNamedKey, readAccountOptions, readKeyName } from './read-account-options.ts';

const HELP = `veipris key calls --key KEY-OR-PREFIX | --id ID [--json]

Lists the last calls of a key, the newest first: when, which endpoint, which status and how long it
took. What was asked is kept nowhere.

  --key KEY-OR-PREFIX    the whole key, or as many first characters as name one key
  --id ID                its id, from veipris key list
  --json                 print the same as data`;

/** `veipris key calls`: the last calls of a key. */
export function keyCallsCommand(atDesk: AtDesk): Command {
  return {
    name: 'key calls',
    summary: 'list the last calls of an API key',
    help: HELP,
    async run(args, terminal) {
      const read = readAccountOptions(args, ['key', 'id', 'json']);
      if ('problem' in read) return read.problem;
      const name = readKeyName(read.options);
      if ('kind' in name) return name;
      return atDesk(async ({ keys, usage }) => {
        const key = await findNamedKey(keys, name);
        if ('kind' in key) return key;
        const calls = (await usage.listRecent(key.id)).map(({ atMs, ...call }) => ({
          at: formatOsloInstant(atMs),
          ...call,
        }));
        const rows = calls.map(({ at, method, endpoint, status, durationMs }) => [
          at.slice(0, 19).replace('T', ' '),
          `${method} ${endpoint}`,
          String(status),
          String(durationMs),
        ]);
        const heads = [
          { head: 'at', align: 'left' },
          { head: 'endpoint', align: 'left' },
          { head: 'status', align: 'right' },
          { head: 'ms', align: 'right' },
        ] as const;
        const { json } = read.options;
        terminal.print(json ? JSON.stringify(calls, undefined, 2) : formatTable(heads, rows));
        return DONE;
      });
    },
  };
}
