import { createHmac } from 'node:crypto';
import type { Day } from '../base/day.ts';
import { HOUR_MS } from '../base/duration.ts';
import { groupBy } from '../base/lists.ts';
import { fromOsloWallClock, nextOsloMidnightMs, toOsloTime } from '../base/oslo-time.ts';
import type { Timer } from '../base/timer.ts';
import { type Account, type AccountLimits, dailyLimitOf, type Plans } from './account.ts';
import { type Background, buildBackground, type OnTrouble } from './background.ts';
import { hashOfKey, isTestKey, parseSentKey, prefixOfKey, type SentKey } from './key-text.ts';
import { buildOpenCalls, type OpenCalls } from './open-calls.ts';
import type {
  CountedCall,
  KeyCall,
  KeyHolder,
  KeyStore,
  OnceCall,
  QuotaStore,
  RefusedCall,
  StatusClass,
  TakenOnce,
  UsageCell,
  UsageStore,
} from './ports.ts';

/**
 * Finds the caller, and what the call costs. Nothing is remembered between two calls: a key that was
 * rotated or revoked is refused from the next call on, by every process.
 */
export type Access = ReturnType<typeof buildAccess>;

/** How a call is counted. */
interface CountTerms {
  /** Absent: 1. */
  readonly units?: number;
  /**
   * Its caller may repeat it: within a day the same question under the same key is counted once. A repetition is open as
   * well, and counts nothing. Absent: it is counted each time.
   */
  readonly repeatable?: RepeatableCall | undefined;
}

/** A call that its caller may repeat without being counted again. */
interface RepeatableCall {
  /** The key by which the caller knows its call. */
  readonly idempotencyKey: string;
  readonly question: string;
  /** The facts that it is answered from. */
  readonly dataVersion: string;
}

/** A caller with a live key, or signed in to the portal. */
export interface Caller {
  readonly account: Account;
  /** Its key is for tests: it has a quota of its own, and meets fictitious vehicles. */
  readonly isTest?: true;
  /** The visible part of the key; absent, like its id: signed in to the portal. */
  readonly keyPrefix?: string;
  readonly keyId?: string;
  /** The Norwegian day on which the call arrived. It counts to this day, also when it lasts longer. */
  readonly day: Day;
  /** The midnight at which that day ends, Unix milliseconds. */
  readonly resetAtMs: number;
  /** The figures before the call is counted. */
  readonly quota: QuotaFigures;
}

interface AccessParts {
  readonly keys: Pick<KeyStore, 'findHolder' | 'noteUse' | 'noteRefused'>;
  readonly quota: Pick<QuotaStore, 'take' | 'takeOnce' | 'giveBack' | 'noteAnswered'>;
  readonly usage: Pick<UsageStore, 'note' | 'noteOfKey'>;
  readonly plans: Plans;
  readonly limits: Pick<AccountLimits, 'testCallsPerDay' | 'recentCalls'>;
  readonly clock: { now(): number };
  readonly timer: Timer;
  readonly onTrouble: OnTrouble;
}

/** The rules of keys and quotas over a database. */
export function buildAccess(parts: AccessParts) {
  const { keys, plans, limits, clock } = parts;
  const openCalls = buildOpenCalls(parts);
  const background = buildBackground(parts.onTrouble);
  const noteKeyUse = buildKeyUse(keys, background);
  const noteRefused = buildRefusals(keys, background);
  const notes = gatherUsage(parts, background);
  return {
    /**
     * The account behind the key that was sent, whatever its subscription; `undefined` when there is no live key. Junk
     * is refused without asking the database. A key that was sent after it had ended is noted in the audit log, once a
     * day for each key.
     *
     * @throws what the database throws.
     */
    async identify(sent: SentKey, call: RefusedCall): Promise<Caller | undefined> {
      const text = parseSentKey(sent);
      if (text === undefined) return undefined;
      const nowMs = clock.now();
      const isTest = isTestKey(text);
      const hash = hashOfKey(text);
      const holder = await keys.findHolder(hash, toOsloTime(nowMs).day, isTest);
      if (holder === undefined) {
        noteRefused(hash, nowMs, call);
        return undefined;
      }
      noteKeyUse(holder, nowMs);
      const caller = toCaller(holder, plans, nowMs);
      const key = { keyId: holder.keyId, keyPrefix: prefixOfKey(text) };
      if (!isTest) return { ...caller, ...key };
      const quota = { limit: limits.testCallsPerDay, used: holder.used };
      return { ...caller, ...key, isTest, quota };
    },
    ...buildCounting(parts, openCalls, background),
    /** Notes an answer for the usage page, which shows it a moment later. */
    noteCall: (caller: Caller, answered: Omit<KeyCall, 'atMs'>): void =>
      notes.note(caller, { atMs: clock.now(), ...answered }),
    /** Credits every open call, and waits for all that goes on in the background. */
    async close(): Promise<void> {
      await openCalls.creditAll();
      notes.flush();
      await background.finish();
    },
  };
}

