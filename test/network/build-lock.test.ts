import { spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { access, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { underBuildLock } from '../../src/network/build-lock.ts';

const TIMES = { lookMs: 5, silenceMs: 50, patienceMs: 60_000 };
const never = async () => false;

let root: string;
let lock: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'veipris-lock-'));
  lock = join(root, 'build.lock');
});
afterEach(() => rm(root, { recursive: true, force: true }));

const isThere = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );

/** Work that ends when told to, and says when it has begun. */
function slowWork() {
  const work = new EventEmitter();
  const begun = once(work, 'begun');
  const run = async () => {
    const ended = once(work, 'end');
    work.emit('begun');
    await ended;
  };
  return { run, begun, end: () => work.emit('end') };
}

test('the work is done, and the lock is gone afterwards', async () => {
  let seen = false;
  await underBuildLock(lock, TIMES, {
    isDone: never,
    run: async () => {
      seen = await isThere(lock);
    },
  });
  expect(seen).toBe(true);
  expect(await isThere(lock)).toBe(false);
});

test('the lock is gone after work that failed, too', async () => {
  const run = () => Promise.reject(new Error('broken'));
  await expect(underBuildLock(lock, TIMES, { isDone: never, run })).rejects.toThrow('broken');
  expect(await isThere(lock)).toBe(false);
});

test('work that is done already is not done again', async () => {
  const run = () => Promise.reject(new Error('done twice'));
  await underBuildLock(lock, TIMES, { isDone: async () => true, run });
});

test('who comes second waits, and does nothing when the first has done it', async () => {
  const first = slowWork();
  let done = false;
  const isDone = async () => done;
  const firstEnds = underBuildLock(lock, TIMES, { isDone, run: first.run });
  await first.begun;
  const run = () => Promise.reject(new Error('done twice'));
  const secondEnds = underBuildLock(lock, TIMES, { isDone, run });
  done = true;
  await secondEnds;
  first.end();
  await firstEnds;
});

test('who comes second works when the first has failed', async () => {
  const first = slowWork();
  const firstEnds = underBuildLock(lock, TIMES, { isDone: never, run: first.run });
  await first.begun;
  const second = slowWork();
  const secondEnds = underBuildLock(lock, TIMES, { isDone: never, run: second.run });
  first.end();
  await second.begun;
  second.end();
  await Promise.all([firstEnds, secondEnds]);
});

test('a holder that shows that it lives keeps the lock, however long it works', async () => {
  const first = slowWork();
  const firstEnds = underBuildLock(lock, TIMES, { isDone: never, run: first.run });
  await first.begun;
  const second = underBuildLock(
    lock,
    { ...TIMES, patienceMs: 300 },
    { isDone: never, run: () => Promise.reject(new Error('two at once')) },
  );
  await expect(second).rejects.toThrow(
    `Another process has been building the road network for more than 0.3 s. If none is, remove ${lock}.`,
  );
  first.end();
  await firstEnds;
});

test('the lock of a process that was killed is taken over', async () => {
  const code = `
    import { underBuildLock } from ${JSON.stringify(join(import.meta.dirname, '../../src/network/build-lock.ts'))};
    const run = () => { process.stdout.write('holds'); return new Promise(() => {}); };
    await underBuildLock(${JSON.stringify(lock)}, ${JSON.stringify(TIMES)}, { isDone: async () => false, run });
  `;
  const holder = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', code]);
  await once(holder.stdout, 'data');
  holder.kill('SIGKILL');
  await once(holder, 'exit');
  expect(await isThere(lock)).toBe(true);
  let worked = false;
  await underBuildLock(lock, TIMES, {
    isDone: never,
    run: async () => {
      worked = true;
    },
  });
  expect(worked).toBe(true);
});

test('a left lock with the number of this very process is taken over, as in a container', async () => {
  await writeFile(lock, `${process.pid} left-behind`);
  let worked = false;
  await underBuildLock(lock, TIMES, {
    isDone: never,
    run: async () => {
      worked = true;
    },
  });
  expect(worked).toBe(true);
});

test('a holder whose lock was taken over leaves the lock of its successor alone', async () => {
  const first = slowWork();
  const firstEnds = underBuildLock(lock, TIMES, { isDone: never, run: first.run });
  await first.begun;
  await writeFile(lock, 'of another');
  first.end();
  await firstEnds;
  expect(await readFile(lock, 'utf8')).toBe('of another');
});

test('a folder that is not there is an error, not a wait', async () => {
  const path = join(root, 'missing', 'build.lock');
  const work = { isDone: never, run: async () => {} };
  await expect(underBuildLock(path, TIMES, work)).rejects.toThrow('ENOENT');
});
