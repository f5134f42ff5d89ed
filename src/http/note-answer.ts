import type { FastifyRequest } from 'fastify';
import type { AfterAnswer } from './after-answer.ts';
import { callOf, STAGES, type Stage } from './call.ts';
import type { CountedAnswer, Metrics, QuotaOutcome } from './metrics/metrics.ts';
import type { Services } from './services.ts';

/** Makes what is done with each answer once: count, usage page, log and metrics hear of it. */
export function noteAnswers({ access }: Services, metrics: Metrics): AfterAnswer {
  return (request, reply) => {
    const call = callOf(request);
    const { id, caller, isReserved, isOwed } = call;
    const { url: endpoint } = request.routeOptions;
    const { statusCode: status, elapsedTime: durationMs } = reply;
    const isKept = access.keep(id);
    const outcome = (): QuotaOutcome => {
      if (isReserved !== true) return 'none';
      if (isKept) return 'counted';
      return isOwed === true ? 'owed' : 'credited';
    };
    if (caller && endpoint !== undefined) {
      const { method } = request;
      access.noteCall(caller, { method, endpoint, status, durationMs: Math.round(durationMs) });
    }
    const { stagesMs } = call.watch;
    const answer = { ...call, endpoint, status, durationMs, stagesMs, quota: outcome() };
    metrics.countAnswer(answer);
    logAnswer(request, answer);
  };
}

/**
 * One line for an answer. The pattern of the endpoint stands for the address, so that neither
 * coordinates nor plates are written down, and the visible prefix for the key.
 */
function logAnswer(
  request: FastifyRequest,
  { endpoint, status, durationMs, stagesMs, quota, isFallback, isTollUnread, fault }: CountedAnswer,
): void {
  const { signedIn, caller = signedIn?.caller, hasHungUp } = callOf(request);
  request.log[isRoutine(request) ? 'debug' : 'info'](
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
      ...(isTollUnread && { tollsUnread: true }),
      ...(hasHungUp && { hungUp: true }),
    },
    'answered',
  );
}

/** Health checks and files, which are asked for all the time and tell nothing. */
const isRoutine = ({ routeOptions: { url = '', config } }: FastifyRequest) =>
  config?.access === 'open' && url !== '' && !/^\/(?:portal\/)?api\//.test(url);

/** `[]` for a stage that the request did not pass. */
const timeOf = (stage: Stage, ms: number | undefined) =>
  ms === undefined ? [] : [[stage, toTenths(ms)] as const];

const toTenths = (ms: number) => Math.round(ms * 10) / 10;
