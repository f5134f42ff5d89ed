import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Timer } from '../trip/ports.ts';
import { whenOver } from './after-answer.ts';
import type { App } from './framework.ts';

/** The requests that are not over, as `whenOver` understands it. */
export interface RunningCalls {
  readonly list: ReadonlyMap<FastifyReply, FastifyRequest>;
  /** From now on `ring` is called each time that the last one is over, and nothing else. */
  onIdle(ring: () => void): void;
  /** Resolves when none is left, or after `patienceMs`. */
  untilIdle(timer: Timer, patienceMs: number): Promise<void>;
}

/** Watches all requests of an app. */
export function watchRunning(app: App): RunningCalls {
  const list = new Map<FastifyReply, FastifyRequest>();
  let tell = () => {};
  app.addHook('onRequest', (request, reply, done) => {
    list.set(reply, request);
    whenOver(request, reply, () => {
      list.delete(reply);
      if (list.size === 0) tell();
    });
    done();
  });
  return {
    list,
    onIdle(ring) {
      tell = ring;
    },
    async untilIdle(timer, patienceMs) {
      if (list.size === 0) return;
      await new Promise<void>((resolve) => {
        const stopTimer = timer.start(patienceMs, resolve);
        tell = () => {
          stopTimer();
          resolve();
        };
      });
    },
  };
}
