import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { builtProgram } from './built-program.ts';
import { NETWORK_HOME, openBundledNetwork } from './network-home.ts';
import { type AtEnd, tempHome } from './temp-home.ts';

/** Settings by name, and `OPEN_FILES`: how many the process may have. Nothing else of the environment reaches a process, nor does a `.env`. */
export type Settings = Readonly<Record<string, string>>;

/** How a process ended. */
export interface Ended {
  /** `null` when a signal killed it. */
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** A server process that answers. */
export interface Server {
  readonly pid: number;
  readonly address: string;
  /** What it has printed until now. */
  printed(): string;
  /** Sends a signal and waits for the end. */
  end(signal: 'SIGTERM' | 'SIGINT' | 'SIGKILL'): Promise<Ended>;
}

/** Once in this worker: whoever opens the network reads all of it. */
let hasNetwork: Promise<unknown> | undefined;

/** A home of its own whose road network is the one that all tests share. */
export async function homeWithNetwork(atEnd: AtEnd = onTestFinished): Promise<string> {
  hasNetwork ??= openBundledNetwork();
  await hasNetwork;
  const home = join(tempHome(atEnd), 'var');
  await mkdir(home);
  await symlink(join(NETWORK_HOME, 'network'), join(home, 'network'));
  return home;
}

/** Starts `npm start`'s process on a free port; it is killed after the test if it still runs. */
export async function startServer(
  settings: Settings,
  atEnd: AtEnd = onTestFinished,
): Promise<Server> {
  const { outcome, ...server } = launchServer(settings, atEnd);
  return { address: await addressOf(outcome), ...server };
}

/** The same without waiting for it: whoever asks for a port knows where it will be. */
export function launchServer(
  settings: Settings,
  atEnd: AtEnd = onTestFinished,
): Omit<Server, 'address'> & { outcome: Outcome } {
  const child = launch('main.js', [], {
    PORT: '0',
    LOG_LEVEL: 'warn',
    ...settings,
  });
  const outcome = outcomeOf(child);
  atEnd(async () => {
    child.kill('SIGKILL');
    await outcome.done;
  });
  return {
    outcome,
    pid: child.pid ?? 0,
    printed: () => outcome.out,
    async end(signal) {
      child.kill(signal);
      return outcome.done;
    },
  };
}

/** Starts the command `veipris` in a process of its own, to be ended by a signal. */
export function startVeipris(args: readonly string[], settings: Settings): Pick<Server, 'end'> {
  const child = launch('cli.js', args, settings);
  const outcome = outcomeOf(child);
  return {
    async end(signal) {
      child.kill(signal);
      return outcome.done;
    },
  };
}

/** Runs the command `veipris` in a process of its own. */
export function runVeipris(args: readonly string[], settings: Settings): Promise<Ended> {
  return outcomeOf(launch('cli.js', args, settings)).done;
}

function launch(file: string, args: readonly string[], settings: Settings): ChildProcess {
  const program = join(builtProgram(), 'dist', file);
  const { OPEN_FILES: files } = settings;
  const limited = ['sh', '-c', `ulimit -n ${files}; exec "$0" "$@"`];
  const [command = '', ...words] = [...(files === undefined ? [] : limited), process.execPath];
  return spawn(command, [...words, program, ...args], {
    // The working directory of an operator: the home lies in it.
    cwd: settings.VEIPRIS_HOME === undefined ? dirname(program) : join(settings.VEIPRIS_HOME, '..'),
    env: { PATH: process.env.PATH, ...settings },
  });
}

interface Outcome {
  out: string;
  err: string;
  /** Resolves when the process has ended and its streams are read. */
  readonly done: Promise<Ended>;
  /** Called whenever something was printed, and at the end. */
  onNews: () => void;
}

function outcomeOf(child: ChildProcess): Outcome {
  const done = once(child, 'close').then(([code]): Ended => {
    outcome.onNews();
    return { code, out: outcome.out, err: outcome.err };
  });
  const outcome: Outcome = { out: '', err: '', done, onNews: () => undefined };
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    outcome.out += text;
    outcome.onNews();
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    outcome.err += text;
  });
  return outcome;
}

/** @throws Error with what the process wrote when it ends instead of listening. */
function addressOf(outcome: Outcome): Promise<string> {
  return new Promise((resolve, reject) => {
    outcome.onNews = () => {
      const [, address] = /ready at (http:\S+)\n/.exec(outcome.out) ?? [];
      if (address !== undefined) resolve(address);
    };
    void outcome.done.then(({ out, err }) => reject(new Error(`It did not listen: ${out}${err}`)));
  });
}
