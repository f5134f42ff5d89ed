/** What a check of an operator's statement finds, as callers read it. */
import { toNok } from '../base/nok.ts';
import { formatOsloInstant } from '../base/oslo-time.ts';
import type { Reconciliation } from '../trip/reconcile.ts';

export const formatReconciliation = ({
  findings,
  rows,
  unpriced,
  billedOre,
  expectedOre,
}: Reconciliation) => ({
  rows,
  unpriced,
  billedNok: toNok(billedOre),
  expectedNok: toNok(expectedOre),
  differenceNok: toNok(billedOre - expectedOre),
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
