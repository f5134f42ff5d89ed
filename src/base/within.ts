import type { Timer } from './repeat.ts';

/**
 * The result of a piece of work, or `undefined` when it takes longer than `limitMs`. Work that is
 * late goes on unheard; a failure of it in time is passed on.
 */
export async function within<Result>(
  work: Promise<Result>,
  limitMs: number,
  timer: Timer,
): Promise<Result | undefined> {
  let cancel = () => {};
  const late = new Promise<undefined>((resolve) => {
    cancel = timer.start(limitMs, () => resolve(undefined));
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    cancel();
  }
}
