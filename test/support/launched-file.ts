/** Node in a process of its own. */
import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';

/**
 * Settings by name. `OPEN_FILES` is the number of files that the process may open. Neither other parts of the
 * environment nor a `.env` reach the process.
 */
export type Settings = Readonly<Record<string, string>>;

/** How a process ended. */
export interface Ended {
  /** `null` when a signal killed it. */
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** A process that was started. */
export interface LaunchedFile {
  readonly child: ChildProcess;
  readonly pid: number;
  /** The text that it has written to both its streams so far. */
  printed(): string;
  /** Resolves when it has written a matching text; with `undefined` when it has ended without one. */
  untilPrinted(pattern: RegExp): Promise<RegExpExecArray | undefined>;
  /** Resolves when it has ended and its streams have been read. */
  readonly done: Promise<Ended>;
  /** Sends a signal and waits for the end. */
  end(signal: 'SIGTERM' | 'SIGINT' | 'SIGKILL'): Promise<Ended>;
}

/**
 * Runs a file. It is killed when this process ends.
 *
 * @param command the file and its arguments, and options of Node before it.
 * @param how `timeout`: milliseconds after which it is killed; absent: never.
 */
export function launchFile(
  command: readonly string[],
  settings: Settings,
  how: Pick<SpawnOptions, 'cwd' | 'stdio' | 'timeout'>,
): LaunchedFile {
  const { OPEN_FILES: files } = settings;
  const limited = ['sh', '-c', `ulimit -n ${files}; exec "$0" "$@"`];
  const words = [...(files === undefined ? [] : limited), process.execPath, ...command];
  const child = spawn(words[0] as string, words.slice(1), {
    env: { PATH: process.env.PATH, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
    killSignal: 'SIGKILL',
    ...how,
  });
  const text = { out: '', err: '', both: '' };
  const listeners = new Set<() => void>();
  for (const [name, stream] of [
    ['out', child.stdout],
    ['err', child.stderr],
  ] as const)
    stream?.setEncoding('utf8').on('data', (more: string) => {
      text[name] += more;
      text.both += more;
      for (const hear of listeners) hear();
    });
  const leave = () => child.kill('SIGKILL');
  process.once('exit', leave);
  const done = once(child, 'close').then(([code]): Ended => {
    process.off('exit', leave);
    return { code, out: text.out, err: text.err };
  });
  return {
    child,
    pid: child.pid ?? 0,
    printed: () => text.both,
    untilPrinted: (pattern) =>
      new Promise((resolve) => {
        const look = () => {
          const found = pattern.exec(text.both);
          if (found === null) return;
          listeners.delete(look);
          resolve(found);
        };
        listeners.add(look);
        look();
        void done.then(() => resolve(undefined));
      }),
    done,
    end(signal) {
      child.kill(signal);
      return done;
    },
  };
}

/**
 * The address at which a launched server listens.
 *
 * @throws Error with the text that it wrote if it ends instead.
 */
export async function addressOf(server: LaunchedFile): Promise<string> {
  const [, address] = (await server.untilPrinted(/ready at (http:\S+)\n/)) ?? [];
  if (address === undefined) throw new Error(`It did not listen: ${server.printed()}`);
  return address;
}
