import { spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { access, cp, readFile, readlink, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { type LockedWork, type LockTime, underLock } from '../../src/files/file-lock.ts';
import { builtPart } from '../support/built-program.ts';
import { tempHome } from '../support/temp-home.ts';

const TIMES = { lookMs: 200, silenceMs: 4000, patienceMs: Number.POSITIVE_INFINITY };

/** A time that passes only while somebody waits in it: no test depends on the speed of a machine. */
function waitedTime(): LockTime {
  let nowMs = Date.parse('2026-11-20T12:00:00Z');
  const repeats = new Set<() => Promise<void>>();
  return {
    nowMs: () => nowMs,
    // All waits and repeats of these tests are one look long.
    wait: async (delayMs) => {
      nowMs += delayMs;
      await Promise.all([...repeats].map((call) => call()));
    },
    repeat: (_everyMs, call) => {
      repeats.add(call);
      return () => repeats.delete(call);
    },
  };
}

/** Runs work under the lock of the test. */
const hold = (
  time: LockTime,
  work: Pick<LockedWork<void>, 'run'> & Partial<LockedWork<void>>,
  times = TIMES,
) => underLock(lock, times, { onWait: () => {}, name: 'building', ...work }, time);

let root: string;
let lock: string;
let time: LockTime;
beforeEach(() => {
  time = waitedTime();
  root = tempHome();
  lock = join(root, 'build.lock');
});

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
  await hold(time, {
    run: async () => {
      seen = await isThere(lock);
    },
  });
  expect(seen).toBe(true);
  expect(await isThere(lock)).toBe(false);
});

test('the lock is gone after work that failed, too', async () => {
  const run = () => Promise.reject(new Error('broken'));
  await expect(hold(time, { run })).rejects.toThrow('broken');
  expect(await isThere(lock)).toBe(false);
});

test('who comes second says so once, and works when the first has ended', async () => {
  const first = slowWork();
  const firstEnds = hold(time, { run: first.run });
  await first.begun;
  let [looks, said] = [0, 0];
  const wait = async (delayMs: number) => {
    await time.wait(delayMs);
    if (++looks < 5) return;
    first.end();
    await firstEnds;
  };
  await hold(
    { ...time, wait },
    {
      onWait: () => {
        said++;
      },
      run: async () => {
        expect(looks).toBe(5);
      },
    },
  );
  expect([looks, said]).toEqual([5, 1]);
});

test('who need not wait does not say so', async () => {
  const onWait = () => {
    throw new Error('said that it waits');
  };
  await hold(time, { onWait, run: async () => {} });
});

test('who comes second works when the first has failed', async () => {
  const first = slowWork();
  const firstEnds = hold(time, { run: first.run });
  await first.begun;
  const second = slowWork();
  const secondEnds = hold(time, { run: second.run });
  first.end();
  await second.begun;
  second.end();
  await Promise.all([firstEnds, secondEnds]);
});

test('a holder that shows that it lives keeps the lock, however long it works', async () => {
  const first = slowWork();
  const firstEnds = hold(time, { run: first.run });
  await first.begun;
  const run = () => Promise.reject(new Error('two at once'));
  await expect(hold(time, { run }, { ...TIMES, patienceMs: 60_000 })).rejects.toThrow(
    `Another process has been building for more than 60 s. If none is, remove ${lock}.`,
  );
  first.end();
  await firstEnds;
});

test('the lock of a process of this machine that was killed is taken over at once', async () => {
  const code = `
    import { underLock } from ${JSON.stringify(builtPart('file-lock'))};
    const run = () => { process.stdout.write('holds'); return new Promise(() => {}); };
    await underLock(${JSON.stringify(lock)}, ${JSON.stringify(TIMES)}, { name: 'building', onWait() {}, run });
  `;
  const holder = spawn(process.execPath, ['--input-type=module', '-e', code]);
  await once(holder.stdout, 'data');
  holder.kill('SIGKILL');
  await once(holder, 'exit');
  expect(await isThere(lock)).toBe(true);
  const beganMs = time.nowMs();
  expect(await takeOver()).toBe(true);
  expect(time.nowMs()).toBe(beganMs);
});

test('a left lock with the number of this very process is taken over, as in a container', async () => {
  await hold(time, { run: async () => cp(lock, `${lock}.left`) });
  await rename(`${lock}.left`, lock);
  expect(await takeOver()).toBe(true);
});

