import { DAY_MS } from '../base/duration.ts';
import type { AccountLimits } from './account.ts';
import { hashOfSecret, isSecretText, mintSecret } from './key-text.ts';
import type { AccountStore, By } from './ports.ts';
import type { Sessions } from './sessions.ts';

/** How long a link works. */
export const LINK_LIFE_MS = 15 * 60_000;

/** Sign-in by a link that is sent to an address. */
export type SignIn = ReturnType<typeof buildSignIn>;

/** The secrets that a browser keeps; absent: it keeps none. Junk counts as absent. */
interface BrowserSecrets {
  /** The secret that its links are bound to. */
  readonly browser: string | undefined;
  /** The secret that it is known by. */
  readonly known: string | undefined;
}

interface Redeemed {
  /** The secret of a new session. */
  readonly session: string;
  /** The secret that the browser is known by. */
  readonly known: string;
}

interface AskedLink {
  readonly token: string;
  /** The secret that the asking browser is to keep. */
  readonly browser: string;
}

interface SignInParts {
  readonly links: LinkStore;
  readonly knownBrowsers: KnownBrowserStore;
  readonly limits: Pick<AccountLimits, 'knownBrowsers'>;
  readonly accounts: Pick<AccountStore, 'findByEmail' | 'openOwn'>;
  readonly sessions: Pick<Sessions, 'open'>;
  readonly clock: { now(): number };
}

export function buildSignIn(parts: SignInParts) {
  const { links, knownBrowsers, limits, accounts, sessions, clock } = parts;

  async function welcome(accountId: string, former?: string): Promise<string> {
    const known = mintSecret();
    const seenAtMs = clock.now();
    const { days, most } = limits.knownBrowsers;
    const hashes = {
      hash: hashOfSecret(known),
      ...(isSecretText(former) && { formerHash: hashOfSecret(former) }),
    };
    const endsAtMs = seenAtMs + days * DAY_MS;
    await knownBrowsers.welcome({ ...hashes, accountId, seenAtMs, endsAtMs }, most);
    return known;
  }

  return {
    /**
     * Makes a link, whether or not there is an account: nothing here looks for one.
     *
     * @param known the secret that the same browser got when it asked before; absent or junk: it gets a new one.
     */
    async ask(email: string, known: string | undefined): Promise<AskedLink> {
      const browser = isSecretText(known) ? known : mintSecret();
      const token = mintSecret();
      const nowMs = clock.now();
      const hashes = { tokenHash: hashOfSecret(token), browserHash: hashOfSecret(browser) };
      await links.add({ ...hashes, email, endsAtMs: nowMs + LINK_LIFE_MS });
      return { token, browser };
    },

    /**
     * Uses a link and signs in. The first time an account is made. The browser is known from then on, by a new secret: a
     * secret that somebody has put into it is worth nothing.
     *
     * @param secrets what the browser brought.
     * @param admitNew called before an account is made; what it throws is thrown, and no account is made.
     * @param by the call that does it; absent: the owner, without a call.
     * @returns `undefined` when the link is used, has ended, or was asked for by another browser.
     */
    async redeem(
      token: string,
      { browser, known }: BrowserSecrets,
      admitNew: () => Promise<void>,
      by?: By,
    ): Promise<Redeemed | 'duplicate' | undefined> {
      if (!isSecretText(token) || !isSecretText(browser)) return undefined;
      const email = await links.take(hashOfSecret(token), hashOfSecret(browser), clock.now());
      if (email === undefined) return undefined;
      if ((await accounts.findByEmail(email)) === undefined) await admitNew();
      const account = await accounts.openOwn(email, by);
      if (account === undefined) return 'duplicate';
      const session = await sessions.open(account.id, by);
      return { session, known: await welcome(account.id, known) };
    },

    /** Whether a browser has signed in to the account of an address before. */
    async isKnown(known: string | undefined, email: string): Promise<boolean> {
      return isSecretText(known) && knownBrowsers.isKnown(hashOfSecret(known), email, clock.now());
    },

    /**
     * Forgets the browsers of an account except the one that asks.
     *
     * @returns the new secret of that browser.
     */
    async forgetOthers(accountId: string): Promise<string> {
      await knownBrowsers.forgetAll(accountId);
      return welcome(accountId);
    },
  };
}

