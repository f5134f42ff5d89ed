import { Counter, Histogram, type Registry } from 'prom-client';
import { STAGES } from '../stage-watch.ts';
import type { CountedAnswer } from './metrics.ts';

/** Seconds. The last one is the deadline of a call. */
const REQUEST_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15];
const STAGE_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Addresses that no endpoint has share one label: strangers must not make new ones. */
const NO_ENDPOINT = 'none';

/** Durations of requests and of their stages, and trips that fell back. */
export function openAnswerMetrics(registry: Registry): (answer: CountedAnswer) => void {
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
  return ({ endpoint = NO_ENDPOINT, status, durationMs, stagesMs, isFallback }) => {
    requests.observe({ endpoint, status: String(status) }, durationMs / 1000);
    for (const stage of STAGES) {
      const stageMs = stagesMs[stage];
      if (stageMs !== undefined) stages.observe({ endpoint, stage }, stageMs / 1000);
    }
    if (isFallback) fallbacks.inc();
  };
}
