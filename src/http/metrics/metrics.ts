import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { FaultCode } from '../../base/fault.ts';
import { STAGES, type Stage } from '../call.ts';
import type { Parts } from '../readiness.ts';
import type { Services } from '../services.ts';
import {
  publishDataMetrics,
  publishReadiness,
  publishUpstreamMetrics,
} from './standing-metrics.ts';

/** What is counted and timed while requests are answered. */
export interface Metrics {
  /** The text that Prometheus reads. */
  print(): Promise<string>;
  /** Media type of that text. */
  readonly type: string;
  countAnswer(answer: CountedAnswer): void;
}

/** One answer, as the metrics and the log see it. */
export interface CountedAnswer {
  /** The pattern of the address, never the address itself; absent: no endpoint. */
  readonly endpoint: string | undefined;
  readonly status: number;
  readonly durationMs: number;
  readonly stagesMs: Readonly<Partial<Record<Stage, number>>>;
  readonly quota: QuotaOutcome;
  readonly isFallback: boolean;
  /** The planner counts tolls, and none of its stations could be read. */
  readonly isTollUnread: boolean;
  /** What became of an account that a visitor was about to make; absent: none was. */
  readonly newAccount: 'made' | 'refused' | undefined;
  /** Absent: no fault, or a defect. */
  readonly fault: FaultCode | undefined;
}

/** `owed`: to be credited, and the database did not take it yet; `none`: was never counted. */
export type QuotaOutcome = 'counted' | 'credited' | 'owed' | 'none';

interface MetricsParts {
  readonly services: Services;
  readonly lookAfterParts: () => Promise<Parts>;
  /** Where all of them are kept; absent: a place of their own. */
  readonly registry: Registry | undefined;
}

/** Opens all metrics; what stands somehow is asked for when it is read. */
export function openMetrics({
  services,
  lookAfterParts,
  registry = new Registry(),
}: MetricsParts): Metrics {
  const countRequest = openAnswerMetrics(registry);
  const countQuota = openQuotaMetrics(registry);
  const countShed = openLoadMetrics(registry, services);
  const countNewAccount = openAccountMetrics(registry);
  publishUpstreamMetrics(registry, services.upstreams);
  publishDataMetrics(registry, services);
  publishReadiness(registry, services, lookAfterParts);
  return {
    print: () => registry.metrics(),
    type: registry.contentType,
    countAnswer(answer) {
      countRequest(answer);
      countQuota(answer);
      countShed(answer);
      countNewAccount(answer);
    },
  };
}

/** Seconds. The last one is the deadline of a call. */
const REQUEST_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15];
const STAGE_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Addresses that no endpoint has share one label: strangers must not make new ones. */
const NO_ENDPOINT = 'none';

/** Durations of requests and of their stages, and trips that fell back. */
function openAnswerMetrics(registry: Registry): (answer: CountedAnswer) => void {
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
  const fallbacks = new Counter({
    name: 'veipris_refine_fallbacks_total',
    help: 'Trips that were to be refined and were answered with preliminary tolls.',
    registers,
  });
  const unread = new Counter({
    name: 'veipris_unread_tolls_total',
    help: 'Trips on which the route planner counts tolls, and no station of its answer could be read.',
    registers,
  });
  return ({ endpoint = NO_ENDPOINT, status, durationMs, stagesMs, isFallback, isTollUnread }) => {
    requests.observe({ endpoint, status: String(status) }, durationMs / 1000);
    for (const stage of STAGES) {
      const stageMs = stagesMs[stage];
      if (stageMs !== undefined) stages.observe({ endpoint, stage }, stageMs / 1000);
    }
    if (isFallback) fallbacks.inc();
    if (isTollUnread) unread.inc();
  };
}

/** The faults by which a call is refused before its work. */
const REFUSALS = ['quota_exceeded', 'rate_limited'] as const;

/** Calls that were counted, credited and refused, of all accounts together. */
function openQuotaMetrics(registry: Registry): (answer: CountedAnswer) => void {
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

/** Accounts that visitors of the portal made, or were refused for the limits of their network. */
function openAccountMetrics(registry: Registry): (answer: CountedAnswer) => void {
  const made = new Counter({
    name: 'veipris_new_accounts_total',
    help: 'Accounts that visitors of the portal made, and those that they were refused.',
    labelNames: ['outcome'],
    registers: [registry],
  });
  for (const outcome of ['made', 'refused']) made.inc({ outcome }, 0);
  return ({ newAccount: outcome }) => {
    if (outcome !== undefined) made.inc({ outcome });
  };
}

/** Calls that need the engine: those that are worked on or wait, and those that were refused. */
function openLoadMetrics(
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
