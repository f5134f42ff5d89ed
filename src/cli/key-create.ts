import { dailyLimitOf, type Plans } from '../account/account.ts';
import type { OpenedAccount, WantedAccount } from '../account/manage-accounts.ts';
import { type AtDesk, type Command, DONE, type Outcome } from './command.ts';
import { missing, readAccountOptions, wrongUsage } from './read-account-options.ts';

const HELP = `veipris key create --email E [options]

Makes an API key and prints it alone on standard output. It is shown this once: only its SHA-256
is kept. The account is made when there is none; one that is there is never changed.

  --email E              the owner's e-mail address
  --plan P               free, pilot or enterprise; default: free
  --daily-limit N        calls a day by agreement; default: what the plan allows
  --name N               what the owner calls the key
  --days N               it ends by itself after so many days; default: it does not
  --test                 a key for tests: fictitious vehicles, a clock that can be set (X-Test-Now),
                         and a quota of its own

veipris key create --email ola@example.no --name "expense system"`;

/**
 * `veipris key create`: a new key, and its account where there is none.
 *
 * @param findOtherServer address of a running server over another database; absent: none is looked for.
 */
export function keyCreateCommand(
  atDesk: AtDesk,
  findOtherServer: () => Promise<string | undefined> = async () => undefined,
): Command {
  return {
    name: 'key create',
    summary: 'make an API key, and its account',
    help: HELP,
    async run(args, terminal) {
      const read = readAccountOptions(args, [
        'email',
        'plan',
        'daily-limit',
        'name',
        'days',
        'test',
      ]);
      if ('problem' in read) return read.problem;
      const { email, plan, 'daily-limit': dailyLimit, name = '', days, test } = read.options;
      if (email === undefined) return missing('--email');
      const terms = { ...(plan && { plan }), ...(dailyLimit !== undefined && { dailyLimit }) };
      return atDesk(async ({ accounts, keys, plans, limits }) => {
        if (days !== undefined && days > limits.mostKeyDays)
          return wrongUsage(`--days must be at most ${limits.mostKeyDays}`);
        const opened = await accounts.open({ email, ...terms }, 'operator');
        if (opened.kind === 'differs') return refuseOtherTerms(opened, { email, ...terms }, plans);
        const purpose = test ? 'test' : 'live';
        const life = days !== undefined && { lifeMs: days * 86_400_000 };
        const wanted = { name, purpose, ...life } as const;
        const { text, key } = await keys.issue(opened.account.id, wanted, 'operator');
        terminal.report(`key ${key.id} of ${describe(opened, plans)}; it is shown this once:`);
        terminal.print(text);
        const other = await findOtherServer();
        if (other !== undefined)
          terminal.report(
            `The server at ${other} runs with another VEIPRIS_HOME, and does not know this key.`,
          );
        return DONE;
      });
    },
  };
}

function describe({ kind, account }: OpenedAccount, plans: Plans): string {
  const known = kind === 'new' ? `the new account ${account.email}` : account.email;
  return `${known}, plan ${account.plan}, ${dailyLimitOf(account, plans)} calls a day`;
}

function refuseOtherTerms(opened: OpenedAccount, wanted: WantedAccount, plans: Plans): Outcome {
  const plan = wanted.plan === undefined ? '' : ` --plan ${wanted.plan}`;
  const limit = wanted.dailyLimit === undefined ? '' : ` --daily-limit ${wanted.dailyLimit}`;
  const change = `veipris account set --email ${wanted.email}${plan}${limit}`;
  return { kind: 'failed', line: `there is ${describe(opened, plans)}; change it with ${change}` };
}
