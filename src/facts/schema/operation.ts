/** The files for running the service: `plans.json`, `account-limits.json`, `renewal.json` and `self-test.json`. */
import Type from 'typebox';
import { PLAN_IDS, VISIT_KINDS } from '../../account/account.ts';
import { eachOf, MonthDay, once, type Row, strict, Text } from './values.ts';

const count = (maximum: number, minimum = 1) => Type.Integer({ minimum, maximum });

/** The plans that can be bought. */
const PlansFile = Type.Object({
  plans: eachOf(
    PLAN_IDS,
    strict({
      callsPerDay: count(100_000_000),
      /** Absent: no public price. */
      nokPerMonth: Type.Optional(count(1_000_000, 0)),
    }),
  ),
});

/** The database itself keeps each entry of the audit log for a year. A smaller value would have no effect. */
const LEAST_AUDIT_DAYS = 366;

/** The limits for accounts and visitors, and how long their data is kept. */
const AccountLimitsFile = Type.Object({
  visits: eachOf(
    VISIT_KINDS,
    once('per', strict({ most: count(1_000_000), per: Type.Enum(['hour', 'day']) }), 1),
  ),
  liveKeys: count(1000),
  mostOverlapHours: count(8760),
  mostKeyDays: count(3660),
  recentCalls: count(1000),
  testCallsPerDay: count(1_000_000),
  jobs: eachOf(
    PLAN_IDS,
    strict({
      /** Absent: rows are calls of the day. */
      rowsPerDay: Type.Optional(count(100_000_000)),
      rows: count(2_000_000),
      kept: count(10_000),
      megabytes: count(1_000_000),
    }),
  ),
  knownBrowsers: strict({ most: count(1000), days: count(400) }),
  keepDays: strict({
    endedKeys: count(3660),
    audit: count(3660, LEAST_AUDIT_DAYS),
    keyUsage: count(3660),
    recentCalls: count(400),
  }),
});

/** Trips with known sums. A server tests itself with them. */
const SelfTestFile = Type.Object({
  trips: Type.Array(
    strict({
      name: Text,
      from: Text,
      to: Text,
      startTime: Text,
      tollNok: Type.Number({ minimum: 0, maximum: 10_000 }),
      ferryNok: Type.Number({ minimum: 0, maximum: 10_000 }),
    }),
    { minItems: 3 },
  ),
});

export type KnownTrip = Row<typeof SelfTestFile>['trips'][number];

/** A limit with its reason. Between the two values it still tells a broken harvest from a real change. */
const limit = (minimum: number, maximum: number) =>
  strict({ value: Type.Number({ minimum, maximum }), why: Text });

/** The limits for a renewal. */
const RenewalFile = Type.Object({
  limits: strict({
    mostFallPercent: limit(1, 50),
    mostRisePercent: limit(1, 50),
    mostRushFallPercent: limit(1, 50),
    mostClosedPercent: limit(1, 50),
    mostTurnedPercent: limit(1, 50),
    mostMovedM: limit(100, 20_000),
    mostMovedPercent: limit(1, 50),
    adjustedPercent: limit(1, 50),
    mostChangedPercent: limit(1, 60),
    besideNorwayM: limit(0, 20_000),
    mostSmallNok: limit(200, 2000),
    mostLargeNok: limit(700, 10_000),
    mostFactor: limit(1.1, 5),
    mostMovedDays: limit(14, 90),
    mostClosedDays: limit(270, 330),
    mostCountOffDays: limit(0, 60),
    leastPassM: limit(100, 10_000),
    movedM: limit(0, 100),
    askLinksAgainAfterDays: limit(1, 365),
  }),
  /** A day on which every road that is closed in winter is open. */
  midsummer: strict({ day: MonthDay, why: Text }),
});

/** The limits for a renewal by name; see `data/renewal.json` for the reasons. */
export type RenewalLimits = Readonly<Record<LimitName, number>> & { readonly midsummer: string };
type LimitName = keyof Row<typeof RenewalFile>['limits'];

/** By the name of the file. */
export const OPERATION_FILES = {
  'plans.json': PlansFile,
  'account-limits.json': AccountLimitsFile,
  'renewal.json': RenewalFile,
  'self-test.json': SelfTestFile,
} as const;
