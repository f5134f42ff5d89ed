/** What a check of an operator's statement finds, as callers read it. */
import { toNok } from '../base/nok.ts';
import { formatOsloInstant } from '../base/oslo-time.ts';
import type { CheckedStatement } from './reconcile.ts';

export const formatReconciliation = ({
  findings,
  rows,
  columns,
  unpriced,
  billedOre,
  expectedOre,
  leftOut,
  isDayFirst,
  undecided,
}: CheckedStatement) => ({
  rows,
  // What stands over each column that was read.
  columns,
  unpriced,
  billedNok: toNok(billedOre),
  expectedNok: toNok(expectedOre),
  differenceNok: toNok(billedOre - expectedOre),
  // Lines that are no passage: fees, sums, headings.
  leftOut: {
    lines: leftOut.lines,
    nok: toNok(leftOut.ore),
    reasons: leftOut.reasons.map(({ ore, ...told }) => ({ ...told, nok: toNok(ore) })),
  },
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
