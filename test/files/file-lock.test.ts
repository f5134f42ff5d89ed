import { spawn, spawnSync } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { beforeEach, expect, test, vi } from 'vitest';
import { type LockedWork, underLock } from '../../src/files/file-lock.ts';
import { builtPart } from '../support/built-program.ts';
import { tempHome } from '../support/temp-home.ts';

const TIMES = { lookMs: 200, patienceMs: Number.POSITIVE_INFINITY };
const AT_ONCE = { ...TIMES, patienceMs: 0 };

/** A turn of the thread in place of a wait: no test depends on the speed of a machine. */
const wait = () => new Promise(setImmediate);

/** Runs work under the lock of the test. */
const hold = (
  work: Pick<LockedWork<void>, 'run'> & Partial<LockedWork<void>>,
  times = TIMES,
  waitFor: (delayMs: number) => Promise<unknown> = wait,
) => underLock(lock, times, { name: 'building', ...work }, waitFor);

let lock: string;
beforeEach(() => {
  lock = join(tempHome(), 'build.lock');
});

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
  await hold({
    run: async () => {
      seen = existsSync(lock);
    },
  });
  expect([seen, existsSync(lock)]).toEqual([true, false]);
});

test('the lock is gone after work that failed, too', async () => {
  const run = () => Promise.reject(new Error('broken'));
  await expect(hold({ run })).rejects.toThrow('broken');
  expect(existsSync(lock)).toBe(false);
});

test('who comes second says so once, and works when the first has ended', async () => {
  const first = slowWork();
  const firstEnds = hold({ run: first.run });
  await first.begun;
  let [looks, said, worked] = [0, 0, 0];
  const onWait = () => {
    said++;
  };
  const run = async () => {
    worked = looks;
  };
  await hold({ onWait, run }, TIMES, async () => {
    if (++looks < 5) return;
    first.end();
    await firstEnds;
  });
  expect([looks, said, worked]).toEqual([5, 1, 5]);
});

test('who need not wait does not say so', async () => {
  const onWait = () => {
    throw new Error('said that it waits');
  };
  await hold({ onWait, run: async () => {} });
});

test.each([
  ['at once', 0, 0, 'Another process is building.'],
  ['after a minute', 60_000, 300, 'Another process has been building for more than 60 s.'],
])('who waits in vain gives up %s', async (_, patienceMs, looks, message) => {
  const first = slowWork();
  const firstEnds = hold({ run: first.run });
  await first.begun;
  const run = () => Promise.reject(new Error('two at once'));
  let looked = 0;
  const second = hold({ run }, { ...TIMES, patienceMs }, async () => {
    looked++;
  });
  await expect(second).rejects.toThrow(message);
  expect(looked).toBe(looks);
  first.end();
  await firstEnds;
});

/** Work of another process under the lock. */
const codeOf = (run: string, times: object = TIMES) => `
  import { underLock } from ${JSON.stringify(builtPart('file-lock'))};
  const run = async () => { process.stdout.write('holds'); ${run} };
  await underLock(${JSON.stringify(lock)}, ${JSON.stringify(times)}, { name: 'building', run });
`;
const ofModule = (code: string) => ['--input-type=module', '-e', code];

/** Another process that has the lock. */
async function startHolder() {
  const code = codeOf('setInterval(() => {}, 1e6); await new Promise(() => {});');
  const holder = spawn(process.execPath, ofModule(code));
  await once(holder.stdout, 'data');
  return holder;
}

test('a process that lives keeps the lock, also when it is stopped; of one that was killed it is free', async () => {
  const holder = await startHolder();
  const run = () => Promise.reject(new Error('two at once'));
  await expect(hold({ run }, AT_ONCE)).rejects.toThrow('Another process is building.');
  holder.kill('SIGSTOP');
  await expect(hold({ run }, AT_ONCE)).rejects.toThrow('Another process is building.');
  holder.kill('SIGKILL');
  await once(holder, 'exit');
  expect(existsSync(lock)).toBe(true);
  let worked = false;
  await hold(
    {
      run: async () => {
        worked = true;
      },
    },
    AT_ONCE,
  );
  expect(worked).toBe(true);
});

test('a process that looks at its own lock keeps it', async () => {
  const never = () => Promise.reject(new Error('two at once'));
  await hold({
    run: async () => {
      await expect(hold({ run: never }, AT_ONCE)).rejects.toThrow('Another process is building.');
      const other = spawnSync(process.execPath, ofModule(codeOf('', AT_ONCE)), {
        encoding: 'utf8',
      });
      expect([other.stdout, other.stderr]).toEqual(['', expect.stringContaining('is building.')]);
    },
  });
});

test('without the binaries of SQLite, which are optional, the work is done all the same', async () => {
  vi.doMock('libsql', () => Promise.reject(new Error('Cannot find module')));
  let worked = false;
  await hold({
    run: async () => {
      worked = true;
    },
  });
  vi.doUnmock('libsql');
  expect([worked, existsSync(lock)]).toEqual([true, false]);
});

test('of many that come while others end one alone works at a time', async () => {
  let [working, most, ended] = [0, 0, 0];
  const run = async () => {
    most = Math.max(most, ++working);
    await wait();
    working -= 1;
    ended += 1;
  };
  await Promise.all(Array.from({ length: 20 }, () => hold({ run })));
  expect([most, ended]).toEqual([1, 20]);
});

test('nothing but the lock file itself is made, so what removes it ends all of it', async () => {
  let seen: string[] = [];
  await hold({
    run: async () => {
      seen = readdirSync(dirname(lock));
    },
  });
  expect([seen, readdirSync(dirname(lock))]).toEqual([['build.lock'], []]);
});

test.each(['a note of somebody', 'the long text of a lock of an earlier version\n'.repeat(9)])(
  'a file that is no lock is named and left as it is: %j',
  async (text) => {
    await writeFile(lock, text);
    await expect(hold({ run: async () => {} })).rejects.toThrow(`${lock} is not a lock`);
    expect(await readFile(lock, 'utf8')).toBe(text);
  },
);

test('a folder that is not there is an error, not a wait', async () => {
  lock = join(lock, 'missing', 'build.lock');
  await expect(hold({ run: async () => {} })).rejects.toThrow(/ENOENT|ENOTDIR/);
});
