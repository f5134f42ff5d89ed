/** What a check of an operator's statement finds, as callers read it. */
import { toNok } from '../base/nok.ts';
import { formatOsloInstant } from '../base/oslo-time.ts';
import type { CheckedStatement } from './reconcile.ts';

export const formatReconciliation = ({
  findings,
  rows,
  unpriced,
  billedOre,
  expectedOre,
  leftOut,
  isDayFirst,
  undecided,
}: CheckedStatement) => ({
  rows,
  unpriced,
  billedNok: toNok(billedOre),
  expectedNok: toNok(expectedOre),
  differenceNok: toNok(billedOre - expectedOre),
  // Lines with an amount and without a station or a moment: fees, sums.
  leftOut: { lines: leftOut.lines, nok: toNok(leftOut.ore) },
  dayFirst: isDayFirst,
  twiceShown: undecided,
  findings: findings.map(({ atMs, billedOre: billed, expectedOre: expected, ...finding }) => ({
    ...finding,
    at: formatOsloInstant(atMs),
    billedNok: toNok(billed),
    ...(expected !== undefined && {
      expectedNok: toNok(expected),
      differenceNok: toNok(billed - expected),
    }),
  })),
});
