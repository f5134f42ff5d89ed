import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { builtPart } from './built-program.ts';

/** A process of its own that works on a store. */
export interface StoreProcess {
  /** Lets the process begin. It has not opened the store before that. */
  go(): void;
  /** Resolves once it has printed so many lines. */
  untilPrinted(lines: number): Promise<void>;
  /** Kills the process as `kill -9` does. */
  kill(): void;
  /**
   * The lines that it printed, once it has ended without an error or was killed. Otherwise this rejects with the
   * reason.
   */
  readonly printed: Promise<readonly string[]>;
}

/** Starts `store-worker.ts` with a task and waits until it is ready to go. */
export async function startOnStore(
  address: string,
  task: 'open' | 'take' | 'draw' | 'credit',
  ...args: readonly (string | number)[]
): Promise<StoreProcess> {
  const worker = [builtPart('store-worker'), address, task, ...args.map(String)];
  const child = spawn(process.execPath, worker);
  const lines: string[] = [];
  const reader = createInterface(child.stdout).on('line', (line) => lines.push(line));
  let told = '';
  child.stderr.setEncoding('utf8').on('data', (text) => {
    told += text;
  });
  const untilPrinted = async (count: number) => {
    // The first line says that it is ready.
    while (lines.length <= count && child.exitCode === null) await once(reader, 'line');
  };
  const printed = once(child, 'close').then(([code, signal]) => {
    if (code !== 0 && signal !== 'SIGKILL') throw new Error(`The process failed: ${told}`);
    return lines.slice(1);
  });
  await Promise.race([once(reader, 'line'), printed]);
  return {
    go: () => child.stdin.write('go'),
    untilPrinted,
    kill: () => child.kill('SIGKILL'),
    printed,
  };
}

/** Starts several processes with the same task and lets them go at the same moment. */
export async function startTogether(
  count: number,
  ...of: Parameters<typeof startOnStore>
): Promise<readonly (readonly string[])[]> {
  const processes = await Promise.all(Array.from({ length: count }, () => startOnStore(...of)));
  for (const { go } of processes) go();
  return Promise.all(processes.map(({ printed }) => printed));
}
