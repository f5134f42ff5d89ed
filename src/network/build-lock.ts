import { randomUUID } from 'node:crypto';
import { readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

/** Times of a build lock, milliseconds. */
export interface LockTimes {
  /** How often a waiting process looks again, and a working one shows that it lives. */
  readonly lookMs: number;
  /** The lock of a process that has not shown itself for so long is taken over. */
  readonly silenceMs: number;
  /** A process gives up waiting after so long. */
  readonly patienceMs: number;
}

export interface LockedWork {
  /** Tells a waiting process that the work is done, so that it need not do it. */
  isDone(): Promise<boolean>;
  run(): Promise<void>;
}

/**
 * Runs work in one process at a time: others wait for it.
 *
 * Whether the holder lives is told by the file's time, which it renews, and not by the number of
 * its process: in a container the dead holder and its successor have the same one. Should a holder
 * be silent and yet alive, two work at once; the work must bear that.
 *
 * @param path the lock file.
 * @throws Error when another process still works after `patienceMs`.
 */
export async function underBuildLock(
  path: string,
  { lookMs, silenceMs, patienceMs }: LockTimes,
  { isDone, run }: LockedWork,
): Promise<void> {
  const token = `${process.pid} ${randomUUID()}`;
  let sign: string | undefined;
  let silentMs = 0;
  for (let waitedMs = 0; !(await takeLock(path, token)); waitedMs += lookMs) {
    if (await isDone()) return;
    const seen = await signOfLife(path);
    silentMs = seen === sign ? silentMs + lookMs : 0;
    sign = seen;
    if (silentMs >= silenceMs) await rm(path, { force: true });
    if (waitedMs >= patienceMs)
      throw new Error(
        `Another process has been building the road network for more than ${patienceMs / 1000} s. If none is, remove ${path}.`,
      );
    await sleep(lookMs);
  }
  const renewing = setInterval(() => void renew(path), lookMs);
  try {
    if (!(await isDone())) await run();
  } finally {
    clearInterval(renewing);
    if ((await readFile(path, 'utf8').catch(() => '')) === token) await rm(path, { force: true });
  }
}

/** Creating the file is the lock: it fails when the file is there. */
async function takeLock(path: string, token: string): Promise<boolean> {
  try {
    await writeFile(path, token, { flag: 'wx' });
    return true;
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw cause;
  }
}

/** Something that changes as long as the holder lives; undefined when there is no lock. */
const signOfLife = (path: string) =>
  stat(path).then(
    ({ mtimeMs, ino }) => `${mtimeMs} ${ino}`,
    () => undefined,
  );

/** A lock that is gone needs no sign of life. */
const renew = (path: string) => {
  const now = new Date();
  return utimes(path, now, now).catch(() => undefined);
};
