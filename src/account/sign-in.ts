import type { RandomBytes } from './manage-keys.ts';
import type { AccountStore } from './ports.ts';
import { hashOfSecret, isSecretText, mintSecret } from './secret-text.ts';
import type { Sessions } from './sessions.ts';
import type { LinkStore } from './visitor-ports.ts';

/** A link works for so long. */
export const LINK_LIFE_MS = 15 * 60_000;

/** Sign-in by a link that is sent to an address. */
export interface SignIn {
  /**
   * Makes a link, whether or not there is an account: nothing here asks.
   *
   * @param browser the secret of an earlier asking by the same browser; absent or junk: it gets one.
   */
  ask(email: string, browser: string | undefined): Promise<AskedLink>;
  /**
   * Uses a link and signs in, with an account of its own at the first time.
   *
   * @returns the secret of a new session; `undefined` when the link is used, has ended, or was asked
   * for by another browser.
   */
  redeem(token: string, browser: string | undefined): Promise<string | undefined>;
}

export interface AskedLink {
  readonly token: string;
  /** What the asking browser is to keep. */
  readonly browser: string;
}

export interface SignInParts {
  readonly links: LinkStore;
  readonly accounts: Pick<AccountStore, 'getOrCreate'>;
  readonly sessions: Pick<Sessions, 'open'>;
  readonly clock: { now(): number };
  readonly randomBytes: RandomBytes;
}

export function buildSignIn(parts: SignInParts): SignIn {
  const { links, accounts, sessions, clock, randomBytes } = parts;
  return {
    async ask(email, known) {
      const browser = isSecretText(known) ? known : mintSecret(randomBytes);
      const token = mintSecret(randomBytes);
      const nowMs = clock.now();
      const hashes = { tokenHash: hashOfSecret(token), browserHash: hashOfSecret(browser) };
      await links.add({ ...hashes, email, endsAtMs: nowMs + LINK_LIFE_MS }, nowMs);
      return { token, browser };
    },

    async redeem(token, browser) {
      if (!isSecretText(token) || !isSecretText(browser)) return undefined;
      const email = await links.take(hashOfSecret(token), hashOfSecret(browser), clock.now());
      if (email === undefined) return undefined;
      const { account } = await accounts.getOrCreate({ email, plan: 'free' }, 'owner');
      return sessions.open(account.id);
    },
  };
}
