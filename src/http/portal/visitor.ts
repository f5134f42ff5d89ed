import { timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Account } from '../../account/account.ts';
import { addressGroup } from '../../account/address-group.ts';
import { secondsUntil } from '../../account/quota.ts';
import type { SignedIn } from '../../account/sessions.ts';
import type { CountedVisit } from '../../account/visits.ts';
import { Fault } from '../../base/fault.ts';
import { callOf } from '../call.ts';
import { throwDatabaseFault } from '../database-fault.ts';
import type { App } from '../framework.ts';
import { quotaHeaders } from '../quota-headers.ts';
import type { Services } from '../services.ts';
import { readCookie } from './cookies.ts';
import { isSameOrigin } from './same-origin.ts';

/**
 * What an endpoint of the portal asks of its visitors: `anybody` nothing; `page` that it is one of
 * our pages that asks; `welcome` tells who is signed in; `session` needs that; `change` needs a
 * page of that session; `trip` a session or the public demo.
 */
export type VisitorAccess = 'anybody' | 'page' | 'welcome' | 'session' | 'change' | 'trip';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Absent: no endpoint of the portal. */
    readonly visitor?: VisitorAccess;
  }
}

/** Finds out who asks for something of the portal, before it is counted and done. */
export function recogniseVisitors(app: App, { portal, clock }: Services): void {
  app.addHook('onRequest', async (request, reply) => {
    const { visitor: asks } = request.routeOptions.config;
    if (asks === undefined || asks === 'anybody' || request.is404) return;
    if (request.method === 'POST') demandJson(request);
    if ((asks === 'page' || asks === 'trip') && !isSameOrigin(request))
      throw new Fault('csrf_refused');
    if (asks !== 'page') await admit(request, reply, asks);
  });

  app.addHook('onSend', async (request, reply, payload) => {
    const { demo } = callOf(request);
    if (demo?.isGranted && reply.statusCode >= 500) await credit(demo, request, reply);
    return payload;
  });

  async function credit(demo: CountedVisit, request: FastifyRequest, reply: FastifyReply) {
    try {
      await portal.visits.giveBack(demo);
      reply.headers(quotaHeaders({ ...demo, used: demo.used - 1 }));
    } catch (err) {
      request.log.error({ err }, 'a demo call could not be credited');
    }
  }

  async function admit(
    request: FastifyRequest,
    reply: FastifyReply,
    asks: VisitorAccess,
  ): Promise<void> {
    const signedIn = await identify(request);
    const call = callOf(request);
    call.signedIn = signedIn;
    if (asks === 'welcome') return;
    if (signedIn === undefined && asks === 'trip' && portal.publicDemo)
      return countDemo(request, reply);
    if (signedIn === undefined) throw new Fault('signed_out');
    if (asks === 'change') demandToken(request, signedIn);
    if (asks === 'trip') enter(request, signedIn);
  }

  const identify = (request: FastifyRequest) =>
    portal.sessions.identify(readCookie(request, 'session', portal)).catch(throwDatabaseFault);

  async function countDemo(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const visit = await takeVisit(portal, 'demo-from-address', addressOf(request));
    callOf(request).demo = visit;
    reply.headers(quotaHeaders(visit));
    if (visit.isGranted) return;
    throw new Fault(
      'quota_exceeded',
      `All ${visit.limit} calls of today's demo are used. Sign in for more; a new day begins at midnight Norwegian time.`,
      { retryAfterS: secondsUntil(visit.resetAtMs, clock.now()) },
    );
  }
}

/** The account of an endpoint that needs a session. */
export function accountOf(request: FastifyRequest): Account {
  const { signedIn } = callOf(request);
  if (signedIn === undefined) throw new Fault('signed_out');
  return signedIn.caller.account;
}

/** Who an address counts for. */
export const addressOf = (request: FastifyRequest) => addressGroup(request.ip);

/** Counts a visit; a database that is away is a fault that says so. */
export function takeVisit(
  { visits }: Services['portal'],
  ...visit: Parameters<Services['portal']['visits']['take']>
): Promise<CountedVisit> {
  return visits.take(...visit).catch(throwDatabaseFault);
}

/** From here on the call is the account's, like one with a key. */
function enter(request: FastifyRequest, { caller }: SignedIn): void {
  const { subscription } = caller.account;
  callOf(request).caller = caller;
  if (subscription !== 'active') throw new Fault('subscription_inactive');
}

function demandJson({ headers }: FastifyRequest): void {
  if (/^application\/json\b/i.test(headers['content-type'] ?? '')) return;
  throw Object.assign(new Error('no JSON'), { statusCode: 415 });
}

function demandToken({ headers }: FastifyRequest, { csrf }: SignedIn): void {
  const sent = Buffer.from(String(headers['x-csrf-token'] ?? ''));
  const wanted = Buffer.from(csrf);
  if (sent.length !== wanted.length || !timingSafeEqual(sent, wanted))
    throw new Fault('csrf_refused');
}
