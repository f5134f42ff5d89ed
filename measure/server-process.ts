import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { builtProgram } from '../test/support/built-program.ts';
import { addressOf, launchFile, type Settings } from '../test/support/launched-file.ts';

/** The resources that a process uses. */
interface Usage {
  /** Resident memory. */
  readonly memoryMb: number;
  /** Number of open files. */
  readonly files: number;
  /** Processor time so far. */
  readonly cpuMs: number;
}

/** A server in a process of its own. */
export interface ServerProcess {
  readonly address: string;
  readonly pid: number;
  /** The text that it has written to both its streams. */
  printed(): string;
  /** The resources of the process and of the processes that it has started. Ended processes do not count. */
  measure(): Promise<Usage>;
  /** Sends a signal and waits for the end; gives the exit code, `null` after SIGKILL. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null>;
}

/**
 * Starts a server and waits until it is ready.
 *
 * @param main the file that is run; absent: the program as it ships.
 * @throws Error with its output when it ends.
 */
export async function startServer(
  settings: Settings,
  main = join(builtProgram(), 'dist/main.js'),
): Promise<ServerProcess> {
  const server = launchFile(
    [main],
    { PORT: '0', LOG_LEVEL: 'warn', ...settings },
    { cwd: settings.VEIPRIS_HOME },
  );
  const { child, pid, printed } = server;
  // The end of its streams is not awaited: processes that it has started may hold them for a while.
  const ended = once(child, 'exit').then(([code]) => code as number | null);
  return {
    address: await addressOf(server),
    pid,
    printed,
    measure: () => usageOf(pid),
    end(signal) {
      child.kill(signal);
      return ended;
    },
  };
}

/** Linux counts processor time in hundredths of a second. Source: proc(5), `stat`. */
const MS_PER_TICK = 10;

/** The resources of a process and of the processes that it has started. Ended processes do not count. */
export async function usageOf(pid: number): Promise<Usage> {
  const read = (file: string) => readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '');
  const memoryMb = Number(/VmRSS:\s+(\d+)/.exec(await read('status'))?.[1] ?? 0) / 1024;
  const ticks = (await read('stat')).split(') ')[1]?.split(' ').slice(11, 13) ?? [];
  const own = {
    memoryMb,
    files: (await readdir(`/proc/${pid}/fd`).catch(() => [])).length,
    cpuMs: ticks.reduce((sum, count) => sum + Number(count) * MS_PER_TICK, 0),
  };
  const children = (await read(`task/${pid}/children`)).split(' ').filter(Boolean);
  const theirs = await Promise.all(children.map(Number).map(usageOf));
  return theirs.reduce(
    (sum, one) => ({
      memoryMb: sum.memoryMb + one.memoryMb,
      files: sum.files + one.files,
      cpuMs: sum.cpuMs + one.cpuMs,
    }),
    own,
  );
}
