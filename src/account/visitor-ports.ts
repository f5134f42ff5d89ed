/** What the rules of the portal need from a database. Every promise here holds across processes. */
import type { Day } from '../base/day.ts';
import type { Account } from './account.ts';
import type { By } from './ports.ts';

/** Sign-in links that are not used yet. */
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

/** Browsers that are signed in. */
export interface SessionStore {
  /** Adds a session with an entry in the account's log. */
  add(session: NewSession, by?: By): Promise<void>;
  /**
   * The account of a session, and what it has used on a day.
   *
   * @returns `undefined` when there is no such session (any more), or it has ended.
   */
  find(hash: string, day: Day, nowMs: number): Promise<FoundSession | undefined>;
  /** Notes that a session was used, so that it ends later. */
  noteUse(
    hash: string,
    use: { readonly seenAtMs: number; readonly idleEndMs: number },
  ): Promise<void>;
  end(hash: string): Promise<void>;
  /** Ends every session of an account. */
  endAll(accountId: string, by?: By): Promise<void>;
}

export interface NewSession {
  /** Hash of its secret. */
  readonly hash: string;
  readonly accountId: string;
  readonly createdAtMs: number;
  /** It ends then unless it is used before. */
  readonly idleEndMs: number;
  /** It ends then whatever happens. */
  readonly endsAtMs: number;
}

export interface FoundSession {
  readonly account: Account;
  /** Counted calls of the asked day so far. */
  readonly used: number;
  readonly seenAtMs: number;
}

/** Browsers that have signed in before. They have an advantage over others only where they ask for a link. */
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

/** Counts what visitors do, by the hash of their address. */
export interface VisitStore {
  /**
   * Counts `visits` visits if the period still has room for all of them, else none.
   *
   * @returns visits of the period, these included; `undefined` when it has no room.
   */
  take(visit: Visit, limit: number, visits: number): Promise<number | undefined>;
  /** Takes `visits` visits back; a period never falls below 0. */
  giveBack(visit: Visit, visits: number): Promise<void>;
  /**
   * The salt of a day. The first caller gets the salt that it offers, and all others get the same. The salts of earlier
   * days are forgotten, and with them whose hash was whose.
   */
  saltOf(day: Day, offered: string): Promise<string>;
}

export interface Visit {
  /** What was done, and the salted hash of who did it. */
  readonly subject: string;
  /** Names the period. */
  readonly period: string;
  readonly endsAtMs: number;
}
