import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Settings } from '../server-process.ts';

/** Longer than any renewal; a server that starts although it must not is ended by it. */
const MOST_MS = 180_000;

/**
 * Runs a file of the program until it ends.
 *
 * @param command the file and its arguments.
 * @returns the exit code, `null` when it had to be killed, and what it wrote to its error stream.
 */
export async function runProgram(
  command: readonly string[],
  settings: Settings & { readonly VEIPRIS_HOME: string },
): Promise<{ readonly code: number | null; readonly said: string }> {
  const child = spawn(process.execPath, command, {
    cwd: settings.VEIPRIS_HOME,
    env: { PATH: process.env.PATH, ...settings },
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: MOST_MS,
    killSignal: 'SIGKILL',
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const [code] = await once(child, 'close');
  return { code: code as number | null, said };
}
