/** One process at a time: a file that says who works. */
import { createHash, randomUUID } from 'node:crypto';
import { utimesSync } from 'node:fs';
import { readFile, readlink, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';

/** Times of a lock, milliseconds. */
export interface LockTimes {
  /** How often a waiting process looks again, and a working one shows that it lives. */
  readonly lookMs: number;
  /** The lock of a process that has not shown itself for so long is taken over. */
  readonly silenceMs: number;
  /** A process gives up waiting for one that lives after so long; 0: at once. */
  readonly patienceMs: number;
}

export interface LockedWork<Result> {
  /** Called once by a process that has to wait. */
  onWait(): void;
  /** @param live shows that the process lives, for work that keeps it from all else. */
  run(live: () => void): Promise<Result>;
  /** Stands in the error of a process that waits in vain: `building the road network`. */
  readonly name: string;
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
 * Runs work in one process at a time: others wait for it, and look by themselves what is left to do.
 *
 * A holder on this machine lives as long as its process. Whether any other lives is told by the file's time, which it
 * renews. Should a holder be silent and yet alive, two work at once; the work must bear that.
 *
 * @param path the lock file.
 * @returns what the work gives.
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

/** Ends as soon as the lock is ours. */
async function waitForLock(
  path: string,
  token: string,
  { times, onWait, name, time }: Waiting,
): Promise<void> {
  const { lookMs, patienceMs } = times;
  const look = watchHolder(path, times);
  // Looks are counted, and not the clock read: a process that was itself stopped saw no silence.
  for (let waitedMs = 0; ; waitedMs += lookMs) {
    const { isLive, isGone, held } = await look();
    if (isLive && waitedMs >= patienceMs) throw isHeld(path, name, patienceMs);
    if (isGone && (await takeOver(path, held ?? '', token))) return;
    if (waitedMs === 0) onWait();
    await time.wait(lookMs);
    if (await takeLock(path, token)) return;
  }
}

/** Tells at each look whether the holder is known to live, or to be gone. */
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

/** Creating the file is the lock: it fails when the file is there. */
async function takeLock(path: string, token: string): Promise<boolean> {
  try {
    await writeFile(path, token, { flag: 'wx' });
    return true;
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'EEXIST') return false;
    // A full disk leaves an empty one.
    await rm(path, { force: true });
    throw cause;
  }
}

/** What lies beside a lock for so long was left by a process that was killed in that moment. Milliseconds. */
const LEFT_MS = 10_000;

/** Of all processes that find the same dead lock one alone replaces it, and only while it stands there. */
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

/** Names where the number of a process tells it from all others, in one word. */
async function nameSpace(): Promise<string> {
  // Machines may share a name, and number their containers alike; no two share the name of a start of theirs.
  const start = await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(hostname);
  return `${start.trim()}/${await readlink('/proc/self/ns/pid').catch(() => '')}`;
}

/**
 * The state of a process, and when it was started, in ticks since the machine was: a later one with its number has another
 * start. '' where none tells.
 */
async function readProcess(pid: string) {
  const line = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // Source: proc_pid_stat(5), fields 3 and 22; the second field is a name in parentheses, which may hold blanks.
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
  return { state: fields[0] ?? '', start: fields[19] ?? '' };
}

/** Does the process that holds the lock still run? `unknown`: it may run on another machine or in another container. */
async function lookAtHolder(held: string): Promise<'alive' | 'ended' | 'unknown'> {
  const [space, pid = '', start = ''] = held.split(' ');
  if (space !== (await nameSpace())) return 'unknown';
  const { state, start: started } = await readProcess(pid);
  if (!isProcess(Number(pid)) || /^[ZX]$/.test(state)) return 'ended';
  if (started !== '' && /^\d+$/.test(start)) return started === start ? 'alive' : 'ended';
  // A dead holder in a container, and its successor, have the same number.
  return Number(pid) === process.pid ? 'unknown' : 'alive';
}

function isProcess(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (cause) {
    // The process of another user may not be asked, and lives.
    return (cause as NodeJS.ErrnoException).code !== 'ESRCH';
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
