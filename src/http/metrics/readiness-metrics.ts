import { Gauge, type Registry } from 'prom-client';
import type { Parts } from '../readiness.ts';
import type { Phase, Services } from '../services.ts';

const PHASES = ['starting', 'serving', 'draining'] as const satisfies Phase[];

/** In which phase of its life the server is, and whether its parts can be used. */
export function publishReadiness(
  registry: Registry,
  { phase: current }: Pick<Services, 'phase'>,
  lookAfterParts: () => Promise<Parts>,
): void {
  const registers = [registry];
  new Gauge({
    name: 'veipris_phase',
    help: '1 for the phase that the server is in, else 0.',
    labelNames: ['phase'],
    registers,
    collect() {
      for (const phase of PHASES) this.set({ phase }, current() === phase ? 1 : 0);
    },
  });
  new Gauge({
    name: 'veipris_part_usable',
    help: '1 when the part can be used, else 0.',
    labelNames: ['part'],
    registers,
    async collect() {
      if (current() === 'starting') return;
      for (const [part, standing] of Object.entries(await lookAfterParts()))
        this.set({ part }, standing === 'usable' ? 1 : 0);
    },
  });
}
