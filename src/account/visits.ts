import { createHmac } from 'node:crypto';
import type { Day } from '../base/day.ts';
import { nextOsloMidnightMs, toOsloTime } from '../base/oslo-time.ts';
import type { RandomBytes } from './manage-keys.ts';
import { mintSecret } from './secret-text.ts';
import type { Visit, VisitStore } from './visitor-ports.ts';

/** How often somebody may do what within which period. */
const TERMS = {
  'link-for-email': { limit: 5, per: 'hour' },
  'link-from-address': { limit: 20, per: 'hour' },
  'session-from-address': { limit: 60, per: 'hour' },
  'demo-from-address': { limit: 100, per: 'day' },
} as const;

type VisitKind = keyof typeof TERMS;

/** Calls that the public demo gives an address in one Norwegian day. */
export const DEMO_CALLS_PER_DAY = TERMS['demo-from-address'].limit;

/** Counts what visitors without a key do. Who they are is hashed with a salt that ends with the day. */
export interface Visits {
  /** Counts a visit, if there is room for it. */
  take(kind: VisitKind, who: string): Promise<CountedVisit>;
  /** Takes back a visit that was counted. */
  giveBack(visit: CountedVisit): Promise<void>;
}

export interface CountedVisit {
  readonly isGranted: boolean;
  readonly limit: number;
  /** This one included. */
  readonly used: number;
  /** When the period ends, Unix milliseconds. */
  readonly resetAtMs: number;
  readonly visit: Visit;
}

export interface VisitParts {
  readonly visits: VisitStore;
  readonly clock: { now(): number };
  readonly randomBytes: RandomBytes;
}

const HOUR_MS = 3_600_000;

export function buildVisits({ visits, clock, randomBytes }: VisitParts): Visits {
  let known: { readonly day: Day; readonly salt: string } | undefined;

  async function saltOf(day: Day): Promise<string> {
    if (known?.day !== day)
      known = { day, salt: await visits.saltOf(day, mintSecret(randomBytes)) };
    return known.salt;
  }

  return {
    async take(kind, who) {
      const nowMs = clock.now();
      const { day } = toOsloTime(nowMs);
      const { limit, per } = TERMS[kind];
      const hash = createHmac('sha256', await saltOf(day))
        .update(who)
        .digest('base64url');
      const hour = Math.floor(nowMs / HOUR_MS);
      const period = per === 'day' ? day : `${day} ${hour}`;
      const endsAtMs = per === 'day' ? nextOsloMidnightMs(nowMs) : (hour + 1) * HOUR_MS;
      const visit = { subject: `${kind} ${hash}`, period, endsAtMs };
      const used = await visits.takeOne(visit, limit, nowMs);
      return {
        isGranted: used !== undefined,
        limit,
        used: used ?? limit,
        resetAtMs: endsAtMs,
        visit,
      };
    },
    giveBack: ({ visit }) => visits.giveOneBack(visit),
  };
}