const AT_ONCE = { ...TIMES, patienceMs: 0 };

test('work that does not wait is refused at once while the process of the holder lives', async () => {
  const first = slowWork();
  const firstEnds = hold(time, { run: first.run });
  await first.begun;
  const beganMs = time.nowMs();
  const run = () => Promise.reject(new Error('two at once'));
  await expect(hold(time, { run }, AT_ONCE)).rejects.toThrow(
    `Another process is building. If none is, remove ${lock}.`,
  );
  expect(time.nowMs()).toBe(beganMs);
  first.end();
  await firstEnds;
});

test('the same work is refused when a holder elsewhere shows that it lives, and done when it does not', async () => {
  const run = () => Promise.reject(new Error('two at once'));
  await writeFile(lock, 'of another machine');
  const stop = time.repeat(TIMES.lookMs, async () => {
    const now = new Date(time.nowMs());
    await utimes(lock, now, now);
  });
  await expect(hold(time, { run }, AT_ONCE)).rejects.toThrow('Another process is building.');
  stop();
  const beganMs = time.nowMs();
  expect(await takeOver(AT_ONCE)).toBe(true);
  expect(time.nowMs() - beganMs).toBeGreaterThanOrEqual(TIMES.silenceMs);
});

test('a process that has the number of a dead holder, and was started later, does not hold its lock', async () => {
  await hold(time, { run: async () => cp(lock, `${lock}.left`) });
  const [space, pid, , id] = (await readFile(`${lock}.left`, 'utf8')).split(' ');
  // Nothing else was started with the machine.
  await writeFile(lock, `${space} ${pid} 1 ${id}`);
  const beganMs = time.nowMs();
  expect(await takeOver(AT_ONCE)).toBe(true);
  expect(time.nowMs()).toBe(beganMs);
});

test('of many that find the same dead lock one alone works at a time', async () => {
  const [first, second] = [waitedTime(), waitedTime()];
  await hold(time, { run: async () => cp(lock, `${lock}.left`) });
  const [space, pid, , id] = (await readFile(`${lock}.left`, 'utf8')).split(' ');
  for (let round = 0; round < 50; round++) {
    await writeFile(lock, `${space} ${pid} 1 ${id}`);
    let [working, most] = [0, 0];
    const run = async () => {
      most = Math.max(most, ++working);
      await new Promise(setImmediate);
      working -= 1;
    };
    await Promise.all([hold(first, { run }), hold(second, { run })]);
    expect(most).toBe(1);
  }
});

/** No system gives so high a number. */
const NO_PROCESS = 999_999_999;

test.each([
  ['of which nothing is known', async () => 'left behind'],
  ['of an earlier release', async () => `${NO_PROCESS} left-behind`],
  [
    'of another machine with the name of this one',
    async () => {
      const container = await readlink('/proc/self/ns/pid').catch(() => 'pid:[4026531836]');
      return `${hostname()}/${container} ${NO_PROCESS} left-behind`;
    },
  ],
])('a lock %s is taken over after four seconds of silence, not before', async (_, tokenOf) => {
  await writeFile(lock, await tokenOf());
  const beganMs = time.nowMs();
  await takeOver();
  const silentMs = time.nowMs() - beganMs;
  expect(silentMs).toBeGreaterThanOrEqual(TIMES.silenceMs);
  expect(silentMs).toBeLessThanOrEqual(TIMES.silenceMs + 2 * TIMES.lookMs);
});

test('a holder whose lock was taken over leaves the lock of its successor alone', async () => {
  const first = slowWork();
  const firstEnds = hold(time, { run: first.run });
  await first.begun;
  await writeFile(lock, 'of another');
  first.end();
  await firstEnds;
  expect(await readFile(lock, 'utf8')).toBe('of another');
});

test('work whose lock was removed goes on to its end', async () => {
  let isDone = false;
  await hold(time, {
    run: async (live) => {
      await rm(lock);
      live();
      isDone = true;
    },
  });
  expect(isDone).toBe(true);
});

test('a folder that is not there is an error, not a wait', async () => {
  lock = join(root, 'missing', 'build.lock');
  await expect(hold(time, { run: async () => {} })).rejects.toThrow('ENOENT');
});

/** Does the work of a lock that nobody holds any more; true when it was done. */
async function takeOver(times = TIMES): Promise<boolean> {
  let worked = false;
  await hold(
    time,
    {
      run: async () => {
        worked = true;
      },
    },
    times,
  );
  return worked;
}
