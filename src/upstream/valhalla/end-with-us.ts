import type { Timer } from '../../trip/ports.ts';

/** A process that may be killed. */
export interface Mortal {
  kill(signal: 'SIGKILL'): unknown;
  once(event: 'exit', listener: () => void): unknown;
}

/** Processes of ours that have not ended. */
const alive = new Set<Mortal>();
let isSworn = false;

/** It is gone when this process ends by itself: one that is stopped would not hear of that. */
export function endWithUs(child: Mortal): void {
  alive.add(child);
  child.once('exit', () => alive.delete(child));
  if (isSworn) return;
  isSworn = true;
  process.once('exit', () => {
    for (const one of alive) one.kill('SIGKILL');
  });
}

/** It was told to end; it is killed when it has not done so after a while. */
export function killLater(child: Mortal, timer: Timer, afterMs: number): void {
  const stopTimer = timer.start(afterMs, () => child.kill('SIGKILL'));
  child.once('exit', stopTimer);
}
