import pino from 'pino';
import type { OpenTerms } from '../../src/upstream/descriptor.ts';

/** The terms that open a foreign service, with the clock of this machine. */
export const openTerms = (terms: Partial<OpenTerms> = {}): OpenTerms => ({
  log: pino({ level: 'silent' }),
  clock: { now: Date.now },
  nowMs: () => performance.now(),
  ...terms,
});
