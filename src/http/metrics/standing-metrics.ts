/** The state of facts, parts, foreign services and the process. It is asked for when the metrics are read. */
import { AggregatorRegistry, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Services, UpstreamStanding } from '../services.ts';

export interface StandingParts {
  readonly services: Services;
  /** Whether each part is `usable` or not. */
  readonly lookAfterParts: () => Promise<Readonly<Record<string, string>>>;
}

export function publishStanding(registry: Registry, parts: StandingParts): void {
  const { upstreams } = parts.services;
  timeUpstreams(registry, upstreams);
  for (const row of [...listGauges(parts), ...listUpstreamGauges(upstreams)])
    openGauge(row, registry);
}

/** A number, or a number for each value of the labels. */
interface GaugeRow {
  readonly name: string;
  readonly help: string;
  /** Absent: the gauge has no labels. */
  readonly labelNames?: readonly string[];
  /** `[]`: the gauge tells no number. */
  readonly read: () => Readings | Promise<Readings>;
}

type Readings = readonly {
  readonly value: number;
  readonly labels?: Readonly<Record<string, string>>;
}[];

function openGauge({ name, help, labelNames = [], read }: GaugeRow, registry: Registry): void {
  new Gauge({
    name,
    help,
    labelNames,
    registers: [registry],
    async collect() {
      const readings = await read();
      // Without labels `reset` leaves a 0, which `remove` takes away.
      this.reset();
      this.remove({});
      for (const { value, labels = {} } of readings) this.set(labels, value);
    },
  });
}

/** 1 for the current value, 0 for all others. */
const oneOf = (label: string, values: readonly string[], current: string): Readings =>
  values.map((one) => ({ value: one === current ? 1 : 0, labels: { [label]: one } }));

const DAY_S = 24 * 3600;
const PHASES = ['starting', 'serving', 'draining'];
const BREAKER_STATES = ['closed', 'half-open', 'open'];

function listGauges({ services, lookAfterParts }: StandingParts): readonly GaugeRow[] {
  const isOpen = () => services.phase() !== 'starting';
  /** Tells no number while the facts are not open, or where there was no renewal. */
  const ofData =
    (read: (data: Services['data']) => number | undefined): GaugeRow['read'] =>
    () => {
      const value = isOpen() ? read(services.data) : undefined;
      return value === undefined ? [] : [{ value }];
    };
  return [
    {
      name: 'veipris_engine_calls',
      help: 'Calls that the embedded engine is asked for: worked on now, and waiting for their turn.',
      labelNames: ['state'],
      read: () =>
        Object.entries(services.standing()).map(([state, value]) => ({ value, labels: { state } })),
    },
    {
      name: 'veipris_data_info',
      help: 'Always 1; the label names the facts in force.',
      labelNames: ['version'],
      read: () => (isOpen() ? [{ value: 1, labels: { version: services.dataVersion } }] : []),
    },
    {
      name: 'veipris_data_age_seconds',
      help: 'Age of the toll stations in force, in whole Norwegian days.',
      read: ofData(({ ageDays }) => ageDays * DAY_S),
    },
    {
      name: 'veipris_data_problems',
      help: 'Reasons why newer data is not in force.',
      read: ofData(({ problems = [] }) => problems.length),
    },
    {
      name: 'veipris_data_last_renewal_timestamp_seconds',
      help: 'When the last renewal from the road database ended, well or not. Unix time.',
      read: ofData(({ lastRenewal }) => lastRenewal && Date.parse(lastRenewal.at) / 1000),
    },
    {
      name: 'veipris_data_last_renewal_success',
      help: '1 when the last renewal from the road database ended well, else 0.',
      read: ofData(({ lastRenewal }) => lastRenewal && Number(lastRenewal.ok)),
    },
    {
      name: 'veipris_phase',
      help: '1 for the phase that the server is in, else 0.',
      labelNames: ['phase'],
      read: () => oneOf('phase', PHASES, services.phase()),
    },
    {
      name: 'veipris_part_usable',
      help: '1 when the part can be used, else 0.',
      labelNames: ['part'],
      async read() {
        const parts = Object.entries(isOpen() ? await lookAfterParts() : {});
        return parts.map(([part, one]) => ({ value: one === 'usable' ? 1 : 0, labels: { part } }));
      },
    },
  ];
}

function listUpstreamGauges(upstreams: readonly UpstreamStanding[]): readonly GaugeRow[] {
  type State = ReturnType<UpstreamStanding['state']>;
  const ofEach = (read: (state: State) => Readings) => () =>
    upstreams.flatMap(({ name: upstream, state }) =>
      read(state()).map(({ value, labels }) => ({ value, labels: { upstream, ...labels } })),
    );
  return [
    {
      name: 'veipris_upstream_breaker',
      help: '1 for the state that the circuit breaker of a foreign service is in, else 0.',
      labelNames: ['upstream', 'state'],
      read: ofEach(({ breaker }) => oneOf('state', BREAKER_STATES, breaker)),
    },
    {
      name: 'veipris_upstream_calls_left',
      help: 'Calls that the daily allowance of a foreign service leaves this process, by its own count.',
      labelNames: ['upstream'],
      read: ofEach(({ allowance }) => (allowance ? [{ value: allowance.left }] : [])),
    },
    {
      name: 'veipris_upstream_calls_in_flight',
      help: 'Calls to foreign services that have not ended, those that wait for their turn included.',
      labelNames: ['upstream'],
      read: ofEach(({ inFlight }) => [{ value: inFlight }]),
    },
  ];
}

/** Seconds. A call with all its tries takes 12 s at most. */
const BUCKETS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15];

function timeUpstreams(registry: Registry, upstreams: readonly UpstreamStanding[]): void {
  const calls = new Histogram({
    name: 'veipris_upstream_call_duration_seconds',
    help: 'Calls to foreign services with all their tries, by what became of them.',
    labelNames: ['upstream', 'outcome'],
    buckets: BUCKETS,
    registers: [registry],
  });
  for (const { name: upstream, listen } of upstreams)
    listen(({ outcome, durationMs }) => calls.observe({ upstream, outcome }, durationMs / 1000));
}

/** Asks all processes of a server for their metrics. @returns `undefined` when one does not answer. */
export type AskAll = () => Promise<string | undefined>;

/**
 * The metrics of all processes, whichever process is asked. Labels distinguish the processes, because most sums over
 * them mean nothing.
 */
class SharedRegistry extends AggregatorRegistry<typeof Registry.PROMETHEUS_CONTENT_TYPE> {
  private readonly askAll: AskAll;

  constructor(process: number, askAll: AskAll) {
    super();
    this.askAll = askAll;
    this.setDefaultLabels({ process: String(process) });
    AggregatorRegistry.setRegistries(this);
  }

  /** The metrics of this process alone where another does not answer. */
  override async metrics(): Promise<string> {
    return (await this.askAll()) ?? super.metrics();
  }
}

/** The metrics of one of several processes. */
export const openSharedMetrics = (process: number, askAll: AskAll): Registry =>
  aboutProcess(new SharedRegistry(process, askAll));

/**
 * The metrics of the process itself: event-loop lag, memory, processor time, open files, garbage collection. They are
 * opened once per process, because they run a timer of their own.
 */
export const openProcessMetrics = (): Registry => aboutProcess(new Registry());

function aboutProcess(register: Registry): Registry {
  collectDefaultMetrics({ register });
  return register;
}
