import { Counter, Gauge, type Registry } from 'prom-client';
import type { Services } from '../services.ts';
import type { CountedAnswer } from './metrics.ts';

/** Calls that need the engine: those that are worked on or wait, and those that were refused. */
export function openLoadMetrics(
  registry: Registry,
  { standing }: Pick<Services, 'standing'>,
): (answer: Pick<CountedAnswer, 'fault'>) => void {
  const registers = [registry];
  new Gauge({
    name: 'veipris_engine_calls',
    help: 'Calls that the embedded engine is asked for: worked on now, and waiting for their turn.',
    labelNames: ['state'],
    registers,
    collect() {
      const { running, waiting } = standing();
      this.set({ state: 'running' }, running);
      this.set({ state: 'waiting' }, waiting);
    },
  });
  const shed = new Counter({
    name: 'veipris_shed_calls_total',
    help: 'Calls that were refused with 503 because there were too many; never counted.',
    registers,
  });
  return ({ fault }) => {
    if (fault === 'overloaded') shed.inc();
  };
}
