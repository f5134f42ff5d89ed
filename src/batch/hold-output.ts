import { randomUUID } from 'node:crypto';
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';

/** An output that only this run writes to. */
export interface HeldOutput {
  /** What an earlier run that did not come to its end has noted; `undefined`: there was none. */
  readonly noted: string | undefined;
  /** Notes what the rows are priced with, for a run that has to go on with them. */
  note(text: string): void;
  /** Lets others write. The note goes when the rows are finished, or when none was written. */
  letGo(isFinished: boolean): void;
}

/** What stands in the lock beside an output. */
interface Lock {
  /** The process that holds it; absent: no process does, and the note alone is kept. */
  readonly pid?: number;
  readonly id: string;
  readonly noted?: string;
}

/**
 * Holds an output by a file beside it, `<output>.lock`. That of a process that has ended is taken
 * over, and so is that of our own number, which a dead run in a container had as well.
 *
 * @throws Error with one line when another run holds it.
 */
export function holdOutput(outPath: string): HeldOutput {
  const path = `${outPath}.lock`;
  let mine: Lock = { pid: process.pid, id: randomUUID() };
  if (!create(path, mine)) {
    const left = readLock(path);
    mine = { ...left, ...mine };
    if (left === undefined || isAlive(left.pid) || !takeOver(path, left, mine))
      throw new Error(
        `Another run writes to ${outPath}: wait for it. If none does, remove ${path}.`,
      );
  }
  return {
    noted: mine.noted,
    note(noted) {
      mine = { ...mine, noted };
      replace(path, mine);
    },
    letGo(isFinished) {
      const { pid: _, ...kept } = mine;
      if (isFinished || kept.noted === undefined) rmSync(path, { force: true });
      else replace(path, kept);
    },
  };
}

/** Creating the file is the lock: it fails when the file is there. */
function create(path: string, lock: Lock): boolean {
  try {
    writeFileSync(path, JSON.stringify(lock), { flag: 'wx' });
    return true;
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw cause;
  }
}

/** Of all processes that found the same dead lock only one may replace it, and only while it stands there. */
function takeOver(path: string, left: Lock, mine: Lock): boolean {
  const next = `${path}.${left.id}`;
  if (!create(next, mine)) return false;
  const isThere = readLock(path)?.id === left.id;
  if (isThere) renameSync(next, path);
  else rmSync(next);
  return isThere;
}

function replace(path: string, lock: Lock): void {
  const next = `${path}.${randomUUID()}`;
  writeFileSync(next, JSON.stringify(lock));
  renameSync(next, path);
}

/** `undefined` for what is no lock of ours, or is just being written. */
function readLock(path: string): Lock | undefined {
  try {
    const lock = JSON.parse(readFileSync(path, 'utf8')) as Lock;
    return /^[\w-]+$/.test(lock.id ?? '') ? lock : undefined;
  } catch {
    return undefined;
  }
}

function isAlive(pid: number | undefined): boolean {
  if (pid === undefined || pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (cause) {
    // Another user's process may not be asked, and lives.
    return (cause as NodeJS.ErrnoException).code === 'EPERM';
  }
}
