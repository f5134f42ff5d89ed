/**
 * The surroundings of the service: its own files, the folder that it writes to, the time, and the signals that stop it.
 */

import { readFileSync } from 'node:fs';
import { access, constants, mkdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Clock, SteadyTimer } from '../trip/ports.ts';

/** The folder of the package, in a checkout and in an installation. */
export const PACKAGE_DIR = dirname(fileURLToPath(import.meta.resolve('veipris/package.json')));

/** The bundled facts. */
export const DATA_DIR = join(PACKAGE_DIR, 'data');

/** The version of this program. */
export function readProgramVersion(): string {
  const text = readFileSync(join(PACKAGE_DIR, 'package.json'), 'utf8');
  const { version }: { readonly version: string } = JSON.parse(text);
  return version;
}

const ROOT_UID = 0;

/**
 * Makes the folder that the server writes to, for its owner alone. An existing folder stays as it is.
 *
 * @param uid the user that runs the program; absent where the system has no such numbers.
 * @throws Error with one line when there can be no such folder, or when root runs the program and the folder belongs to
 * another user. Files of root there would stop that user's server from starting.
 */
export async function makeHome(home: string, uid = process.getuid?.()): Promise<void> {
  await makeFolder(home).catch((cause: NodeJS.ErrnoException) => {
    const isInFile = ['EEXIST', 'ENOTDIR'].includes(cause.code ?? '');
    const line = isInFile
      ? `VEIPRIS_HOME must be a folder, and ${home} is a file, or would lie in one.`
      : `VEIPRIS_HOME is ${home}, and no folder can be made there: ${cause.message}.`;
    throw new Error(line, { cause });
  });
  const { uid: owner } = await stat(home);
  if (uid === ROOT_UID && owner !== ROOT_UID)
    throw new Error(
      `VEIPRIS_HOME is ${home}, which belongs to user ${owner}: run this as that user, not as root.`,
    );
}

/** @throws Error with one line where the home can not be written to. */
export async function demandWritable(home: string): Promise<void> {
  await access(home, constants.R_OK | constants.W_OK | constants.X_OK).catch((cause: Error) => {
    const line = `VEIPRIS_HOME is ${home}, which can not be written to: ${cause.message}.`;
    throw new Error(line, { cause });
  });
}

/**
 * Makes a folder and its parents. Node's own recursive `mkdir` never ends where the system says that an existing folder
 * is missing, as in `/proc`.
 */
async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path, { mode: 0o700 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST' && (await stat(path)).isDirectory()) return;
    const parent = dirname(path);
    if (code !== 'ENOENT' || parent === path) throw error;
    await makeFolder(parent);
    await mkdir(path, { mode: 0o700 }).catch((again: NodeJS.ErrnoException) => {
      // Another process may have made the folder.
      if (again.code !== 'EEXIST') throw again;
    });
  }
}

/** The clock of this machine. */
export const systemClock: Clock = { now: () => Date.now() };

/** The timers of this process. */
export const systemTimer: SteadyTimer = {
  nowMs: () => performance.now(),
  start(delayMs, ring) {
    const timeout = setTimeout(ring, delayMs);
    return () => clearTimeout(timeout);
  },
};

/** Signals that stop a server: that of an operator or supervisor, and Ctrl-C of a terminal. */
export const STOP_SIGNALS = ['SIGTERM', 'SIGINT'] as const;
