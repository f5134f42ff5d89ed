import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Parts } from '../readiness.ts';
import type { Phase, Services, UpstreamStanding } from '../services.ts';

const DAY_S = 24 * 3600;

/** Which facts are in force, how old they are, and how their last renewal ended. */
export function publishDataMetrics(registry: Registry, services: Services): void {
  const registers = [registry];
  const isOpen = () => services.phase() !== 'starting';

  new Gauge({
    name: 'veipris_data_info',
    help: 'Always 1; the label names the facts in force.',
    labelNames: ['version'],
    registers,
    collect() {
      this.reset();
      if (isOpen()) this.set({ version: services.dataVersion }, 1);
    },
  });
  new Gauge({
    name: 'veipris_data_age_seconds',
    help: 'Age of the toll stations in force, in whole Norwegian days.',
    registers,
    collect() {
      this.remove();
      if (isOpen()) this.set(services.data.ageDays * DAY_S);
    },
  });
  new Gauge({
    name: 'veipris_data_problems',
    help: 'Reasons why newer data is not in force.',
    registers,
    collect() {
      this.remove();
      if (isOpen()) this.set(services.data.problems?.length ?? 0);
    },
  });
  publishRenewals(registry, () => (isOpen() ? services.data.lastRenewal : undefined));
}

interface Renewal {
  /** RFC 3339. */
  readonly at: string;
  readonly ok: boolean;
}

/** Nothing is said of a renewal that there was not. */
function publishRenewals(registry: Registry, last: () => Renewal | undefined): void {
  const registers = [registry];
  new Gauge({
    name: 'veipris_data_last_renewal_timestamp_seconds',
    help: 'When the last renewal from the road database ended, well or not. Unix time.',
    registers,
    collect() {
      this.remove();
      const renewal = last();
      if (renewal !== undefined) this.set(Date.parse(renewal.at) / 1000);
    },
  });
  new Gauge({
    name: 'veipris_data_last_renewal_success',
    help: '1 when the last renewal from the road database ended well, else 0.',
    registers,
    collect() {
      this.remove();
      const renewal = last();
      if (renewal !== undefined) this.set(renewal.ok ? 1 : 0);
    },
  });
}

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
    name: 'veipris_upstream_calls_left',
    help: 'Calls that the daily allowance of a foreign service leaves this process, by its own count.',
    labelNames: ['upstream'],
    registers,
    collect() {
      for (const { name: upstream, state } of upstreams) {
        const { allowance } = state();
        if (allowance !== undefined) this.set({ upstream }, allowance.left);
      }
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

/**
 * What the process tells of itself: event-loop lag, memory, processor time, open files, garbage
 * collection. Once per process: looking takes a timer of its own.
 */
export function openProcessMetrics(): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return registry;
}
