import { mkdir, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { builtProgram } from './built-program.ts';
import {
  addressOf,
  type Ended,
  type LaunchedFile,
  launchFile,
  type Settings,
} from './launched-file.ts';
import { NETWORK_HOME, openBundledNetwork } from './network-home.ts';
import { type AtEnd, tempHome } from './temp-home.ts';

/** A server process that answers. */
export interface Server extends LaunchedFile {
  readonly address: string;
}

/** The network is opened only once per worker, because opening reads all of it. */
let hasNetwork: Promise<unknown> | undefined;

/** A new home with the road network that all tests share. */
export async function homeWithNetwork(atEnd: AtEnd = onTestFinished): Promise<string> {
  hasNetwork ??= openBundledNetwork();
  await hasNetwork;
  const home = join(tempHome(atEnd), 'var');
  await mkdir(home);
  await symlink(join(NETWORK_HOME, 'network'), join(home, 'network'));
  return home;
}

/** Starts the process of `npm start` on a free port. It is killed after the test if it still runs. */
export async function startServer(
  settings: Settings,
  atEnd: AtEnd = onTestFinished,
): Promise<Server> {
  const server = launchServer(settings, atEnd);
  return { ...server, address: await addressOf(server) };
}

/** The same without waiting for the server to answer. */
export function launchServer(settings: Settings, atEnd: AtEnd = onTestFinished): LaunchedFile {
  const server = launch('main.js', [], { PORT: '0', LOG_LEVEL: 'warn', ...settings });
  atEnd(async () => void (await server.end('SIGKILL')));
  return server;
}

/** Starts the command `veipris` in a process of its own, which the caller ends by a signal. */
export const startVeipris = (args: readonly string[], settings: Settings): LaunchedFile =>
  launch('cli.js', args, settings);

/** Runs the command `veipris` in a process of its own. */
export const runVeipris = (args: readonly string[], settings: Settings): Promise<Ended> =>
  launch('cli.js', args, settings).done;

function launch(file: string, args: readonly string[], settings: Settings): LaunchedFile {
  const program = join(builtProgram(), 'dist', file);
  // The process runs in the folder that the home lies in, as for an operator.
  const { VEIPRIS_HOME: home } = settings;
  const cwd = home === undefined ? dirname(program) : join(home, '..');
  return launchFile([program, ...args], settings, { cwd });
}
