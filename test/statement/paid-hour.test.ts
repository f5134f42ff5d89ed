import { expect, test } from 'vitest';
import { formatReconciliation } from '../../src/statement/format-reconciliation.ts';
import { hourTerms, morningRush, project, station, tariff } from '../pricing/toll/stations.ts';
import { table } from '../support/table.ts';
import { reconcile, rowsOf, tellFindings, termsOf } from './scene.ts';

const first = project({ hourRules: [hourTerms()] });
const dearest = project({ hourRules: [hourTerms({ pays: 'dearest' })] });
const rush = tariff({ small: 40, smallRush: 50, large: 100, largeRush: 130, rush: morningRush() });
const STATIONS = [
  station('One', {
    project: first,
    hourGroup: 'first',
    tariffs: [tariff({ small: 25, large: 60 })],
  }),
  station('Two', {
    project: first,
    hourGroup: 'first',
    tariffs: [tariff({ small: 35, large: 70 })],
  }),
  station('Outer', { project: dearest, hourGroup: 'dearest', tariffs: [rush] }),
  station('Inner', { project: dearest, hourGroup: 'dearest', tariffs: [rush] }),
  station('Other', { tariffs: [tariff({ small: 40 })] }),
];
const BEFORE = '17T12:00 Other 32';

test.each(
  table<'rows' | 'found' | 'owed' | 'because'>(`
    rows                                            | found                                                      | owed  | because
    18T06:10 Outer 32, 18T06:50 Inner 0             | 2 other-amount 32>40                                       | 0     | the dearest of the hour lies in the rush, and the one billed before it
    18T06:10 Outer 40, 18T06:50 Inner 0             |                                                            | 0     | its price is on the other line
    18T06:10 Outer 50, 18T06:50 Inner 0             | 2 tag-not-used 50>40                                       | 10    | the dearest without the tag
    18T06:10 Outer 0, 18T06:50 Inner 40             |                                                            | 0     | as the rule has it
    18T06:10 Outer 32, 18T06:50 Inner 40            | 2 hour-rule-not-applied 32>0                               | 32    | a second payment
    18T06:10 Outer 40, 18T06:50 Inner 32            | 3 hour-rule-not-applied 32>0                               | 32    | one line has what the hour costs
    18T06:10 Outer 32, 18T06:50 Inner 30            | 2 hour-rule-not-applied 32>0, 3 other-amount 30>40         | 32    | none has
    18T12:10 One 0, 18T12:30 Two 25                 | 3 tag-not-used 25>20                                       | 5     | the first pays, and without the tag it costs 25
    18T12:10 One 0, 18T12:30 Two 28                 | 3 other-amount 28>20                                       | 8     | the price of the second
    18T12:10 One 0, 18T12:30 Two 15                 | 3 other-amount 15>20                                       | 0     | too little is billed
    18T12:10 One 0, 18T12:20 Two 20, 18T12:30 Two 20 | 4 hour-rule-not-applied 20>0                              | 20    | of two that are billed the first pays
    18T12:10 One 0, 18T12:20 Two 28, 18T12:30 Two 20 | 3 hour-rule-not-applied 28>0                              | 28    | or the one that has the amount
    18T12:10 One 0, 18T12:30 Two 0                  | 2 other-amount 0>20                                        | 0     | none is billed
  `),
)('an hour is held against one payment, whichever line has it: $rows ($because)', (row) => {
  const checked = reconcile(rowsOf(`${BEFORE}, ${row.rows}`), undefined, termsOf(STATIONS));
  expect(tellFindings(checked)).toBe(row.found);
  const leftOut = { lines: 0, ore: 0, reasons: [] };
  const told = { columns: {}, leftOut, isDayFirst: false, undecided: 0 };
  expect(formatReconciliation({ ...checked, ...told }).owedNok).toBe(Number(row.owed));
});

test('the sentence of a line that another passage is paid by names that passage', () => {
  const rows = rowsOf(`${BEFORE}, 18T12:10 One 0, 18T12:30 Two 28`);
  const [finding] = reconcile(rows, undefined, termsOf(STATIONS)).findings;
  expect(finding?.reason).toBe(
    'Two (Town), 2026-11-18 12:30: billed 28.00 NOK, expected 20.00 NOK. The hour costs as much as its passage of One at 12:10, which is billed nothing. This line bills the price of its own passage. Tariff: test.',
  );
});

test('an hour that a clock shows twice is not held against the other passage of it', () => {
  const rows = rowsOf('10-24T12:00 Other 32, 10-25T02:10 One 0, 10-25T02:30 Two 25');
  const undecided = rows.map((row, i) => ({
    ...row,
    ...(i > 0 && { isUndecided: true as const }),
  }));
  expect(tellFindings(reconcile(undecided, undefined, termsOf(STATIONS)))).toBe('');
});

test('where it is not published which passage of an hour pays, nothing is asked back that the other reading bills', () => {
  const doubtful = project({ hourRules: [hourTerms({ paysKnown: false })] });
  const stations = STATIONS.map((one) =>
    one.project === first ? { ...one, project: doubtful } : one,
  );
  const rows = rowsOf(`${BEFORE}, 18T12:10 One 20, 18T12:30 Two 28`);
  const { findings } = reconcile(rows, undefined, termsOf(stations));
  expect(findings.map(({ kind, estimated }) => [kind, estimated])).toEqual([
    ['hour-rule-not-applied', true],
  ]);
});
