import type { Environment } from '../../src/base/settings.ts';
import { accountCommands, usageCommand } from '../../src/cli/account.ts';
import type { WithAccounts } from '../../src/cli/account-options.ts';
import { keyCommands } from '../../src/cli/key.ts';
import { withAccounts } from '../../src/service/accounts.ts';
import { toConfig } from '../../src/service/config.ts';
import type { Clock } from '../../src/trip/ports.ts';
import { NOW } from './app.ts';
import { clockAt } from './clock.ts';
import { tempHome } from './temp-home.ts';
import { type Ran, run } from './terminal.ts';

/** The commands about accounts over an embedded database of their own. */
export interface Desk {
  /** The address of its database, for `openStore`. */
  readonly address: string;
  /** Runs `veipris` with these arguments. */
  run(...args: readonly string[]): Promise<Ran>;
  /** The output of a command. A failing command throws. */
  ask(...args: readonly string[]): Promise<string>;
}

/** @param now the time that the clock of the desk shows. */
export async function openDesk(now: string = NOW): Promise<Desk> {
  return deskOf({ VEIPRIS_HOME: tempHome() }, clockAt(now));
}

/** The commands about accounts with these settings, run in the test's own process. */
export function deskOf(settings: Environment, clock?: Clock): Desk {
  const config = toConfig(settings);
  const inAccounts: WithAccounts = (work) => withAccounts(config, work, clock);
  const commands = [
    ...keyCommands(inAccounts),
    ...accountCommands(inAccounts),
    usageCommand(inAccounts),
  ];
  return {
    address: config.database.address,
    run: (...args) => run(commands, ...args),
    async ask(...args) {
      const { code, out, err } = await run(commands, ...args);
      if (code !== 0) throw new Error(err.join('\n'));
      return out;
    },
  };
}
