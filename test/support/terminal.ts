import type { Command, Terminal } from '../../src/cli/command.ts';
import { runCommand } from '../../src/cli/run-command.ts';

/** The exit code and the output of a command. */
export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: readonly string[];
}

/** Runs `veipris` with these commands, and keeps what it writes. */
export async function run(commands: readonly Command[], ...args: readonly string[]): Promise<Ran> {
  const out: string[] = [];
  const err: string[] = [];
  const terminal: Terminal = {
    print: (text) => void out.push(text),
    report: (line) => void err.push(line),
  };
  const code = await runCommand(args, commands, terminal);
  return { code, out: out.join('\n'), err };
}
