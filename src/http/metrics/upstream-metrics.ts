import { Gauge, Histogram, type Registry } from 'prom-client';
import type { UpstreamStanding } from '../services.ts';

/** Seconds; a call with all its tries takes 12 at most. */
const BUCKETS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15];

const BREAKER_STATES = ['closed', 'half-open', 'open'] as const;

/** Calls to foreign services, and how these stand. */
export function publishUpstreamMetrics(
  registry: Registry,
  upstreams: readonly UpstreamStanding[],
): void {
  const registers = [registry];
  const calls = new Histogram({
    name: 'veipris_upstream_call_duration_seconds',
    help: 'Calls to foreign services with all their tries, by what became of them.',
    labelNames: ['upstream', 'outcome'],
    buckets: BUCKETS,
    registers,
  });
  for (const { name: upstream, listen } of upstreams)
    listen(({ outcome, durationMs }) => calls.observe({ upstream, outcome }, durationMs / 1000));

  new Gauge({
    name: 'veipris_upstream_breaker',
    help: '1 for the state that the circuit breaker of a foreign service is in, else 0.',
    labelNames: ['upstream', 'state'],
    registers,
    collect() {
      for (const { name: upstream, state: standing } of upstreams)
        for (const state of BREAKER_STATES)
          this.set({ upstream, state }, standing().breaker === state ? 1 : 0);
    },
  });
  new Gauge({
    name: 'veipris_upstream_calls_in_flight',
    help: 'Calls to foreign services that have not ended, those that wait for their turn included.',
    labelNames: ['upstream'],
    registers,
    collect() {
      for (const { name: upstream, state } of upstreams) this.set({ upstream }, state().inFlight);
    },
  });
}
