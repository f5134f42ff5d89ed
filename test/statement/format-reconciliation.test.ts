import { expect, test } from 'vitest';
import { formatReconciliation } from '../../src/statement/format-reconciliation.ts';
import type { Finding } from '../../src/statement/statement.ts';
import { table } from '../support/table.ts';

test.each(
  table<'billed' | 'expected' | 'estimated' | 'owed' | 'because'>(`
    billed | expected | estimated | owed | because
    40     | 32       | no        | 8    | too much for sure
    40     | 32       | yes       |      | the tariff is a guess
    32     | 40       | no        |      | too little
    32     | 32       | no        |      | the amount is right, its tax is not
    32     |          | no        |      | nothing is known
  `),
)(
  'of $billed, where $expected is expected (estimated: $estimated), $owed can be asked for: $because',
  (row) => {
    const finding: Finding = {
      kind: 'other-amount',
      line: 2,
      atMs: 0,
      station: 'North',
      billedOre: Number(row.billed) * 100,
      expectedOre: row.expected === '' ? undefined : Number(row.expected) * 100,
      estimated: row.estimated === 'yes',
      reason: 'Because.',
    };
    const { owedNok, findings } = formatReconciliation({
      findings: [finding, finding],
      ...{ rows: 2, vehicles: 1, unpriced: 0, billedOre: 0, expectedOre: 0, undecided: 0 },
      credits: { settled: { lines: 0, ore: 0 }, earlier: { lines: 0, ore: 0 } },
      otherPlates: { lines: 0, ore: 0 },
      columns: {},
      leftOut: { lines: 0, ore: 0, reasons: [] },
      paidBackOre: 0,
      isDayFirst: false,
    });
    expect(findings[0]?.owedNok).toBe(row.owed === '' ? undefined : Number(row.owed));
    expect(owedNok).toBe(2 * Number(row.owed));
  },
);
