import type { FastifyReply, FastifyRequest } from 'fastify';
import { dailyLimitOf } from '../../account/account.ts';
import { buildBackground } from '../../account/background.ts';
import { parseEmail } from '../../account/parse-email.ts';
import { secondsUntil } from '../../account/quota.ts';
import type { SignedIn } from '../../account/sessions.ts';
import { writeSignInLetter } from '../../account/sign-in-mail.ts';
import type { CountedVisit } from '../../account/visits.ts';
import { Fault } from '../../base/fault.ts';
import { callOf } from '../call.ts';
import { throwDatabaseFault } from '../database-fault.ts';
import type { App } from '../framework.ts';
import type { Services } from '../services.ts';
import { readCookie, setCookie } from './cookies.ts';
import { ownAddress } from './own-address.ts';
import { privately } from './privately.ts';
import { readMember } from './read-member.ts';
import { addressOf, takeVisit } from './visitor.ts';

/** `/portal/api/sign-in`, `/portal/api/session` and `/portal/api/sessions`. */
export function session(app: App, { portal, clock }: Services): void {
  const { signIn, sessions, plans, sendLetter } = portal;
  const background = buildBackground((sentence, err) => app.log.error({ err }, sentence));
  app.addHook('onClose', () => background.finish());

  app.post('/portal/api/sign-in', terms('page'), async (request, reply) => {
    const email = parseEmail(String(readMember(request.body, 'email') ?? ''));
    if (email === undefined)
      throw new Fault('invalid_parameter', 'email must be an e-mail address.');
    demandRoom(await takeVisit(portal, 'link-from-address', addressOf(request)));
    demandRoom(await takeVisit(portal, 'link-for-email', email));
    const known = readCookie(request, 'browser', portal);
    const { token, browser } = await signIn.ask(email, known).catch(throwDatabaseFault);
    send(email, `${ownAddress(app, request, portal)}/portal/sign-in.html#token=${token}`);
    setCookie({ request, reply }, { kind: 'browser', value: browser }, portal);
    return privately(reply)
      .code(202)
      .send({ sent: sendLetter === undefined ? 'log' : 'mail' });
  });

  /** In the background: how long it takes, and whether it fails, tells of the address. */
  function send(email: string, link: string): void {
    if (sendLetter === undefined) app.log.warn({ link }, 'sign-in link; SMTP_URL sends it by mail');
    else background.run(sendLetter(writeSignInLetter(email, link)), 'a sign-in link was not sent');
  }

  app.post('/portal/api/session', terms('page'), async (request, reply) => {
    demandRoom(await takeVisit(portal, 'session-from-address', addressOf(request)));
    const browser = readCookie(request, 'browser', portal);
    const secret = await signIn
      .redeem(readMember(request.body, 'token'), browser)
      .catch(throwDatabaseFault);
    if (secret === undefined) throw new Fault('link_not_valid');
    await sessions.end(readCookie(request, 'session', portal)).catch(throwDatabaseFault);
    setCookie({ request, reply }, { kind: 'session', value: secret }, portal);
    return privately(reply).send(
      describe(await sessions.identify(secret).catch(throwDatabaseFault)),
    );
  });

  app.get('/portal/api/session', terms('welcome'), (request, reply) =>
    privately(reply).send(describe(callOf(request).signedIn)),
  );

  app.delete('/portal/api/session', terms('change'), async (request, reply) => {
    await sessions.end(readCookie(request, 'session', portal)).catch(throwDatabaseFault);
    return leave(request, reply);
  });

  app.delete('/portal/api/sessions', terms('change'), async (request, reply) => {
    const { signedIn } = callOf(request);
    if (signedIn) await sessions.endAll(signedIn.caller.account.id).catch(throwDatabaseFault);
    return leave(request, reply);
  });

  function leave(request: FastifyRequest, reply: FastifyReply) {
    setCookie({ request, reply }, { kind: 'session', value: '' }, portal);
    return privately(reply).code(204).send();
  }

  function describe(signedIn: SignedIn | undefined) {
    if (signedIn === undefined) return { account: null };
    const { account } = signedIn.caller;
    const { email, plan, subscription } = account;
    const dailyLimit = dailyLimitOf(account, plans);
    return { account: { email, plan, subscription, dailyLimit }, csrf: signedIn.csrf };
  }

  function demandRoom({ isGranted, resetAtMs }: CountedVisit): void {
    if (isGranted) return;
    const retryAfterS = secondsUntil(resetAtMs, clock.now());
    throw new Fault('rate_limited', 'Too many attempts to sign in; try again later.', {
      retryAfterS,
    });
  }
}

/** Bodies are small; what signs in needs no facts. */
const terms = (visitor: 'page' | 'welcome' | 'change') =>
  ({ bodyLimit: 4096, config: { access: 'open', visitor, whileStarting: true } }) as const;
