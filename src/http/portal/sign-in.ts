import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import {
  dailyLimitOf,
  mailboxOf,
  type Plans,
  parseEmail,
  type VisitKind,
} from '../../account/account.ts';
import { buildBackground } from '../../account/background.ts';
import type { SignedIn } from '../../account/sessions.ts';
import { writeSignInLetter } from '../../account/sign-in.ts';
import { Fault, refusedValue } from '../../base/fault.ts';
import { callOf } from '../call/call.ts';
import type { App } from '../framework.ts';
import type { Services } from '../services.ts';
import { readCookie, setCookie } from './cookies.ts';
import {
  accountOf,
  addressOf,
  bodyOf,
  demandVisit,
  NoBody,
  openTo,
  ownerOf,
  THIS_MACHINE,
  taking,
} from './visitor.ts';

/** @internal The fuzz test writes bodies by it, as by those below. */
export const SignInBody = bodyOf({ email: Type.String() });

/** @internal */
export const SessionBody = bodyOf({ token: Type.String() });

/** `POST /portal/api/sign-in` sends a link, `POST /portal/api/session` uses it. */
export function signIn(app: App, services: Services): void {
  const { portal } = services;
  const sendLink = openLinkSender(app, portal);

  app.post('/portal/api/sign-in', taking(SignInBody, 'page'), async (request, reply) => {
    const email = readEmail(request.body.email);
    await demandRoomForLink(request, email, services);
    const known = readCookie(request, 'browser', portal);
    const { token, browser } = await portal.signIn.ask(email, known);
    const address = ownAddress(app, request, portal);
    const sent = sendLink(email, `${address}/portal/sign-in.html#token=${token}`);
    setCookie(reply, { kind: 'browser', value: browser }, portal);
    reply.code(202);
    return { sent };
  });

  app.post('/portal/api/session', taking(SessionBody, 'page'), async (request, reply) => {
    const { session, known } = await redeem(request.body.token, request, services);
    await portal.sessions.end(readCookie(request, 'session', portal));
    setCookie(reply, { kind: 'session', value: session }, portal);
    setCookie(reply, { kind: 'known', value: known }, portal);
    return describeSession(await portal.sessions.identify(session), portal.plans);
  });
}

/** `GET` and `DELETE /portal/api/session`, and `DELETE /portal/api/sessions`. */
export function session(app: App, { portal }: Services): void {
  const { sessions, plans } = portal;

  app.get('/portal/api/session', { config: openTo('welcome') }, async (request) =>
    describeSession(callOf(request).signedIn, plans),
  );

  app.delete('/portal/api/session', CHANGE, async (request, reply) => {
    await sessions.end(readCookie(request, 'session', portal));
    return leave(reply);
  });

  app.delete('/portal/api/sessions', CHANGE, async (request, reply) => {
    const { id } = accountOf(request);
    await sessions.endAll(id, ownerOf(request));
    const known = await portal.signIn.forgetOthers(id);
    setCookie(reply, { kind: 'known', value: known }, portal);
    return leave(reply);
  });

  function leave(reply: FastifyReply) {
    setCookie(reply, { kind: 'session', value: '' }, portal);
    return reply.code(204).send();
  }
}

const CHANGE = taking(NoBody, 'change');

/** What a page is told about its session: the account, and the token that changes must bring. */
function describeSession(signedIn: SignedIn | undefined, plans: Plans) {
  if (signedIn === undefined) return { account: null };
  const { account } = signedIn.caller;
  const { email, plan, subscription } = account;
  const dailyLimit = dailyLimitOf(account, plans);
  return { account: { email, plan, subscription, dailyLimit }, csrf: signedIn.csrf };
}

/**
 * Signs in by a link.
 *
 * @throws Fault for a link that is not valid.
 */
async function redeem(token: string, request: FastifyRequest, services: Services) {
  const { portal } = services;
  const call = callOf(request);
  const browser = readCookie(request, 'browser', portal);
  const known = readCookie(request, 'known', portal);
  const admitNew = async () => {
    // Only new accounts count for their address: this is not called for an account that exists.
    call.newAccount = 'refused';
    const address = addressOf(request);
    await demandVisit(services, 'account-from-address', address, TOO_MANY_ACCOUNTS);
    call.newAccount = 'made';
  };
  const secrets = { browser, known };
  const redeemed = await portal.signIn.redeem(token, secrets, admitNew, ownerOf(request));
  if (redeemed === 'duplicate') {
    call.newAccount = 'refused';
    throw refusedValue('token', HAS_TWIN);
  }
  if (redeemed !== undefined) return redeemed;
  // Only failures are counted. A link that works is let in, however many wrong links came from its address.
  await demandVisit(services, 'wrong-link-from-address', addressOf(request), TOO_MANY);
  throw new Fault('link_not_valid');
}

/**
 * A browser that has signed in to the account before has links of its own, which no stranger can use up.
 *
 * Every other browser needs room in three counts: of its address, of address and mailbox together, and of the mailbox.
 * So strangers at one address can not use up the links of a mailbox, and strangers at many addresses can not flood it.
 * All of this is the same whether or not there is an account.
 */
async function demandRoomForLink(
  request: FastifyRequest,
  email: string,
  services: Services,
): Promise<void> {
  const { portal } = services;
  const demand = (kind: VisitKind, who: string) => demandVisit(services, kind, who, TOO_MANY);
  const known = readCookie(request, 'known', portal);
  if (await portal.signIn.isKnown(known, email))
    return demand('link-from-known-browser', `${known} ${email}`);
  const address = addressOf(request);
  await demand('link-from-address', address);
  await demand('link-for-pair', `${address} ${mailboxOf(email)}`);
  return demand('link-for-mailbox', mailboxOf(email));
}

const TOO_MANY_ACCOUNTS = 'Too many new accounts from this network today; try again later.';

const HAS_TWIN =
  'There is an account of this address with another tag behind the +, without one, or with its domain spelt in another way: sign in with that.';

const TOO_MANY = 'Too many attempts to sign in; try again later.';

function readEmail(text: string): string {
  const email = parseEmail(text);
  if (email === undefined) throw refusedValue('email', 'email must be an e-mail address.');
  return email;
}

/**
 * Sends links by mail, or to the log where there is no mail server. A letter is sent in the background: the time that
 * it takes, and whether it fails, would tell something about the address.
 */
function openLinkSender(app: App, { sendLetter }: Services['portal']) {
  const background = buildBackground((sentence, err) => app.log.error({ err }, sentence));
  app.addHook('onClose', () => background.finish());
  return (email: string, link: string): 'mail' | 'log' => {
    if (sendLetter === undefined) {
      app.log.warn({ link }, 'sign-in link; SMTP_URL sends it by mail');
      return 'log';
    }
    background.run(sendLetter(writeSignInLetter(email, link)), 'a sign-in link was not sent');
    return 'mail';
  };
}

/**
 * The origin that links in letters begin with: the origin that the operator set, else the origin that we listen on. The
 * host that a browser names is used only where it is this machine. With any other name a stranger could make the links
 * of others lead to a foreign server.
 */
function ownAddress(
  app: App,
  { headers: { host = '' } }: FastifyRequest,
  { publicUrl }: { readonly publicUrl?: string | undefined },
): string {
  if (publicUrl !== undefined) return publicUrl;
  if (THIS_MACHINE.test(host)) return `http://${host}`;
  const listening = app.server.address();
  if (listening === null || typeof listening === 'string') return 'http://localhost';
  const { address, family, port } = listening;
  if (address === '0.0.0.0' || address === '::') return `http://localhost:${port}`;
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}
