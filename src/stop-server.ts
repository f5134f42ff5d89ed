import { DRAIN_TIMES } from './http/drain.ts';
import type { Phase } from './http/services.ts';
import type { Timer } from './trip/ports.ts';

/** What is stopped, in this order. */
export interface Stoppable {
  phase(): Phase;
  /** From now on `ready` says that calls should go elsewhere. */
  drain(): void;
  /** Takes no connections any more, and settles when all calls are answered. */
  closeApp(): Promise<unknown>;
  closeRest(): Promise<void>;
}

/**
 * Stops a server without owing anybody. On SIGTERM it first goes on for a moment: a proxy that
 * watches `ready` sends nothing any more when connections are refused. Who stops it at a terminal
 * does not wait for that, and nobody is sent to a server that was only starting.
 */
export async function stopServer(
  { phase, drain, closeApp, closeRest }: Stoppable,
  signal: string | undefined,
  timer: Timer,
): Promise<void> {
  const isWatched = phase() === 'serving' && signal === 'SIGTERM';
  drain();
  if (isWatched)
    await new Promise<void>((resolve) => void timer.start(DRAIN_TIMES.noticeMs, resolve));
  await closeApp();
  await closeRest();
}
