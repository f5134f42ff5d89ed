import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type LockTimes, underBuildLock } from '../../network/build-lock.ts';
import type { RenewalParts } from './renewal-parts.ts';

/** A renewal takes minutes at most; whoever runs it shows every second that he lives. */
const LOCK_TIMES: LockTimes = { lookMs: 1000, silenceMs: 15_000, patienceMs: 15 * 60_000 };

/** Runs what renews the data of a home in one process at a time: others wait for it. */
export async function underRenewalLock<Result>(
  { folders: { home }, onProgress }: Pick<RenewalParts, 'folders' | 'onProgress'>,
  work: () => Promise<Result>,
): Promise<Result> {
  await mkdir(join(home, 'data'), { recursive: true });
  let done: { readonly result: Result } | undefined;
  await underBuildLock(join(home, 'data', 'renew.lock'), LOCK_TIMES, {
    name: 'renewing the data',
    isDone: async () => false,
    onWait: () => onProgress('waiting for another process that renews the data'),
    async run() {
      done = { result: await work() };
    },
  });
  if (done === undefined) throw new Error('Expected the renewal to have run.');
  return done.result;
}
