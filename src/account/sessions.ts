import type { Day } from '../base/day.ts';
import { toOsloTime } from '../base/oslo-time.ts';
import { type Caller, toCaller } from './access.ts';
import type { Account, Plans } from './account.ts';
import { deriveSecret, hashOfSecret, isSecretText, mintSecret } from './key-text.ts';
import type { By } from './ports.ts';

/** A session that is not used for this long ends. */
const IDLE_MS = 8 * 3_600_000;
/** A session ends after this long, however much it is used. */
export const LIFE_MS = 7 * 24 * 3_600_000;
/** Use is noted this often at most. */
const NOTE_EVERY_MS = 5 * 60_000;

/** Browsers that are signed in to the portal. Nothing is remembered between two requests. */
export type Sessions = ReturnType<typeof buildSessions>;

/** A browser that is signed in. */
export interface SignedIn {
  readonly caller: Caller;
  /** The text that the pages of this session send with every change. */
  readonly csrf: string;
}

interface SessionParts {
  readonly sessions: SessionStore;
  readonly plans: Plans;
  readonly clock: { now(): number };
}

export function buildSessions({ sessions, plans, clock }: SessionParts) {
  async function noteUse(hash: string, { seenAtMs }: FoundSession, nowMs: number): Promise<void> {
    if (nowMs - seenAtMs < NOTE_EVERY_MS) return;
    await sessions.noteUse(hash, { seenAtMs: nowMs, idleEndMs: nowMs + IDLE_MS });
  }

  return {
    /** Opens a session of an account under a new secret. */
    async open(accountId: string, by?: By): Promise<string> {
      const secret = mintSecret();
      const createdAtMs = clock.now();
      const ends = { idleEndMs: createdAtMs + IDLE_MS, endsAtMs: createdAtMs + LIFE_MS };
      const session = { hash: hashOfSecret(secret), accountId, createdAtMs, ...ends };
      await sessions.add(session, by);
      return secret;
    },

    /** The account that sent this secret; `undefined`: no one is signed in. Junk never reaches the database. */
    async identify(secret: string | undefined): Promise<SignedIn | undefined> {
      if (!isSecretText(secret)) return undefined;
      const nowMs = clock.now();
      const hash = hashOfSecret(secret);
      const found = await sessions.find(hash, toOsloTime(nowMs).day, nowMs);
      if (found === undefined) return undefined;
      await noteUse(hash, found, nowMs);
      return { caller: toCaller(found, plans, nowMs), csrf: deriveSecret(secret, 'csrf') };
    },

    /** Ends a session, if there is one. */
    async end(secret: string | undefined): Promise<void> {
      if (isSecretText(secret)) await sessions.end(hashOfSecret(secret));
    },

    endAll: sessions.endAll,
  };
}

/** Browsers that are signed in, in a database. Every promise holds across processes. */
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
