import { createHmac } from 'node:crypto';
import type { Day } from '../base/day.ts';
import { HOUR_MS } from '../base/duration.ts';
import { nextOsloMidnightMs, toOsloTime } from '../base/oslo-time.ts';
import type { AccountLimits, VisitKind, VisitTerm } from './account.ts';
import { mintSecret } from './key-text.ts';

/** Counts what is done without a key, by a hash of who did it. The salt of the hash ends with the day. */
export type Visits = ReturnType<typeof buildVisits>;

export interface CountedVisit {
  readonly isGranted: boolean;
  /** The limit of the period that has no room, or of the last period that was looked at. */
  readonly limit: number;
  /** Visits of that period, this one included if it is granted. */
  readonly used: number;
  /** When that period ends, Unix milliseconds. */
  readonly resetAtMs: number;
  /** How many visits it counts for, and where they were counted. */
  readonly units: number;
  readonly visits: readonly Visit[];
}

export interface VisitParts {
  readonly visits: VisitStore;
  readonly limits: Pick<AccountLimits, 'visits'>;
  readonly clock: { now(): number };
}

export function buildVisits({ visits, limits, clock }: VisitParts) {
  let known: { readonly day: Day; readonly salt: string } | undefined;

  async function saltOf(day: Day): Promise<string> {
    if (known?.day !== day) known = { day, salt: await visits.saltOf(day, mintSecret()) };
    return known.salt;
  }

  return {
    /** Counts visits if each of their periods has room for all. */
    async take(kind: VisitKind, who: string, units = 1): Promise<CountedVisit> {
      const nowMs = clock.now();
      const { day } = toOsloTime(nowMs);
      const hash = createHmac('sha256', await saltOf(day))
        .update(who)
        .digest('base64url');
      const taken: Visit[] = [];
      let counted = { limit: 0, used: 0, resetAtMs: nowMs, units };
      for (const term of limits.visits[kind]) {
        const visit = { subject: `${kind} ${hash}`, ...periodOf(term, day, nowMs) };
        const used = await visits.take(visit, term.most, units);
        counted = { limit: term.most, used: used ?? term.most, resetAtMs: visit.endsAtMs, units };
        if (used === undefined) return { isGranted: false, ...counted, visits: taken };
        taken.push(visit);
      }
      return { isGranted: true, ...counted, visits: taken };
    },
    /** Takes back a visit that was counted. */
    async giveBack(counted: CountedVisit): Promise<void> {
      for (const visit of counted.visits) await visits.giveBack(visit, counted.units);
    },
  };
}

function periodOf({ per }: VisitTerm, day: Day, nowMs: number): Pick<Visit, 'period' | 'endsAtMs'> {
  if (per === 'day') return { period: day, endsAtMs: nextOsloMidnightMs(nowMs) };
  const hour = Math.floor(nowMs / HOUR_MS);
  return { period: `${day} ${hour}`, endsAtMs: (hour + 1) * HOUR_MS };
}

/** Counts what visitors do, by the hash of their address, in a database. Every promise holds across processes. */
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
