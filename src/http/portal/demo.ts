import type { FastifyReply, FastifyRequest } from 'fastify';
import { secondsUntil } from '../../account/access.ts';
import type { VisitKind } from '../../account/account.ts';
import { addressGroup } from '../../account/sign-in.ts';
import type { CountedVisit } from '../../account/visits.ts';
import { Fault } from '../../base/fault.ts';
import { callOf } from '../call/call.ts';
import { quotaHeaders } from '../reply/headers.ts';
import type { Services } from '../services.ts';

/**
 * Counts a call of the public demo for its address, before its work is done.
 *
 * @throws Fault where the day has no room.
 */
export async function countDemo(
  request: FastifyRequest,
  reply: FastifyReply,
  services: Services,
): Promise<void> {
  const { portal, clock } = services;
  const call = callOf(request);
  const take = async (units: number, tooMuch: (visit: CountedVisit) => string) => {
    const visit = await portal.visits.take('demo-from-address', addressOf(request), units);
    reply.headers(quotaHeaders(visit));
    // The deadline passed while the call was being counted: its answer has left without a credit.
    if (visit.isGranted && call.isAnswered) await creditDemo(visit, request, reply, services);
    if (visit.isGranted) return visit;
    const retryAfterS = secondsUntil(visit.resetAtMs, clock.now());
    const sentence = `${tooMuch(visit)} Sign in for more; a new day begins at midnight Norwegian time.`;
    throw new Fault('quota_exceeded', sentence, { retryAfterS });
  };
  call.demo = await take(1, ({ limit }) => `All ${limit} calls of today's demo are used.`);
  // Much work counts as many units, as it does for an account. One unit is counted already.
  call.count = async (units) => {
    delete call.count;
    if (units === 1) return;
    const tooMuch = ({ limit }: CountedVisit) =>
      `This question counts as ${units} calls, and today's demo has fewer left of its ${limit}.`;
    call.demo = { ...(await take(units - 1, tooMuch)), units };
  };
}

/** Takes back a demo call that failed on our side, and tells so. */
export async function creditDemo(
  demo: CountedVisit,
  request: FastifyRequest,
  reply: FastifyReply,
  { portal }: Services,
): Promise<void> {
  try {
    await portal.visits.giveBack(demo);
    reply.headers(quotaHeaders({ ...demo, used: demo.used - demo.units }));
  } catch (err) {
    request.log.error({ err }, 'a demo call could not be credited');
  }
}

/** The address that a visit counts for. */
export const addressOf = (request: FastifyRequest) => addressGroup(request.ip);

/**
 * Counts a visit.
 *
 * @throws Fault `rate_limited` with the sentence where there is no room for the visit.
 */
export async function demandVisit(
  { portal, clock }: Pick<Services, 'portal' | 'clock'>,
  kind: VisitKind,
  who: string,
  sentence: string,
): Promise<void> {
  const { isGranted, resetAtMs } = await portal.visits.take(kind, who);
  if (isGranted) return;
  const retryAfterS = secondsUntil(resetAtMs, clock.now());
  throw new Fault('rate_limited', sentence, { retryAfterS });
}