/** Sign-in links that are not used yet, in a database. Every promise holds across processes. */
export interface LinkStore {
  add(link: StoredLink): Promise<void>;
  /**
   * Uses a link up. Of several callers at once one succeeds; a wrong browser uses nothing up.
   *
   * @returns the address that it was sent to; `undefined` when there is no such link for this
   * browser, or it has ended.
   */
  take(tokenHash: string, browserHash: string, nowMs: number): Promise<string | undefined>;
}

export interface StoredLink {
  readonly tokenHash: string;
  /** Hash of the secret that the asking browser holds. */
  readonly browserHash: string;
  readonly email: string;
  readonly endsAtMs: number;
}

/** Browsers that have signed in before, in a database. Every promise holds across processes. They have an advantage over others only where they ask for a link. */
export interface KnownBrowserStore {
  /** Whether the browser with this secret has signed in to the account of an address, and not long ago. */
  isKnown(hash: string, email: string, nowMs: number): Promise<boolean>;
  /**
   * Knows a browser from now on, under a new secret: the former secret is void.
   *
   * @param most browsers that an account has at most; the ones that were seen last stay.
   */
  welcome(browser: WelcomedBrowser, most: number): Promise<void>;
  forgetAll(accountId: string): Promise<void>;
}

export interface WelcomedBrowser {
  /** Hash of its secret. */
  readonly hash: string;
  /** Hash of the secret that it brought; absent: it brought none. */
  readonly formerHash?: string;
  readonly accountId: string;
  readonly seenAtMs: number;
  readonly endsAtMs: number;
}

/** A letter in plain text. */
export interface Letter {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** The letter with a sign-in link, in both languages of the portal. */
export function writeSignInLetter(to: string, link: string): Letter {
  return {
    to,
    subject: 'Logg inn på Veipris / Sign in to Veipris',
    text: [
      'Åpne denne lenken i nettleseren der du ba om den. Den virker én gang, i 15 minutter.',
      'Open this link in the browser in which you asked for it. It works once, for 15 minutes.',
      '',
      link,
      '',
      'Har du ikke bedt om den, kan du se bort fra denne e-posten.',
      'If you did not ask for it, you can ignore this e-mail.',
      '',
    ].join('\n'),
  };
}

/**
 * The group that an address counts for. It is the IPv4 address itself, or the network of 64 bits of an IPv6 address,
 * which is what one household or one phone has. A port behind the address, as some proxies write one, does not matter.
 *
 * Source: RFC 4291, 2.5.5.2 (IPv4 in IPv6), February 2006; RFC 6177 (an end site has /64 or more), March 2011.
 */
export function addressGroup(address: string): string {
  const [plain = ''] = address.toLowerCase().split('%');
  const v4 = /(\d+(?:\.\d+){3})(?::\d+)?$/.exec(plain.replace(/\](?::\d+)?$/, ''))?.[1];
  if (v4 !== undefined) return v4;
  const bare = plain.replace(/^\[|\](?::\d+)?$/g, '');
  const [head = '', tail] = bare.split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = Array(Math.max(0, 8 - before.length - after.length)).fill('0');
  const parts = tail === undefined ? before : [...before, ...zeros, ...after];
  const [last = 0, end = 0] = parts.slice(6).map((part) => Number.parseInt(part, 16));
  if (/^(0+:){5}ffff$/.test(parts.slice(0, 6).join(':')))
    return [last >> 8, last & 255, end >> 8, end & 255].join('.');
  return parts
    .slice(0, 4)
    .map((part) => part.replace(/^0+(?=.)/, ''))
    .join(':');
}
