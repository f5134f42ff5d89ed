import type { TSchema } from 'typebox';
import { buildBackground } from '../../account/background.ts';
import { parseEmail } from '../../account/parse-email.ts';
import { secondsUntil } from '../../account/quota.ts';
import { writeSignInLetter } from '../../account/sign-in-mail.ts';
import type { CountedVisit } from '../../account/visits.ts';
import { Fault } from '../../base/fault.ts';
import { throwDatabaseFault } from '../database-fault.ts';
import type { App } from '../framework.ts';
import { SessionBody, SignInBody } from '../schema/portal.ts';
import type { Services } from '../services.ts';
import { readCookie, setCookie } from './cookies.ts';
import { describeSession } from './describe-session.ts';
import { ownAddress } from './own-address.ts';
import { privately } from './privately.ts';
import { addressOf, takeVisit } from './take-visit.ts';

/** `POST /portal/api/sign-in` sends a link, `POST /portal/api/session` uses it. */
export function signIn(app: App, { portal, clock }: Services): void {
  const { sessions } = portal;
  const sendLink = openLinkSender(app, portal);

  app.post('/portal/api/sign-in', taking(SignInBody), async (request, reply) => {
    const email = readEmail(request.body.email);
    demandRoom(await takeVisit(portal, 'link-from-address', addressOf(request)));
    demandRoom(await takeVisit(portal, 'link-for-email', email));
    const known = readCookie(request, 'browser', portal);
    const { token, browser } = await portal.signIn.ask(email, known).catch(throwDatabaseFault);
    const sent = sendLink(
      email,
      `${ownAddress(app, request, portal)}/portal/sign-in.html#token=${token}`,
    );
    setCookie({ request, reply }, { kind: 'browser', value: browser }, portal);
    return privately(reply).code(202).send({ sent });
  });

  app.post('/portal/api/session', taking(SessionBody), async (request, reply) => {
    demandRoom(await takeVisit(portal, 'session-from-address', addressOf(request)));
    const browser = readCookie(request, 'browser', portal);
    const secret = await portal.signIn
      .redeem(request.body.token, browser)
      .catch(throwDatabaseFault);
    if (secret === undefined) throw new Fault('link_not_valid');
    await sessions.end(readCookie(request, 'session', portal)).catch(throwDatabaseFault);
    setCookie({ request, reply }, { kind: 'session', value: secret }, portal);
    const signedIn = await sessions.identify(secret).catch(throwDatabaseFault);
    return privately(reply).send(describeSession(signedIn, portal.plans));
  });

  function demandRoom({ isGranted, resetAtMs }: CountedVisit): void {
    if (isGranted) return;
    throw new Fault('rate_limited', 'Too many attempts to sign in; try again later.', {
      retryAfterS: secondsUntil(resetAtMs, clock.now()),
    });
  }
}

/** To sign in needs no facts. */
const taking = <Body extends TSchema>(body: Body) =>
  ({
    schema: { body },
    config: { access: 'open', visitor: 'page', whileStarting: true },
  }) as const;

function readEmail(text: string): string {
  const email = parseEmail(text);
  if (email === undefined) throw new Fault('invalid_parameter', 'email must be an e-mail address.');
  return email;
}

/**
 * Sends links by mail, or to the log where there is no mail server. In the background: how long it
 * takes, and whether it fails, would tell of the address.
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