/** Counts calls: they are open until they are kept or credited. */
function buildCounting(
  { quota, clock }: AccessParts,
  openCalls: OpenCalls,
  background: Background,
) {
  return {
    /**
     * Counts a call before its work is done. It stays open until `keep` or `credit`.
     *
     * @param callId never used for another call.
     * @returns how it was taken. Where it was neither counted nor a repetition, nothing is open.
     * @throws what the database throws; then nothing is open.
     */
    async reserve(
      callId: string,
      { account, day, isTest: forTests, ...caller }: Caller,
      { units = 1, repeatable }: CountTerms = {},
    ): Promise<TakenOnce> {
      const isTest = forTests ?? false;
      const call = { accountId: account.id, day, units, isTest };
      const once = repeatable && toOnce(repeatable, isTest, clock.now());
      const taken = await takeCall(quota, call, once, caller.quota.limit);
      if ('used' in taken)
        openCalls.add(callId, { ...call, ...(once && { onceDigest: once.onceDigest }) });
      return taken;
    },
    /**
     * The open call was answered and stays counted.
     *
     * @returns false for a call that is not open: it was never counted, or is credited.
     */
    keep(callId: string): boolean {
      const call = openCalls.keep(callId);
      if (call?.onceDigest !== undefined)
        background.run(quota.noteAnswered(call), 'a call that may be repeated was not noted');
      return call !== undefined;
    },
    credit: openCalls.credit,
  };
}

async function takeCall(
  quota: Pick<QuotaStore, 'take' | 'takeOnce'>,
  call: CountedCall,
  once: OnceCall | undefined,
  limit: number,
): Promise<TakenOnce> {
  if (once !== undefined) return quota.takeOnce(call, once, limit);
  const used = await quota.take(call, limit);
  return used === undefined ? { kind: 'no-room' } : { kind: 'counted', used };
}

/** How long a call may be repeated. Source: interface, Idempotency-Key. */
const REPEATABLE_MS = 24 * 3_600_000;

/**
 * The record of a repeatable call. The digest of the question is salted with the caller's Idempotency-Key. Only a
 * digest of another kind is kept of that key, so a plate can not be found by trying all of them.
 */
const toOnce = (
  { idempotencyKey, question, dataVersion }: RepeatableCall,
  isTest: boolean,
  askedAtMs: number,
): OnceCall => ({
  onceDigest: digestByKey(idempotencyKey, 'key', isTest),
  questionDigest: digestByKey(idempotencyKey, 'question', isTest, question),
  dataVersion,
  askedAtMs,
  endsAtMs: askedAtMs + REPEATABLE_MS,
});

/**
 * A digest of a text by a caller's Idempotency-Key; without a text it is a digest of the key itself.
 *
 * @param purpose what the digest is for; digests for different purposes differ.
 */
export const digestByKey = (key: string, purpose: string, isTest: boolean, text = ''): string =>
  createHmac('sha256', `${purpose}${isTest ? ' of tests' : ''}\n${key}`)
    .update(text)
    .digest('hex');

function statusClassOf(status: number): StatusClass {
  if (status < 300) return '2xx';
  if (status < 400) return '3xx';
  return status < 500 ? '4xx' : '5xx';
}

/** Notes in the background that a key was used: once an hour is enough for its owner. */
function buildKeyUse(keys: Pick<KeyStore, 'noteUse'>, background: Background) {
  /** Parallel calls with one key need one note. */
  const noting = new Set<string>();
  return function noteKeyUse({ keyId, lastUsedAtMs }: KeyHolder, nowMs: number): void {
    const hourMs = Math.floor(nowMs / HOUR_MS) * HOUR_MS;
    if ((lastUsedAtMs !== undefined && lastUsedAtMs >= hourMs) || noting.has(keyId)) return;
    noting.add(keyId);
    const noted = keys.noteUse(keyId, hourMs).finally(() => noting.delete(keyId));
    background.run(noted, 'the use of a key could not be noted');
  };
}

/** Refused keys that are known to be noted, or to be none of ours. */
const MOST_REFUSED = 1000;

/**
 * Notes in the background which ended keys are still sent. One key is looked up at a time, and each once a day: a flood
 * of wrong keys takes no more of the database. A key that is not noted because of a flood is noted at a later call.
 */
