import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Sources need a loader, found from here and not from the working directory; what is built does not. */
const IS_SOURCE = import.meta.url.endsWith('.ts');
const CLI = fileURLToPath(new URL(`./cli.${IS_SOURCE ? 'ts' : 'js'}`, import.meta.url));

/** A command of ours in a process of its own. */
export interface OwnCommand {
  /** Settles when it has ended. */
  readonly ended: Promise<{ readonly isOk: boolean; readonly lastLine: string }>;
  stop(): void;
}

/** Runs a command of this program with the environment of this process. */
export function runSelf(args: readonly string[]): OwnCommand {
  const loader = IS_SOURCE ? ['--import', import.meta.resolve('tsx')] : [];
  const child: ChildProcess = spawn(process.execPath, [...loader, CLI, ...args], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-MOST_SAID);
  });
  const ended = new Promise<{ isOk: boolean; lastLine: string }>((resolve) => {
    child.once('error', ({ message }) => resolve({ isOk: false, lastLine: message }));
    child.once('close', (code) =>
      resolve({ isOk: code === 0, lastLine: said.trim().split('\n').at(-1) ?? '' }),
    );
  });
  return { ended, stop: () => child.kill() };
}

/** What is kept of what a command says. Characters. */
const MOST_SAID = 4000;
