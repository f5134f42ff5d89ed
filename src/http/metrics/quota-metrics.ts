import { Counter, type Registry } from 'prom-client';
import type { CountedAnswer } from './metrics.ts';

/** The faults by which a call is refused before its work. */
const REFUSALS = ['quota_exceeded', 'rate_limited'] as const;

/** Calls that were counted, credited and refused, of all accounts together. */
export function openQuotaMetrics(registry: Registry): (answer: CountedAnswer) => void {
  const registers = [registry];
  const counted = new Counter({
    name: 'veipris_quota_counted_calls_total',
    help: 'Calls that were counted and stay so.',
    registers,
  });
  const credits = new Counter({
    name: 'veipris_quota_credits_total',
    help: 'Calls that were counted and are credited, because we did not answer them.',
    registers,
  });
  const refusals = new Counter({
    name: 'veipris_quota_refusals_total',
    help: 'Calls that were refused with 429.',
    labelNames: ['error'],
    registers,
  });
  // A rise can only be seen from a value that was there before.
  for (const error of REFUSALS) refusals.inc({ error }, 0);

  return ({ quota, fault }) => {
    if (quota === 'counted') counted.inc();
    if (quota === 'credited' || quota === 'owed') credits.inc();
    const error = REFUSALS.find((code) => code === fault);
    if (error !== undefined) refusals.inc({ error });
  };
}
