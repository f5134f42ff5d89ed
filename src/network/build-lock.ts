import { randomUUID } from 'node:crypto';
import { utimesSync } from 'node:fs';
import { readFile, readlink, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
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

/** The whole country takes minutes, and some steps keep the process from showing itself for a while. */
export const COMPILE_LOCK_TIMES: LockTimes = {
  lookMs: 1000,
  silenceMs: 180_000,
  patienceMs: 2 * 60 * 60_000,
};

export interface LockedWork<Result = void> {
  /** Tells a waiting process that the work is done, so that it need not do it; absent: it never is. */
  isDone?(): Promise<boolean>;
  /** Called once by a process that has to wait. */
  onWait(): void;
  /** @param live shows that the process lives, for work that keeps it from all else. */
  run(live: () => void): Promise<Result>;
  /** What another process is told to be doing; absent: building the road network. */
  readonly name?: string;
}

/** The time that a lock is held and waited for in. */
export interface LockTime {
  /** Milliseconds since 1970. */
  nowMs(): number;
  wait(delayMs: number): Promise<void>;
  /** Calls again and again, so many milliseconds apart, until the function that it gives is called. */
  repeat(everyMs: number, call: () => Promise<void>): () => void;
}

/**
 * Runs work in one process at a time: others wait for it.
 *
 * A holder on this machine lives as long as its process. Whether any other lives is told by the file's time, which it
 * renews: in a container the dead holder and its successor have the same number. Should a holder be silent and yet
 * alive, or two take over at one moment, two work at once; the work must bear that.
 *
 * @param path the lock file.
 * @returns what the work gives; `undefined` where it was done already.
 * @throws Error when another process still works after `patienceMs`.
 */
export async function underBuildLock<Result>(
  path: string,
  times: LockTimes,
  {
    isDone = async () => false,
    onWait,
    run,
    name = 'building the road network',
  }: LockedWork<Result>,
  time: LockTime = REAL_TIME,
): Promise<Result | undefined> {
  const token = `${await nameSpace()} ${process.pid} ${randomUUID()}`;
  if (!(await takeLock(path, token))) {
    if (await isDone()) return undefined;
    onWait();
    if (!(await waitForLock(path, token, { times, isDone, name, time }))) return undefined;
  }
  const stopRenewing = time.repeat(times.lookMs, () => renew(path, time.nowMs()));
  try {
    return (await isDone()) ? undefined : await run(() => renewNow(path));
  } finally {
    stopRenewing();
    if ((await readFile(path, 'utf8').catch(() => '')) === token) await rm(path, { force: true });
  }
}

interface Waiting {
  isDone(): Promise<boolean>;
  readonly name: string;
  readonly times: LockTimes;
  readonly time: LockTime;
}

/** True as soon as the lock is ours, false when the work was done by another process. */
async function waitForLock(
  path: string,
  token: string,
  { times: { lookMs, silenceMs, patienceMs }, isDone, name, time }: Waiting,
): Promise<boolean> {
  let sign: string | undefined;
  let silentMs = 0;
  // Looks are counted, and not the clock read: a process that was itself stopped saw no silence.
  for (let waitedMs = 0; waitedMs < patienceMs; waitedMs += lookMs) {
    const seen = await signOfLife(path);
    silentMs = seen === sign ? silentMs + lookMs : 0;
    sign = seen;
    if (silentMs >= silenceMs || (await hasEnded(path))) await rm(path, { force: true });
    else await time.wait(lookMs);
    if (await takeLock(path, token)) return true;
    if (await isDone()) return false;
  }
  throw new Error(
    `Another process has been ${name} for more than ${patienceMs / 1000} s. If none is, remove ${path}.`,
  );
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

/** Names where the number of a process tells it from all others, in one word. */
async function nameSpace(): Promise<string> {
  // Machines may share a name, and number their containers alike; no two share the name of a start of theirs.
  const start = await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(hostname);
  return `${start.trim()}/${await readlink('/proc/self/ns/pid').catch(() => '')}`;
}

/** Is it known that the process of the holder is no more? */
async function hasEnded(path: string): Promise<boolean> {
  const [space, pid] = (await readFile(path, 'utf8').catch(() => '')).split(' ');
  if (space !== (await nameSpace())) return false;
  try {
    process.kill(Number(pid), 0);
    return false;
  } catch (cause) {
    return (cause as NodeJS.ErrnoException).code === 'ESRCH';
  }
}

/** Something that changes as long as the holder lives; undefined when there is no lock. */
const signOfLife = (path: string) =>
  stat(path).then(
    ({ mtimeMs, ino }) => `${mtimeMs} ${ino}`,
    () => undefined,
  );

/** A lock that is gone needs no sign of life. */
function renew(path: string, nowMs: number): Promise<void> {
  const now = new Date(nowMs);
  return utimes(path, now, now).catch(() => undefined);
}

/** The same for work that lets nothing else run. */
function renewNow(path: string): void {
  try {
    utimesSync(path, new Date(), new Date());
  } catch {
    // As above: the work goes on.
  }
}

const REAL_TIME: LockTime = {
  nowMs: () => Date.now(),
  wait: (delayMs) => sleep(delayMs),
  repeat(everyMs, call) {
    const interval = setInterval(() => void call(), everyMs);
    return () => clearInterval(interval);
  },
};
