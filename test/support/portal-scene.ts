/** The portal over a database of its own, browsers that visit it, and the letters that it sends. */
import type { InjectOptions } from 'fastify';
import pino from 'pino';
import { onTestFinished } from 'vitest';
import { buildAccess } from '../../src/account/access.ts';
import { buildSessions } from '../../src/account/sessions.ts';
import type { Letter } from '../../src/account/sign-in.ts';
import { buildSignIn } from '../../src/account/sign-in.ts';
import { buildVisits } from '../../src/account/visits.ts';
import { buildApp } from '../../src/http/app.ts';
import type { PortalServices, Services } from '../../src/http/services.ts';
import { openStore } from '../../src/store/open-store.ts';
import { LIMITS, PLANS } from './accounts.ts';
import { FAKES, NOW } from './app.ts';
import { sinkOf } from './log-lines.ts';
import { CLOSED_PORTAL } from './portal.ts';
import { tempHome } from './temp-home.ts';
import { handTime } from './time.ts';

interface SceneParts {
  readonly portal?: Partial<PortalServices>;
  readonly parts?: Partial<Services>;
  /** Letters go to the log instead. */
  readonly withoutMail?: boolean;
  readonly deadlineMs?: number;
}

/** A portal with an empty SQLite database in memory, for this test alone. The test sets the time. */
export async function portalScene({
  portal = {},
  parts = {},
  withoutMail,
  deadlineMs = 60_000,
}: SceneParts = {}) {
  const time = handTime(NOW);
  const { clock } = time;
  const store = await openStore(`${tempHome()}/test.db`, { now: clock.now });
  const letters: Letter[] = [];
  const lines: string[] = [];
  const sessions = buildSessions({ ...store, plans: PLANS, clock });
  const own: PortalServices = {
    ...CLOSED_PORTAL,
    sessions,
    signIn: buildSignIn({ ...store, limits: LIMITS, sessions, clock }),
    visits: buildVisits({ ...store, limits: LIMITS, clock }),
    accounts: store.accounts,
    keys: store.keys,
    usage: store.usage,
    quota: store.quota,
    audit: store.audit,
    ...(!withoutMail && { sendLetter: async (letter) => void letters.push(letter) }),
    ...portal,
  };
  const onTrouble = (sentence: string, err: unknown) => log.error({ err }, sentence);
  const log = pino({ level: 'trace' }, sinkOf(lines));
  const access = buildAccess({ ...store, ...time, plans: PLANS, limits: LIMITS, onTrouble });
  const services: Services = { ...FAKES, ...time, access, ...parts, portal: own };
  const app = buildApp(services, { log, deadlineMs });
  onTestFinished(async () => {
    await app.close();
    await store.close();
  });
  return {
    app,
    services,
    store,
    time,
    letters,
    lines,
    openBrowser: () => openBrowser(app, letters),
  };
}

/** A browser that keeps cookies, and signs in by the newest letter. */
function openBrowser(app: ReturnType<typeof buildApp>, letters: readonly Letter[]) {
  const jar = new Map<string, string>();
  let csrf = '';

  async function ask(question: InjectOptions | string) {
    const { headers, ...rest } = typeof question === 'string' ? { url: question } : question;
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const reply = await app.inject({ ...rest, headers: { host: 'localhost', cookie, ...headers } });
    for (const { name, value } of reply.cookies) {
      if (value === '') jar.delete(name);
      else jar.set(name, value);
    }
    return reply;
  }
  /** Sends any text with the media type of JSON. */
  const send = (
    method: 'POST' | 'DELETE',
    url: string,
    payload: string,
    headers: Record<string, string> = {},
  ) =>
    ask({
      method,
      url,
      payload,
      headers: { 'content-type': 'application/json', 'x-csrf-token': csrf, ...headers },
    });
  const post = (url: string, body: object, headers: Record<string, string> = {}) =>
    send('POST', url, JSON.stringify(body), headers);
  const askForLink = (email: string) => post('/portal/api/sign-in', { email });
  const redeem = async (token = newestToken(letters)) => {
    const reply = await post('/portal/api/session', { token });
    csrf = reply.json().csrf ?? csrf;
    return reply;
  };
  return {
    jar,
    ask,
    post,
    send,
    remove: (url: string) => ask({ method: 'DELETE', url, headers: { 'x-csrf-token': csrf } }),
    askForLink,
    redeem,
    async signIn(email = 'ola@example.no') {
      await askForLink(email);
      return redeem();
    },
    session: async () => (await ask('/portal/api/session')).json(),
  };
}

/** The token in the link of the newest letter. */
export function newestToken(letters: readonly Letter[]): string {
  const token = /#token=([\w-]+)$/m.exec(letters.at(-1)?.text ?? '')?.[1];
  if (token === undefined) throw new Error('Expected a letter with a link.');
  return token;
}
