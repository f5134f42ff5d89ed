import { Registry } from 'prom-client';
import type { FaultCode } from '../../base/fault.ts';
import type { Parts } from '../readiness.ts';
import type { Services } from '../services.ts';
import type { Stage } from '../stage-watch.ts';
import { openAnswerMetrics } from './answer-metrics.ts';
import { publishDataMetrics } from './data-metrics.ts';
import { openLoadMetrics } from './load-metrics.ts';
import { openQuotaMetrics } from './quota-metrics.ts';
import { publishReadiness } from './readiness-metrics.ts';
import { publishUpstreamMetrics } from './upstream-metrics.ts';

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
    },
  };
}
