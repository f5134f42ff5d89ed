/** A lock for one process at a time: a file that names the process that works. */
import { createHash, randomUUID } from 'node:crypto';
import { utimesSync } from 'node:fs';
import { readFile, readlink, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';

/** Times of a lock, milliseconds. */
export interface LockTimes {
  /** Time after which a waiting process looks again, and a working process shows that it is alive. */
  readonly lookMs: number;
  /** The lock of a process that has not shown that it is alive for this time is taken over. */
  readonly silenceMs: number;
  /** Time after which a process gives up waiting for a process that is alive; 0: at once. */
  readonly patienceMs: number;
}

export interface LockedWork<Result> {
  /** Called once by a process that has to wait. */
  onWait(): void;
  /** @param live shows that the process is alive, for work that blocks the process. */
  run(live: () => void): Promise<Result>;
  /** Name of the work for the error of a process that waits in vain: `building the road network`. */
  readonly name: string;
}

/** The clock and the timers of a lock. */
export interface LockTime {
  /** Milliseconds since 1970. */
  nowMs(): number;
  wait(delayMs: number): Promise<void>;
  /** Calls again and again every `everyMs` milliseconds. @returns the function that stops it. */
  repeat(everyMs: number, call: () => Promise<void>): () => void;
}

/**
 * Runs work in one process at a time. Others wait for it, and check by themselves what is left to do.
 *
 * A holder on this machine lives as long as its process. Any other holder renews the time of the file to show that it
 * is alive. If a holder is silent but alive, two processes work at the same time, and the work must allow for that.
 *
 * @param path the lock file.
 * @returns the result of the work.
 * @throws Error in one line when another process still works after `patienceMs`.
 */
export async function underLock<Result>(
  path: string,
  times: LockTimes,
  { onWait, run, name }: LockedWork<Result>,
  time: LockTime = REAL_TIME,
): Promise<Result> {
  const token = `${await nameSpace()} ${process.pid} ${(await readProcess('self')).start} ${randomUUID()}`;
  if (!(await takeLock(path, token))) await waitForLock(path, token, { times, onWait, name, time });
  const stopRenewing = time.repeat(times.lookMs, () => renew(path, time.nowMs()));
  try {
    return await run(() => renewNow(path));
  } finally {
    stopRenewing();
    if ((await readFile(path, 'utf8').catch(() => '')) === token) await rm(path, { force: true });
  }
}

interface Waiting extends Omit<LockedWork<unknown>, 'run'> {
  readonly times: LockTimes;
  readonly time: LockTime;
}

/** Resolves as soon as this process has the lock. */
async function waitForLock(
  path: string,
  token: string,
  { times, onWait, name, time }: Waiting,
): Promise<void> {
  const { lookMs, patienceMs } = times;
  const look = watchHolder(path, times);
  // The looks are counted instead of reading the clock: while this process itself was stopped it saw no silence.
  for (let waitedMs = 0; ; waitedMs += lookMs) {
    const { isLive, isGone, held } = await look();
    if (isLive && waitedMs >= patienceMs) throw isHeld(path, name, patienceMs);
    if (isGone && (await takeOver(path, held ?? '', token))) return;
    if (waitedMs === 0) onWait();
    await time.wait(lookMs);
    if (await takeLock(path, token)) return;
  }
}

/** Tells at each look whether the holder is certainly alive, or certainly gone. */
function watchHolder(path: string, { lookMs, silenceMs }: LockTimes) {
  let sign: string | undefined;
  let silentMs = 0;
  return async () => {
    const held = await readFile(path, 'utf8').catch(() => undefined);
    const [holder, seen] = [await lookAtHolder(held ?? ''), await signOfLife(path)];
    const isRenewed = sign !== undefined && seen !== undefined && seen !== sign;
    silentMs = seen === sign ? silentMs + lookMs : 0;
    sign = seen;
    return {
      held,
      isLive: holder === 'alive' || isRenewed,
      isGone: held !== undefined && (holder === 'ended' || silentMs >= silenceMs),
    };
  };
}

function isHeld(path: string, name: string, patienceMs: number): Error {
  const works =
    patienceMs > 0 ? `has been ${name} for more than ${patienceMs / 1000} s` : `is ${name}`;
  return new Error(`Another process ${works}. If none is, remove ${path}.`);
}

/** Takes the lock by creating the file. This fails if the file exists. */
async function takeLock(path: string, token: string): Promise<boolean> {
  try {
    await writeFile(path, token, { flag: 'wx' });
    return true;
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'EEXIST') return false;
    // A full disk leaves an empty file.
    await rm(path, { force: true });
    throw cause;
  }
}

/** A file that is this old beside a lock was left by a process that was killed during the take-over. Milliseconds. */
const LEFT_MS = 10_000;

/** Only one of the processes that find the same dead lock replaces it, and only while the lock is still there. */
async function takeOver(path: string, held: string, token: string): Promise<boolean> {
  const next = `${path}.${createHash('sha256').update(held).digest('hex').slice(0, 16)}`;
  if (!(await takeLock(next, token))) {
    const { mtimeMs } = await stat(next).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }));
    if (Date.now() - mtimeMs > LEFT_MS) await rm(next, { force: true });
    return false;
  }
  const isThere = (await readFile(path, 'utf8').catch(() => undefined)) === held;
  if (isThere) await rename(next, path);
  else await rm(next, { force: true });
  return isThere;
}

/** Names the space in which the number of a process is unique, in one word. */
async function nameSpace(): Promise<string> {
  // Machines may have the same name, and the same numbers of containers. The id of each start of a machine is unique.
  const start = await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(hostname);
  return `${start.trim()}/${await readlink('/proc/self/ns/pid').catch(() => '')}`;
}

/**
 * The state of a process, and its start, in ticks since the start of the machine. A later process with the same number
 * has another start. '': not known.
 */
async function readProcess(pid: string) {
  const line = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // Source: proc_pid_stat(5), fields 3 and 22; the second field is a name in parentheses, which may hold blanks.
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
  return { state: fields[0] ?? '', start: fields[19] ?? '' };
}

/** Does the holder of the lock still run? `unknown`: it may run on another machine or in another container. */
async function lookAtHolder(held: string): Promise<'alive' | 'ended' | 'unknown'> {
  const [space, pid = '', start = ''] = held.split(' ');
  if (space !== (await nameSpace())) return 'unknown';
  const { state, start: started } = await readProcess(pid);
  if (!isProcess(Number(pid)) || /^[ZX]$/.test(state)) return 'ended';
  if (started !== '' && /^\d+$/.test(start)) return started === start ? 'alive' : 'ended';
  // A dead holder in a container and its successor may have the same number.
  return Number(pid) === process.pid ? 'unknown' : 'alive';
}

function isProcess(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (cause) {
    // A process of another user can not be asked, but it is alive.
    return (cause as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

/** A value that changes as long as the holder is alive; undefined: there is no lock. */
const signOfLife = (path: string) =>
  stat(path).then(
    ({ mtimeMs, ino }) => `${mtimeMs} ${ino}`,
    () => undefined,
  );

/** Renews the time of the lock file. Nothing happens if the lock is gone. */
function renew(path: string, nowMs: number): Promise<void> {
  const now = new Date(nowMs);
  return utimes(path, now, now).catch(() => undefined);
}

/** The same for work that blocks the process. */
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
