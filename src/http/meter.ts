import type { FastifyReply, FastifyRequest } from 'fastify';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { type Caller, type ReservedOnce, secondsUntil } from '../account/access.ts';
import { Fault } from '../base/fault.ts';
import { throwDatabaseFault } from './authenticate.ts';
import { type Call, callOf } from './call.ts';
import type { App } from './framework.ts';
import { quotaHeaders, rateLimitHeaders } from './headers.ts';
import { demandSameCall, readRepeatable } from './repeatable.ts';
import type { Services } from './services.ts';

/**
 * Counts the calls of counted endpoints: each is reserved before its question is read, and
 * credited before an answer of 500 or above leaves. A caller who hangs up has used its call: the
 * work was done for it. Tells every caller what the day has left.
 */
export function meter(app: App, services: Services): void {
  const { access, clock, burstPerSecond } = services;
  const guardBurst = buildBurstGuard(burstPerSecond);

  app.addHook('onRequest', async (request) => {
    const call = callOf(request);
    if (!isCounted(request) || call.caller === undefined) return;
    call.watch.enter('count');
    await guardBurst(call.caller.account.id);
    await reserve(request, call, call.caller);
    // The deadline passed while the call was being counted: its answer has left without a credit.
    if (call.isAnswered) await access.credit(call.id);
  });

  app.addHook('onSend', async (request, reply, payload) => {
    const call = callOf(request);
    if (call.isCrediting) return new Promise(() => undefined);
    call.isAnswered = true;
    if (reply.statusCode >= 500 && call.isReserved) await credit(call, reply);
    if (call.caller !== undefined) reply.headers(quotaHeaders(call.caller.quota));
    if (call.caller !== undefined && isCounted(request))
      reply.headers({
        ...rateLimitHeaders(call.caller, clock.now()),
        'x-api-quota-cost': String(call.units ?? 0),
      });
    return payload;
  });

  async function reserve(request: FastifyRequest, call: Call, caller: Caller): Promise<void> {
    const repeatable = readRepeatable(request, services.dataVersion);
    const reserved = await (repeatable === undefined
      ? reserveEach(call, caller)
      : access.reserveOnce(call.id, caller, repeatable)
    ).catch(throwDatabaseFault);
    demandSameCall(reserved);
    if ('firstAtMs' in reserved) call.firstAtMs = reserved.firstAtMs;
    if (reserved.kind === 'counted') call.units = 1;
    const { limit, used } = caller.quota;
    call.isReserved = 'quota' in reserved;
    // Parallel calls may have taken the rest of the day since the account was looked up.
    const spent = { limit, used: Math.max(used, limit) };
    call.caller = { ...caller, quota: 'quota' in reserved ? reserved.quota : spent };
    if (call.isReserved) return;
    throw new Fault(
      'quota_exceeded',
      `All ${limit} calls of today are used. A new day begins at midnight Norwegian time.`,
      { retryAfterS: secondsUntil(caller.resetAtMs, clock.now()) },
    );
  }

  async function reserveEach(call: Call, caller: Caller): Promise<ReservedOnce> {
    const quota = await access.reserve(call.id, caller);
    return quota === undefined ? { kind: 'no-room' } : { kind: 'counted', quota };
  }

  async function credit(call: Call, reply: FastifyReply): Promise<void> {
    const { statusCode } = reply;
    call.isCrediting = true;
    call.watch.enter('count');
    const used = await access.credit(call.id);
    call.isCrediting = false;
    call.isOwed = used === undefined;
    // The deadline may have passed meanwhile and put another status over the one of this answer.
    reply.code(statusCode);
    if (call.caller === undefined) return;
    const { quota } = call.caller;
    const left = quota.used - (call.units ?? 0);
    call.caller = { ...call.caller, quota: { ...quota, used: used ?? left } };
    delete call.units;
  }
}

/** Unknown addresses have no config, and are not. */
const isCounted = ({ routeOptions }: FastifyRequest) => routeOptions.config.access === 'counted';

/** Throws a Fault `rate_limited` for the call that is too many. */
export type BurstGuard = (accountId: string) => Promise<void>;

/** A whole second is the least that `Retry-After` can say. */
const WINDOW_S = 1;

/**
 * Lets each account make so many calls within a second that begins with the first of them. It
 * protects this process, so every instance counts for itself, and the quota is not touched.
 *
 * @param mostPerSecond absent: any number.
 */
function buildBurstGuard(mostPerSecond: number | undefined): BurstGuard {
  if (mostPerSecond === undefined) return async () => undefined;
  const limiter = new RateLimiterMemory({ points: mostPerSecond, duration: WINDOW_S });
  return async (accountId) => {
    await limiter.consume(accountId).catch((refusal: unknown) => {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      throw new Fault(
        'rate_limited',
        `This account may make ${mostPerSecond} calls within a second.`,
        // Not what the limiter says: it reckons by the clock on the wall, which may have been set.
        { retryAfterS: WINDOW_S },
      );
    });
  };
}
