/** What a check of an operator's statement finds, as callers read it. */
import { type Ore, sumOre, toNok } from '../base/nok.ts';
import { formatOsloInstant } from '../base/oslo-time.ts';
import type { CheckedStatement } from './reconcile.ts';
import { excessOf, type Finding } from './statement.ts';

export const formatReconciliation = (checked: CheckedStatement) => ({
  // The lines that billedNok adds up. With leftOut and otherPlates they are all lines below the header.
  rows: checked.rows,
  // What stands over each column that was read.
  columns: checked.columns,
  vehicles: checked.vehicles,
  unpriced: checked.unpriced,
  billedNok: toNok(checked.billedOre),
  expectedNok: toNok(checked.expectedOre),
  differenceNok: toNok(checked.billedOre - checked.expectedOre),
  // What the operator can be asked to pay back.
  owedNok: toNok(sumOre(checked.findings, owedOf)),
  // Lines that pay back, and that have no finding; both kinds are in billedNok and in expectedNok.
  credits: {
    settled: formatLines(checked.credits.settled),
    earlier: formatLines(checked.credits.earlier),
  },
  // Lines that are no passage: fees, sums, headings.
  leftOut: {
    ...formatLines(checked.leftOut),
    reasons: checked.leftOut.reasons.map(({ ore, ...told }) => ({ ...told, nok: toNok(ore) })),
  },
  otherPlates: formatLines(checked.otherPlates),
  dayFirst: checked.isDayFirst,
  twiceShown: checked.undecided,
  findings: checked.findings.map(formatFinding),
});

const formatLines = ({ lines, ore }: { readonly lines: number; readonly ore: Ore }) => ({
  lines,
  nok: toNok(ore),
});

function formatFinding(finding: Finding) {
  const { atMs, billedOre, expectedOre, excessOre: _, ...rest } = finding;
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

/** What is billed too much by published tariffs; 0 for an estimate, as a guess is not asked back. */
const owedOf = (finding: Finding): Ore => (finding.estimated ? 0 : excessOf(finding));
