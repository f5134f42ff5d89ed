import { Counter, Histogram, Registry } from 'prom-client';
import { type Call, type StageWatch, timesOf } from '../call/call.ts';
import { publishStanding, type StandingParts } from './standing-metrics.ts';

/** Counts and times the requests that are answered. */
export interface Metrics {
  /** The text that Prometheus reads. */
  print(): Promise<string>;
  /** Media type of that text. */
  readonly type: string;
  countAnswer(answer: CountedAnswer): void;
}

/** The facts about an answer that metrics and log record. */
export interface CountedAnswer
  extends Readonly<Pick<Call, 'isFallback' | 'isTollUnread' | 'newAccount' | 'fault'>>,
    Pick<StageWatch, 'stagesMs'> {
  /** The pattern of the address, never the address itself; absent: no endpoint. */
  readonly endpoint?: string | undefined;
  readonly status: number;
  readonly durationMs: number;
  readonly quota: QuotaOutcome;
}

/**
 * `owed`: the call is to be credited, and the database has not taken the credit yet; `none`: the call was never
 * counted.
 */
export type QuotaOutcome = 'counted' | 'credited' | 'owed' | 'none';

/**
 * Opens all metrics. The state of facts, parts and services is asked for when the metrics are read.
 *
 * @param registry keeps all metrics; absent: a new one.
 */
export function openMetrics(parts: StandingParts, registry = new Registry()): Metrics {
  const timeAnswer = openTimes(registry);
  const counts = COUNTERS.map((counter) => openCounter(counter, registry));
  publishStanding(registry, parts);
  return {
    print: () => registry.metrics(),
    type: registry.contentType,
    countAnswer(answer) {
      timeAnswer(answer);
      for (const count of counts) count(answer);
    },
  };
}

/** Seconds. The last one is the deadline of a call. */
const REQUEST_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15];
const STAGE_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** The label that all unknown addresses share, because strangers must not be able to make new labels. */
const NO_ENDPOINT = 'none';

/** Durations of requests and of their stages. */
function openTimes(registry: Registry): (answer: CountedAnswer) => void {
  const registers = [registry];
  const requests = new Histogram({
    name: 'veipris_http_request_duration_seconds',
    help: 'From the arrival of a request to the end of its answer. 499: the caller left.',
    labelNames: ['endpoint', 'status'],
    buckets: REQUEST_BUCKETS,
    registers,
  });
  const stages = new Histogram({
    name: 'veipris_stage_duration_seconds',
    help: 'What requests were busy with.',
    labelNames: ['endpoint', 'stage'],
    buckets: STAGE_BUCKETS,
    registers,
  });
  return ({ endpoint = NO_ENDPOINT, status, durationMs, stagesMs }) => {
    requests.observe({ endpoint, status: String(status) }, durationMs / 1000);
    for (const [stage, ms] of timesOf({ stagesMs })) stages.observe({ endpoint, stage }, ms / 1000);
  };
}

/** A counter of answers. */
interface CounterRow {
  readonly name: string;
  readonly help: string;
  /** Whether an answer counts; for a counter with a label, the value that it counts by. */
  readonly of: (answer: CountedAnswer) => boolean | string | undefined;
  /**
   * A label with all its values. All of them start at 0: a rise can only be seen from a value that was there before.
   */
  readonly label?: readonly [name: string, values: readonly string[]];
}

/** The counters. Each counts all accounts together. */
const COUNTERS: readonly CounterRow[] = [
  {
    name: 'veipris_refine_fallbacks_total',
    help: 'Trips that were to be refined and were answered with preliminary tolls.',
    of: ({ isFallback }) => isFallback,
  },
  {
    name: 'veipris_unread_tolls_total',
    help: 'Trips on which the route planner counts tolls, and no station of its answer could be read.',
    of: ({ isTollUnread }) => isTollUnread,
  },
  {
    name: 'veipris_quota_counted_calls_total',
    help: 'Calls that were counted and stay so.',
    of: ({ quota }) => quota === 'counted',
  },
  {
    name: 'veipris_quota_credits_total',
    help: 'Calls that were counted and are credited, because we did not answer them.',
    of: ({ quota }) => quota === 'credited' || quota === 'owed',
  },
  {
    name: 'veipris_quota_refusals_total',
    help: 'Calls that were refused with 429.',
    of: ({ fault }) => fault,
    label: ['error', ['quota_exceeded', 'rate_limited']],
  },
  {
    name: 'veipris_shed_calls_total',
    help: 'Calls that were refused with 503 because there were too many; never counted.',
    of: ({ fault }) => fault === 'overloaded',
  },
  {
    name: 'veipris_new_accounts_total',
    help: 'Accounts that visitors of the portal made, and those that they were refused.',
    of: ({ newAccount }) => newAccount,
    label: ['outcome', ['made', 'refused']],
  },
];

function openCounter(
  { name, help, of, label: [label, values] = ['', []] }: CounterRow,
  registry: Registry,
): (answer: CountedAnswer) => void {
  const labelNames = label === '' ? [] : [label];
  const counter = new Counter({ name, help, labelNames, registers: [registry] });
  for (const value of values) counter.inc({ [label]: value }, 0);
  return (answer) => {
    const value = of(answer);
    if (value === true) counter.inc();
    else if (values.some((one) => one === value)) counter.inc({ [label]: String(value) });
  };
}
