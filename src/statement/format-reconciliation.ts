/** What a check of an operator's statement finds, as callers read it. */
import { type Ore, toNok } from '../base/nok.ts';
import { formatOsloInstant } from '../base/oslo-time.ts';
import type { CheckedStatement } from './reconcile.ts';
import type { Finding } from './statement.ts';

export const formatReconciliation = ({
  findings,
  rows,
  columns,
  vehicles,
  otherPlates,
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
  vehicles,
  unpriced,
  billedNok: toNok(billedOre),
  expectedNok: toNok(expectedOre),
  differenceNok: toNok(billedOre - expectedOre),
  // What the operator can be asked to pay back.
  owedNok: toNok(findings.reduce((sum, one) => sum + owedOf(one), 0)),
  // Lines that are no passage: fees, sums, headings.
  leftOut: {
    lines: leftOut.lines,
    nok: toNok(leftOut.ore),
    reasons: leftOut.reasons.map(({ ore, ...told }) => ({ ...told, nok: toNok(ore) })),
  },
  otherPlates: { lines: otherPlates.lines, nok: toNok(otherPlates.ore) },
  dayFirst: isDayFirst,
  twiceShown: undecided,
  findings: findings.map(formatFinding),
});

function formatFinding(finding: Finding) {
  const { atMs, billedOre, expectedOre, ...rest } = finding;
  const owedOre = owedOf(finding);
  return {
    ...rest,
    at: formatOsloInstant(atMs),
    billedNok: toNok(billedOre),
    ...(expectedOre !== undefined && {
      expectedNok: toNok(expectedOre),
      differenceNok: toNok(billedOre - expectedOre),
    }),
    ...(owedOre > 0 && { owedNok: toNok(owedOre) }),
  };
}

/** What is billed too much by what is published, 0 where it is not: a guess is nothing to ask for. */
const owedOf = ({ billedOre, expectedOre = billedOre, estimated }: Finding): Ore =>
  estimated ? 0 : Math.max(0, billedOre - expectedOre);
