import { readFile, rm, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

/** How often a waiting process looks again. */
const LOOK_MS = 200;

/**
 * Runs `work` in one process at a time: others wait for it. The lock of a process that died is
 * taken over.
 *
 * @param path the lock file, which holds the number of the process that works.
 * @param isDone tells a waiting process that the work is done, so that it need not do it.
 * @throws Error when another process still works after `patienceMs`.
 */
export async function underBuildLock(
  path: string,
  patienceMs: number,
  isDone: () => Promise<boolean>,
  work: () => Promise<void>,
): Promise<void> {
  for (let waitedMs = 0; !(await takeLock(path)); waitedMs += LOOK_MS) {
    if (await isDone()) return;
    const holder = Number(await readFile(path, 'utf8').catch(() => ''));
    if (holder > 0 && !isAlive(holder)) await rm(path, { force: true });
    if (waitedMs >= patienceMs)
      throw new Error(
        `Process ${holder} has been building the network for more than ${patienceMs / 1000} s. If it is not, remove ${path}.`,
      );
    await sleep(LOOK_MS);
  }
  try {
    if (!(await isDone())) await work();
  } finally {
    await rm(path, { force: true });
  }
}

/** Creating the file is the lock: it fails when the file is there. */
async function takeLock(path: string): Promise<boolean> {
  try {
    await writeFile(path, String(process.pid), { flag: 'wx' });
    return true;
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw cause;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (cause) {
    // EPERM: it lives, and belongs to somebody else.
    return (cause as NodeJS.ErrnoException).code === 'EPERM';
  }
}
