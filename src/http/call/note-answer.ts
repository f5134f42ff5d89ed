import { finished } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../framework.ts';
import type { CountedAnswer, Metrics, QuotaOutcome } from '../metrics/metrics.ts';
import type { Services } from '../services.ts';
import { callOf, hasHungUp, timesOf } from './call.ts';

/** Acts on an answer that is on its way. */
export type AfterAnswer = (request: FastifyRequest, reply: FastifyReply) => void;

/**
 * Acts once for each answer, when it has gone out or its caller has left. The framework's own hook does not report
 * callers that have hung up.
 */
export function afterAnswer(app: App, act: AfterAnswer): void {
  app.addHook('onSend', (request, reply, _payload, done) => {
    actOnce(request, reply, act);
    done();
  });
}

/** Acts once for one answer that is about to be sent. */
export function actOnce(request: FastifyRequest, reply: FastifyReply, act: AfterAnswer): void {
  const call = callOf(request);
  const isFirst = call.hasHungUp === undefined;
  call.hasHungUp = hasHungUp(reply);
  call.watch.stop();
  const actAndTell = () => {
    act(request, reply);
    call.onActed?.();
  };
  if (isFirst && call.hasHungUp) actAndTell();
  else if (isFirst) {
    let isCut = false;
    // An answer that cannot be written because the connection has been closed also ends with `finish`.
    reply.raw.prependOnceListener('finish', () => {
      isCut = request.raw.socket.destroyed;
    });
    finished(reply.raw, (error) => {
      call.hasHungUp = isCut || (error !== undefined && error !== null);
      actAndTell();
    });
  }
}

/** Makes the function that tells the count, the usage page, the log and the metrics of each answer. */
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
 * Logs one line for an answer. The line has the pattern of the endpoint instead of the address, so that neither
 * coordinates nor plates are written down. It has the visible prefix instead of the key.
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
      stagesMs: Object.fromEntries(
        timesOf({ stagesMs }).map(([stage, ms]) => [stage, toTenths(ms)]),
      ),
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

/**
 * Whether the request asks for a health check or a file. Such requests come all the time, and their lines tell nothing.
 */
const isRoutine = ({ routeOptions: { url = '', config } }: FastifyRequest) =>
  config?.access === 'open' && url !== '' && !/^\/(?:portal\/)?api\//.test(url);

const toTenths = (ms: number) => Math.round(ms * 10) / 10;
