import type { FastifyRequest } from 'fastify';
import { callOf } from './call.ts';
import type { CountedAnswer } from './metrics/metrics.ts';
import { STAGES, type Stage } from './stage-watch.ts';

/**
 * One line for an answer. The pattern of the endpoint stands for the address, so that neither
 * coordinates nor plates are written down, and the visible prefix for the key.
 */
export function logAnswer(
  request: FastifyRequest,
  { endpoint, status, durationMs, stagesMs, quota, isFallback, fault }: CountedAnswer,
): void {
  const { signedIn, caller = signedIn?.caller, hasHungUp } = callOf(request);
  request.log.info(
    {
      method: request.method,
      endpoint,
      status,
      durationMs: toTenths(durationMs),
      stagesMs: Object.fromEntries(STAGES.flatMap((stage) => timeOf(stage, stagesMs[stage]))),
      quota,
      ...(caller && { account: caller.account.id }),
      ...(caller?.keyPrefix !== undefined && { keyPrefix: caller.keyPrefix }),
      ...(fault && { fault }),
      ...(isFallback && { refineFallback: true }),
      ...(hasHungUp && { hungUp: true }),
    },
    'answered',
  );
}

/** `[]` for a stage that the request did not pass. */
const timeOf = (stage: Stage, ms: number | undefined) =>
  ms === undefined ? [] : [[stage, toTenths(ms)] as const];

const toTenths = (ms: number) => Math.round(ms * 10) / 10;