function buildRefusals(keys: Pick<KeyStore, 'noteRefused'>, background: Background) {
  const looked = new Set<string>();
  let [dayOfLooked, isLooking] = ['', false];
  return function noteRefused(hash: string, nowMs: number, call: RefusedCall): void {
    const { day } = toOsloTime(nowMs);
    if (day !== dayOfLooked || looked.size >= MOST_REFUSED) looked.clear();
    dayOfLooked = day;
    if (isLooking || looked.has(hash)) return;
    isLooking = true;
    const noted = keys
      .noteRefused(hash, fromOsloWallClock(`${day}T00:00`), call)
      .then(() => looked.add(hash))
      .finally(() => {
        isLooking = false;
      });
    background.run(noted, 'the use of a key that has ended could not be noted');
  };
}

/** An account as it stands before a call that arrives now is counted. */
export function toCaller(
  { account, used }: { readonly account: Account; readonly used: number },
  plans: Plans,
  nowMs: number,
): Caller {
  return {
    account,
    day: toOsloTime(nowMs).day,
    resetAtMs: nextOsloMidnightMs(nowMs),
    quota: { limit: dailyLimitOf(account, plans), used },
  };
}

/** How many calls a Norwegian day allows an account, and how many it has made. */
export interface QuotaFigures {
  /** Calls a day. */
  readonly limit: number;
  /** May exceed the limit after the limit was lowered. */
  readonly used: number;
}

/** The quota of an unknown caller. */
export const NO_QUOTA: QuotaFigures = { limit: 0, used: 0 };

/** Calls left today. */
export function remainingOf({ limit, used }: QuotaFigures): number {
  return Math.max(0, limit - used);
}

/**
 * Whole seconds that a caller must wait for a moment, rounded up so that it is not too early;
 * at least 1, also when the moment has passed meanwhile.
 */
export function secondsUntil(atMs: number, nowMs: number): number {
  return Math.max(1, Math.ceil((atMs - nowMs) / 1000));
}

/**
 * How long answers are gathered. The page is looked at by people, who can wait; a process that is killed loses what it
 * has gathered.
 */
const GATHER_MS = 200;

/**
 * Gathers the answers of a moment: under load hundreds of them are one statement, and the quota, which
 * must not lose any, has the database to itself. The page may show them a moment later.
 *
 * @internal Its tests ask it by itself.
 */
export function gatherUsage(
  { usage, timer, limits }: Pick<AccessParts, 'usage' | 'timer' | 'limits'>,
  background: Background,
) {
  let cells: UsageCell[] = [];
  let ofKeys: { readonly keyId: string; readonly day: Day; readonly call: KeyCall }[] = [];

  function flush(): void {
    const [accounts, keys] = [count(cells), groupBy(ofKeys, ({ keyId }) => keyId)];
    [cells, ofKeys] = [[], []];
    for (const { calls, ...cell } of accounts)
      background.run(usage.note(cell, calls), 'calls could not be noted for the usage page');
    for (const [keyId, noted] of keys) {
      const counts = count(
        noted.map(({ day, call }) => ({ day, statusClass: statusClassOf(call.status) })),
      );
      const last = noted.slice(-limits.recentCalls).map(({ call }) => call);
      const written = usage.noteOfKey(keyId, { counts, last }, limits.recentCalls);
      background.run(written, 'calls could not be noted for the page of keys');
    }
  }

  return {
    /** An answer to a test key is noted only for that key. An answer without a key is noted only for its account. */
    note({ account, day, isTest, keyId }: Noted, call: KeyCall): void {
      if (cells.length + ofKeys.length === 0) timer.start(GATHER_MS, flush);
      const { endpoint, status } = call;
      const cell = { accountId: account.id, day, endpoint, statusClass: statusClassOf(status) };
      if (!isTest) cells.push(cell);
      if (keyId !== undefined) ofKeys.push({ keyId, day, call });
    },
    /** Hands over to the background what has been noted so far. */
    flush,
  };
}

type Noted = { readonly account: Pick<Account, 'id'> } & Pick<Caller, 'day' | 'isTest' | 'keyId'>;

/** Each thing once, with the number of times that it was there. */
function count<Thing extends object>(
  things: readonly Thing[],
): readonly (Thing & { readonly calls: number })[] {
  const same = groupBy(things, (thing) => JSON.stringify(thing)).values();
  return [...same].flatMap((group) =>
    group.slice(0, 1).map((thing) => ({ ...thing, calls: group.length })),
  );
}
