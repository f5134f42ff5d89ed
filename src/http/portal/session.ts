import type { FastifyReply, FastifyRequest } from 'fastify';
import { dailyLimitOf, type Plans } from '../../account/account.ts';
import type { SignedIn } from '../../account/sessions.ts';
import { callOf } from '../call.ts';
import type { App } from '../framework.ts';
import { NoBody } from '../schema/portal.ts';
import type { Services } from '../services.ts';
import { readCookie, setCookie } from './cookies.ts';
import { accountOf, openTo } from './visitor.ts';

/** `GET` and `DELETE /portal/api/session`, and `DELETE /portal/api/sessions`. */
export function session(app: App, { portal }: Services): void {
  const { sessions, plans } = portal;

  app.get('/portal/api/session', { config: openTo('welcome') }, async (request) =>
    describeSession(callOf(request).signedIn, plans),
  );

  app.delete('/portal/api/session', CHANGE, async (request, reply) => {
    await sessions.end(readCookie(request, 'session', portal));
    return leave(request, reply);
  });

  app.delete('/portal/api/sessions', CHANGE, async (request, reply) => {
    const { id } = accountOf(request);
    await sessions.endAll(id);
    const known = await portal.signIn.forgetOthers(id);
    setCookie({ request, reply }, { kind: 'known', value: known }, portal);
    return leave(request, reply);
  });

  function leave(request: FastifyRequest, reply: FastifyReply) {
    setCookie({ request, reply }, { kind: 'session', value: '' }, portal);
    return reply.code(204).send();
  }
}

const CHANGE = { schema: { body: NoBody }, config: openTo('change') };

/** What a page is told of its session: the account, and the token of its changes. */
export function describeSession(signedIn: SignedIn | undefined, plans: Plans) {
  if (signedIn === undefined) return { account: null };
  const { account } = signedIn.caller;
  const { email, plan, subscription } = account;
  const dailyLimit = dailyLimitOf(account, plans);
  return { account: { email, plan, subscription, dailyLimit }, csrf: signedIn.csrf };
}
