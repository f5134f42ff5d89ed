/** Visitors of the portal: what is asked of them, and the visits that they may make. */
import { timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type TProperties, type TSchema, Type } from 'typebox';
import { secondsUntil } from '../../account/access.ts';
import type { Account, VisitKind } from '../../account/account.ts';
import type { SignedIn } from '../../account/sessions.ts';
import { addressGroup } from '../../account/sign-in.ts';
import type { CountedVisit } from '../../account/visits.ts';
import { Fault } from '../../base/fault.ts';
import { callOf } from '../call/call.ts';
import { type App, takesBody } from '../framework.ts';
import { quotaHeaders } from '../reply/headers.ts';
import type { Services } from '../services.ts';
import { readCookie } from './cookies.ts';

/**
 * What an endpoint of the portal asks of its visitors:
 * - `anybody`: nothing
 * - `page`: that the request comes from one of our pages
 * - `welcome`: nothing, but the endpoint tells who is signed in
 * - `session`: that somebody is signed in
 * - `change`: a session, and its token, which only a page of the session has
 * - `trip`: a session or the public demo
 * - `owner`: a session that calls as with a key, and the token as well for a change
 */
export type VisitorAccess =
  | 'anybody'
  | 'page'
  | 'welcome'
  | 'session'
  | 'change'
  | 'trip'
  | 'owner';

/** The config of an endpoint that is open to these visitors and needs no facts. */
export const openTo = (visitor: VisitorAccess) =>
  ({ access: 'open', visitor, whileStarting: true }) as const;

/** A body that the portal's pages send. A member that is not named here is refused. */
export const bodyOf = <const Members extends TProperties>(members: Members) =>
  Type.Object(members, { additionalProperties: false });

/** The schema of a request without a body. */
export const NoBody = Type.Null();

/** The terms of an endpoint that takes a body, from a page of ours or for a change of what the session owns. */
export const taking = <Body extends TSchema>(body: Body, visitor: 'page' | 'change') => ({
  schema: { body },
  config: openTo(visitor),
});

/** Finds out who asks for something of the portal, before the call is counted and answered. */
export function recogniseVisitors(app: App, services: Services): void {
  const { portal } = services;
  app.addHook('onRequest', async (request, reply) => {
    const { visitor: asks } = request.routeOptions.config;
    if (asks === undefined || asks === 'anybody') return;
    // Questions about a trip change nothing. An owner's requests need the token, and some bring files of any type.
    if (request.method === 'POST' && asks !== 'trip' && asks !== 'owner') demandJson(request);
    if ((asks === 'page' || asks === 'trip') && !isSameOrigin(request, portal))
      throw new Fault('csrf_refused');
    if (asks !== 'page') await admit(request, reply, asks);
  });

  async function admit(
    request: FastifyRequest,
    reply: FastifyReply,
    asks: VisitorAccess,
  ): Promise<void> {
    const signedIn = await portal.sessions.identify(readCookie(request, 'session', portal));
    const call = callOf(request);
    call.signedIn = signedIn;
    if (asks === 'welcome') return;
    if (signedIn === undefined && asks === 'trip' && isDemoOpen(request, portal))
      return countDemo(request, reply, services);
    if (signedIn === undefined) throw new Fault('signed_out');
    if (isChange(asks, request)) demandToken(request, signedIn);
    if (CALLS.includes(asks)) enter(request, signedIn);
  }
}

/** Endpoints that a session may call as a key may. */
const CALLS: readonly VisitorAccess[] = ['trip', 'owner'];

const isChange = (asks: VisitorAccess, { method }: FastifyRequest) =>
  asks === 'change' || (asks === 'owner' && takesBody(method));

/** This machine, with any port. */
export const THIS_MACHINE = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/i;

/** Headers that a proxy before the server adds. A browser on this machine does not send them. */
const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via'];

/**
 * Whether trips can be tried without signing in. They can where the operator opened the demo, and from a browser on the
 * machine that the server runs on.
 */
export function isDemoOpen(
  { headers, socket }: FastifyRequest,
  { publicDemo, publicUrl }: Services['portal'],
): boolean {
  if (publicDemo) return true;
  const isHere = /^(?:127\.|::1$|::ffff:127\.)/.test(socket.remoteAddress ?? '');
  const isForwarded = FORWARDED.some((name) => name in headers);
  return publicUrl === undefined && isHere && !isForwarded && THIS_MACHINE.test(headers.host ?? '');
}

/** The account that is signed in, for an endpoint that needs a session. */
export function accountOf(request: FastifyRequest): Account {
  const { signedIn } = callOf(request);
  if (signedIn === undefined) throw new Fault('signed_out');
  return signedIn.caller.account;
}

/** The caller as the audit log names it: the owner, with the id of the request. */
export const ownerOf = ({ id: requestId }: FastifyRequest) =>
  ({ actor: 'owner', requestId }) as const;

/** From here on the call belongs to the account, like a call with a key. */
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

/**
 * Whether a request comes from a page of ours.
 *
 * Headers decide that browsers set and pages can not change. A page is ours at the address that the operator names, or
 * at the address that is asked, which a proxy may have changed. A request without these headers does not come from a
 * browser that a foreign page misuses.
 *
 * Source: Fetch Metadata Request Headers, W3C, 2.4; RFC 6454, section 7 (`Origin`), December 2011.
 */
function isSameOrigin(
  { headers }: FastifyRequest,
  { publicUrl }: Pick<Services['portal'], 'publicUrl'>,
): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  const { origin } = headers;
  if (origin === undefined) return true;
  return origin === publicUrl || (URL.canParse(origin) && new URL(origin).host === headers.host);
}

/**
 * Counts a call of the public demo for its address, before its work is done.
 *
 * @throws Fault where the day has no room.
 */
async function countDemo(
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
    if (visit.isGranted && call.isAnswered) await creditDemo(visit, reply, services);
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
  reply: FastifyReply,
  { portal }: Services,
): Promise<void> {
  try {
    await portal.visits.giveBack(demo);
    reply.headers(quotaHeaders({ ...demo, used: demo.used - demo.units }));
  } catch (err) {
    reply.log.error({ err }, 'a demo call could not be credited');
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
