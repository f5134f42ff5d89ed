import type { FastifyReply, FastifyRequest } from 'fastify';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { type Caller, remainingOf, secondsUntil } from '../../account/access.ts';
import { Fault } from '../../base/fault.ts';
import { type App, takesBody } from '../framework.ts';
import { creditDemo } from '../portal/visitor.ts';
import { quotaHeaders, rateLimitHeaders } from '../reply/headers.ts';
import type { Services } from '../services.ts';
import { CALLER_GONE, type Call, callOf } from './call.ts';
import { demandSameCall, questionOf, readIdempotencyKey } from './repeatable.ts';

/**
 * Counts the calls of counted endpoints, and tells every caller what the day has left.
 *
 * A call is reserved before its question is read. A call with a body is reserved when its endpoint has read how many
 * units it is. A call, also one of the demo, is credited before its answer of 500 or above leaves. A caller who hangs
 * up has used its call, because the work was done for it.
 */
export function meter(app: App, services: Services): void {
  const { clock, burstPerSecond } = services;
  const guardBurst = buildBurstGuard(burstPerSecond);

  app.addHook('onRequest', async (request) => {
    const call = callOf(request);
    if (!isCounted(request) || call.caller === undefined) return;
    const { caller } = call;
    call.watch.enter('count');
    await guardBurst(caller.account.id);
    const idempotencyKey = readIdempotencyKey(request);
    if (!takesBody(request.method)) return count(request, { units: 1, idempotencyKey }, services);
    // The body of a caller whose day is used up is not read. A call that may be a repetition, which counts nothing,
    // goes on.
    if (idempotencyKey === undefined && remainingOf(caller.quota) === 0)
      throw noRoom(caller, 1, clock.now());
    call.count = (units) => count(request, { units, idempotencyKey }, services);
  });

  app.addHook('onSend', async (request, reply, payload) => {
    const call = callOf(request);
    if (call.isCrediting) return new Promise(() => undefined);
    if (isUncounted(call, reply)) await beforeLeaving(call, reply, () => countRefused(request));
    call.isAnswered = true;
    const { demo, isReserved } = call;
    if (reply.statusCode >= 500 && isReserved)
      await beforeLeaving(call, reply, () => credit(call, services));
    if (reply.statusCode >= 500 && demo !== undefined)
      await beforeLeaving(call, reply, () => creditDemo(demo, reply, services));
    if (call.caller !== undefined) tellQuota(request, reply, call.caller);
    return payload;
  });

  function tellQuota(request: FastifyRequest, reply: FastifyReply, caller: Caller): void {
    reply.headers(quotaHeaders(caller.quota));
    if (!isCounted(request)) return;
    reply.headers(rateLimitHeaders(caller, clock.now()));
    reply.header('x-api-quota-cost', String(callOf(request).units ?? 0));
  }

  /** Counts a call that its endpoint never saw, or refused at once. A question without an answer is one call. */
  async function countRefused(request: FastifyRequest): Promise<void> {
    // Its body may not have been read, so it can not be compared as a repetition.
    await count(request, { units: 1 }, services).catch((error: unknown) => {
      if (!(error instanceof Fault)) throw error;
    });
  }
}

/** Whether the endpoint was to count the call and has not counted it. A call that comes too soon is not counted. */
const isUncounted = ({ count, fault }: Call, { statusCode }: FastifyReply) =>
  count !== undefined && statusCode < 500 && statusCode !== CALLER_GONE && fault !== 'rate_limited';

/** How a call is counted. */
interface Terms {
  readonly units: number;
  /** Absent: the call is counted each time that it is asked. */
  readonly idempotencyKey?: string | undefined;
}

/**
 * @throws Fault for a call that the day has no room for, or whose question is not the one that its key is known for.
 */
async function count(
  request: FastifyRequest,
  { units, idempotencyKey }: Terms,
  { access, dataVersion, clock }: Services,
): Promise<void> {
  const call = callOf(request);
  const { caller } = call;
  delete call.count;
  if (caller === undefined) return;
  call.watch.enter('count');
  const repeatable =
    idempotencyKey === undefined
      ? undefined
      : { idempotencyKey, question: questionOf(request), dataVersion };
  const reserved = await access.reserve(call.id, caller, { units, repeatable });
  demandSameCall(reserved);
  const { limit, used } = caller.quota;
  if (!('used' in reserved)) {
    // Parallel calls may have taken the rest of the day since the account was looked up.
    const spent = { limit, used: Math.max(used, limit) };
    if (units === 1) call.caller = { ...caller, quota: spent };
    throw noRoom(caller, units, clock.now());
  }
  if ('firstAtMs' in reserved) call.firstAtMs = reserved.firstAtMs;
  if (reserved.kind === 'counted') call.units = units;
  call.isReserved = true;
  call.caller = { ...caller, quota: { limit, used: reserved.used } };
  // The deadline passed while the call was being counted: its answer has left without a credit.
  if (call.isAnswered) await access.credit(call.id);
}

async function credit(call: Call, { access }: Services): Promise<void> {
  call.watch.enter('count');
  const used = await access.credit(call.id);
  call.isOwed = used === undefined;
  if (call.caller === undefined) return;
  const { quota } = call.caller;
  const left = quota.used - (call.units ?? 0);
  call.caller = { ...call.caller, quota: { ...quota, used: used ?? left } };
  delete call.units;
}

function noRoom({ quota: { limit }, resetAtMs }: Caller, units: number, nowMs: number): Fault {
  const counts = `This question counts as ${units} calls`;
  const newDay = 'A new day begins at midnight Norwegian time.';
  const sentence =
    units > limit
      ? `${counts}, and a day has ${limit}: ask it in parts, on several days.`
      : units === 1
        ? `All ${limit} calls of today are used. ${newDay}`
        : `${counts}, and today has fewer left of its ${limit}. ${newDay}`;
  return new Fault('quota_exceeded', sentence, { retryAfterS: secondsUntil(resetAtMs, nowMs) });
}

/** Does the work that an answer waits for before it leaves. A second answer is dropped meanwhile. */
async function beforeLeaving(
  call: Call,
  reply: FastifyReply,
  work: () => Promise<void>,
): Promise<void> {
  const { statusCode } = reply;
  call.isCrediting = true;
  await work();
  call.isCrediting = false;
  // The deadline may have passed meanwhile and replaced the status of this answer.
  reply.code(statusCode);
}

/** Whether the endpoint is counted. Unknown addresses have no config, and are not counted. */
const isCounted = ({ routeOptions }: FastifyRequest) => routeOptions.config.access === 'counted';

/** A whole second is the least that `Retry-After` can say. */
const WINDOW_S = 1;

/**
 * Lets each account make so many calls within a second. The second begins with the first of these calls. The guard
 * protects this process: every instance counts for itself, and the quota is not touched.
 *
 * @param mostPerSecond absent: any number.
 * @returns throws a Fault `rate_limited` for the call that is too many.
 */
function buildBurstGuard(mostPerSecond: number | undefined) {
  if (mostPerSecond === undefined) return async () => undefined;
  const limiter = new RateLimiterMemory({ points: mostPerSecond, duration: WINDOW_S });
  return async (accountId: string): Promise<void> => {
    await limiter.consume(accountId).catch((refusal: unknown) => {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      throw new Fault(
        'rate_limited',
        `This account may make ${mostPerSecond} calls within a second.`,
        // The wait that the limiter tells is not used: it depends on the clock of the system, which may have been set.
        { retryAfterS: WINDOW_S },
      );
    });
  };
}
