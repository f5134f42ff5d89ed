import type { AfterAnswer } from './after-answer.ts';
import { callOf } from './call.ts';
import type { CountedAnswer, Metrics, QuotaOutcome } from './metrics/metrics.ts';
import { logAnswer } from './request-log.ts';
import type { Services } from './services.ts';

/** Makes what is done with each answer once: count, usage page, log and metrics hear of it. */
export function noteAnswers({ access }: Services, metrics: Metrics): AfterAnswer {
  return (request, reply) => {
    const { id, caller, watch, isReserved, isOwed, isFallback = false, fault } = callOf(request);
    const { url: endpoint } = request.routeOptions;
    const { statusCode: status, elapsedTime: durationMs } = reply;
    const isKept = access.keep(id);
    const outcome = (): QuotaOutcome => {
      if (isReserved !== true) return 'none';
      if (isKept) return 'counted';
      return isOwed === true ? 'owed' : 'credited';
    };
    if (caller && endpoint !== undefined) access.noteCall(caller, endpoint, status);
    const { stagesMs } = watch;
    const answer: CountedAnswer = {
      endpoint,
      status,
      durationMs,
      stagesMs,
      quota: outcome(),
      isFallback,
      fault,
    };
    metrics.countAnswer(answer);
    logAnswer(request, answer);
  };
}
