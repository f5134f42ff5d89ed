/** The folders that networks are kept in: how they are made, and which are removed. */
import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { access, constants, mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { DAY_MS } from '../base/duration.ts';
import type { LockTimes } from '../files/file-lock.ts';

/** Compiling the whole country takes minutes. */
export const COMPILE_LOCK_TIMES: LockTimes = { lookMs: 1000, patienceMs: 2 * 60 * 60_000 };

/** An unfinished folder of another network that is older than this belongs to no running process. */
const LEFT_BEHIND_MS = 60 * 60_000;
const ENDS: readonly NodeJS.Signals[] = ['SIGINT', 'SIGTERM'];

/**
 * Writes a folder that does not exist yet. It is written under another name, and moved into place when it is complete.
 *
 * @param write gets the path of the empty folder that it fills.
 */
export const writeFolder = (
  folder: string,
  write: (part: string) => Promise<void>,
): Promise<void> =>
  withPart(folder, async (part) => {
    await mkdir(part, { recursive: true });
    await write(part);
    await rename(part, folder);
  });

/**
 * Gives a path beside a folder for some work, and removes everything at that path after the work, and on SIGTERM and
 * SIGINT.
 */
export async function withPart<Result>(
  folder: string,
  work: (part: string) => Promise<Result>,
): Promise<Result> {
  const part = `${folder}.${randomUUID()}.part`;
  const remove = () => {
    for (const signal of ENDS) process.off(signal, end);
    rmSync(part, { recursive: true, force: true });
  };
  const end = (signal: NodeJS.Signals) => {
    remove();
    // Without our listener the signal would have ended a process that has no other listener.
    if (process.listenerCount(signal) === 0) process.kill(process.pid, signal);
  };
  for (const signal of ENDS) process.on(signal, end);
  try {
    return await work(part);
  } finally {
    remove();
  }
}

/**
 * Removes the networks that are not needed any more, a day after the next one was made. Until then another server with
 * the same home may still start with one of them. The previous network of the kind in force stays. All networks of
 * earlier releases, which have tiles for another engine, are removed a day after the network in force was made. Remains
 * of killed builds are removed, too.
 */
export async function removeFormerNetworks(inForce: string): Promise<void> {
  const root = dirname(inForce);
  const isOld = (madeMs: number) => Date.now() - madeMs >= DAY_MS;
  const ofKind = (await listNetworks(root)).filter((one) => kindOf(one) === kindOf(inForce));
  const others = await newestFirst(ofKind.filter((one) => one !== inForce));
  const former = others.slice(1).filter((_, i) => isOld((others[i] as Made).changedMs));
  const tiles = isOld(await changedMsOf(inForce)) ? await listFormerTiles(root) : [];
  for (const folder of [...tiles, ...former.map((one) => one.folder)])
    await rm(folder, { recursive: true, force: true });
  await sweep(inForce);
}

interface Made {
  readonly folder: string;
  /** Milliseconds since 1970. */
  readonly changedMs: number;
}

async function newestFirst(folders: readonly string[]): Promise<readonly Made[]> {
  const made = folders.map(async (folder) => ({ folder, changedMs: await changedMsOf(folder) }));
  return (await Promise.all(made)).sort((a, b) => b.changedMs - a.changedMs);
}

/** The networks of earlier releases below a folder. */
export async function listFormerTiles(root: string): Promise<readonly string[]> {
  const folders = await listNetworks(root);
  const haveTiles = await Promise.all(folders.map((folder) => pathExists(join(folder, 'tiles'))));
  return folders.filter((_, i) => haveTiles[i]);
}

/** The networks of all kinds below a folder: `0123456789abcdef`, `osm-…`, `ruteplan-…`. */
const listNetworks = async (root: string): Promise<readonly string[]> =>
  (await readdir(root))
    .filter((name) => /^([a-z]+-)?[0-9a-f]{16}$/.test(name))
    .map((name) => join(root, name));

const kindOf = (folder: string): string => basename(folder).slice(0, -16);

/** When a folder was last written to; if it is gone, the present time. Milliseconds since 1970. */
const changedMsOf = async (folder: string): Promise<number> =>
  (await stat(folder).catch(() => undefined))?.mtimeMs ?? Date.now();

/**
 * Removes what killed builds have left behind. Unfinished folders of this version go at once: it is built, so no other
 * process still needs to build it. Unfinished folders of other versions go after `LEFT_BEHIND_MS`.
 */
async function sweep(folder: string): Promise<void> {
  const root = dirname(folder);
  for (const name of (await readdir(root)).filter((entry) => entry.endsWith('.part'))) {
    const path = join(root, name);
    if (
      name.startsWith(`${basename(folder)}.`) ||
      Date.now() - (await changedMsOf(path)) > LEFT_BEHIND_MS
    )
      await rm(path, { recursive: true, force: true });
  }
}

/** Is there a file or folder at this path that this process may see? */
export const pathExists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

/**
 * Makes the folder that networks are kept in, and checks that it can be written to.
 *
 * @throws Error with one sentence that names the setting.
 */
export async function makeWritable(root: string): Promise<void> {
  try {
    await mkdir(root, { recursive: true });
    await access(root, constants.W_OK);
  } catch (cause) {
    const { code = 'unknown' } = cause as NodeJS.ErrnoException;
    throw new Error(
      `The road network can not be kept in ${root} (${code}). Set VEIPRIS_HOME to a folder that can be written.`,
      { cause },
    );
  }
}
