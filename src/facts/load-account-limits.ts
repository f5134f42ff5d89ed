import { join } from 'node:path';
import Type from 'typebox';
import { type AccountLimits, VISIT_KINDS, type VisitKind } from '../account/account.ts';
import { factFault } from './check-records.ts';
import { readChecked } from './read-checked.ts';

const FILE = 'account-limits.json';

const count = (maximum: number, minimum = 1) => Type.Integer({ minimum, maximum });
const only = { additionalProperties: false };

/** The database itself keeps an entry of the audit log for a year, whatever stands here. */
const LEAST_AUDIT_DAYS = 366;

/** `data/account-limits.json`: what an account and a visitor may do, and what is kept how long. */
const LimitsFile = Type.Object({
  visits: Type.Array(
    Type.Object(
      {
        kind: Type.Enum([...VISIT_KINDS]),
        most: count(1_000_000),
        per: Type.Enum(['hour', 'day']),
      },
      only,
    ),
  ),
  liveKeys: count(1000),
  knownBrowsers: Type.Object({ most: count(1000), days: count(400) }, only),
  keepDays: Type.Object({ endedKeys: count(3660), audit: count(3660, LEAST_AUDIT_DAYS) }, only),
});

/**
 * Reads `account-limits.json`.
 *
 * @throws Error with one sentence when the file is wrong, lacks a kind, or when one mailbox could be
 * closed to its owner from one address.
 */
export function loadAccountLimits(dataDir: string): AccountLimits {
  const { visits, liveKeys, knownBrowsers, keepDays } = readChecked(
    join(dataDir, FILE),
    LimitsFile,
  ).content;
  const termsOf = (kind: VisitKind) => {
    const terms = visits.filter((visit) => visit.kind === kind);
    if (terms.length === 0) throw factFault(FILE, 'visits', `there must be a ${kind}`);
    if (new Set(terms.map(({ per }) => per)).size < terms.length)
      throw factFault(FILE, kind, 'an hour or a day stands there twice');
    return terms.map(({ most, per }) => ({ most, per }));
  };
  const ofMailbox = Math.min(...termsOf('link-for-mailbox').map(({ most }) => most));
  if (termsOf('link-for-pair').some(({ most }) => most >= ofMailbox))
    throw factFault(FILE, 'link-for-pair', 'it must be less than what a mailbox is sent');
  return {
    visits: Object.fromEntries(
      VISIT_KINDS.map((kind) => [kind, termsOf(kind)]),
    ) as unknown as AccountLimits['visits'],
    liveKeys,
    knownBrowsers,
    keepDays,
  };
}
