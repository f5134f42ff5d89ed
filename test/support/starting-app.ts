import pino from 'pino';
import { buildApp } from '../../src/http/app.ts';
import type { Phase, Services } from '../../src/http/services.ts';
import { memoryAccounts } from './accounts.ts';
import { accessOver, FAKES, NOW } from './app.ts';
import { described } from './contract.ts';
import { jumpingTime } from './time.ts';

/** Services that a server has only when its facts are open. */
const FACTS = ['data', 'dataVersion', 'facts'] as const satisfies (keyof Services)[];

/** A server during its start. Everything that asks for facts fails until `open`. */
export function startingApp(parts: Partial<Services> = {}) {
  let phase: Phase = 'starting';
  const accounts = memoryAccounts();
  const complete = { ...FAKES, ...accessOver(accounts, jumpingTime(NOW)), ...parts };
  const services: Services = { ...complete, phase: () => phase };
  for (const fact of FACTS)
    Object.defineProperty(services, fact, {
      get() {
        if (phase === 'starting') throw new Error(`Nobody may ask for ${fact} yet.`);
        return complete[fact];
      },
    });
  return {
    app: described(buildApp(services, { log: pino({ level: 'silent' }) })),
    used: () => accounts.usedOn('2026-11-20'),
    open() {
      phase = 'serving';
    },
  };
}
