import type { Day } from '../base/day.ts';
import { toOsloTime } from '../base/oslo-time.ts';
import type { Account, Plans } from './account.ts';
import { buildBackground, type OnTrouble } from './background.ts';
import { callerOf } from './caller-of.ts';
import { hashOfKey, prefixOfKey } from './key-text.ts';
import { buildKeyUse } from './note-key-use.ts';
import { buildOpenCalls, type OpenCallsParts } from './open-calls.ts';
import { parseSentKey, type SentKey } from './parse-sent-key.ts';
import type { KeyStore, QuotaStore, StatusClass, UsageStore } from './ports.ts';
import type { QuotaFigures } from './quota.ts';
import { gatherUsage } from './usage-notes.ts';

/**
 * Who calls, and what it costs them. Nothing is remembered between two calls: a key that was
 * rotated or revoked is refused from the next call on, by every process.
 */
export interface Access {
  /**
   * The account behind the key that was sent, whatever its subscription; `undefined` when there
   * is no live key. Junk is refused without asking the database.
   *
   * @throws what the database throws.
   */
  identify(sent: SentKey): Promise<Caller | undefined>;
  /**
   * Counts a call before its work is done. It stays open until `keep` or `credit`.
   *
   * @param callId never used for another call.
   * @returns the figures after it; `undefined` when the day has no room.
   * @throws what the database throws; then nothing is open.
   */
  reserve(callId: string, caller: Caller): Promise<QuotaFigures | undefined>;
  /**
   * The open call was answered and stays counted.
   *
   * @returns false for a call that is not open: it was never counted, or is credited.
   */
  keep(callId: string): boolean;
  /**
   * Credits an open call to the day that it was counted to; never twice. Does not fail: while the
   * database does, the credit is tried again later.
   *
   * @returns calls used that day afterwards; `undefined` when the call is not open, or the credit
   * has not come through yet.
   */
  credit(callId: string): Promise<number | undefined>;
  /** Notes an answer for the usage page, which shows it a moment later. */
  noteCall(caller: Caller, endpoint: string, status: number): void;
  /** Credits every open call, and waits for all that goes on in the background. */
  close(): Promise<void>;
}

/** A caller with a live key, or signed in to the portal. */
export interface Caller {
  readonly account: Account;
  /** The visible part of the key; absent: signed in to the portal. */
  readonly keyPrefix?: string;
  /** The Norwegian day of its arrival: what the call counts to, also when it lasts longer. */
  readonly day: Day;
  /** The midnight at which that day ends, Unix milliseconds. */
  readonly resetAtMs: number;
  /** As they stand before the call is counted. */
  readonly quota: QuotaFigures;
}

export interface AccessParts {
  readonly keys: Pick<KeyStore, 'findHolder' | 'noteUse'>;
  readonly quota: Pick<QuotaStore, 'takeOne' | 'giveOneBack'>;
  readonly usage: Pick<UsageStore, 'note'>;
  readonly plans: Plans;
  readonly clock: { now(): number };
  readonly timer: OpenCallsParts['timer'];
  readonly onTrouble: OnTrouble;
}

/** The rules of keys and quotas over a database. */
export function buildAccess(parts: AccessParts): Access {
  const { keys, quota, usage, plans, clock } = parts;
  const openCalls = buildOpenCalls(parts);
  const background = buildBackground(parts.onTrouble);
  const noteKeyUse = buildKeyUse(keys, background);
  const notes = gatherUsage(usage, parts.timer, background);
  return {
    async identify(sent) {
      const text = parseSentKey(sent);
      if (text === undefined) return undefined;
      const nowMs = clock.now();
      const { day } = toOsloTime(nowMs);
      const holder = await keys.findHolder(hashOfKey(text), day);
      if (holder === undefined) return undefined;
      noteKeyUse(holder, nowMs);
      return { ...callerOf(holder, plans, nowMs), keyPrefix: prefixOfKey(text) };
    },
    async reserve(callId, { account, day, quota: { limit } }) {
      const used = await quota.takeOne(account.id, day, limit);
      if (used === undefined) return undefined;
      openCalls.add(callId, { accountId: account.id, day });
      return { limit, used };
    },
    keep: openCalls.keep,
    credit: openCalls.credit,
    noteCall({ account, day }, endpoint, status) {
      notes.note({ accountId: account.id, day, endpoint, statusClass: statusClassOf(status) });
    },
    async close() {
      await openCalls.creditAll();
      notes.flush();
      await background.finish();
    },
  };
}

function statusClassOf(status: number): StatusClass {
  if (status < 300) return '2xx';
  if (status < 400) return '3xx';
  return status < 500 ? '4xx' : '5xx';
}
