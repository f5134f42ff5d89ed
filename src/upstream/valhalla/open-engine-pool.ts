import { availableParallelism } from 'node:os';
import type { Timer } from '../../trip/ports.ts';
import { type EngineProcess, openEngineProcess } from './open-engine-process.ts';

/** Engines in so many processes of their own: a question goes to the one with the least to do. */
export function openEnginePool(settings: string, processes: number, timer: Timer): EngineProcess {
  const threads = Math.max(1, Math.ceil(availableParallelism() / processes));
  const all = Array.from({ length: processes }, () =>
    openEngineProcess(settings, { threads, timer }),
  );
  const leastBusy = (): EngineProcess =>
    all.reduce((least, one) => (one.inFlight() < least.inFlight() ? one : least));
  return {
    ask: (question) => leastBusy().ask(question),
    inFlight: () => all.reduce((sum, one) => sum + one.inFlight(), 0),
    close() {
      for (const one of all) one.close();
    },
  };
}
