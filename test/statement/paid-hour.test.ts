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

const doubtful = project({ hourRules: [hourTerms({ paysKnown: false })] });
const DOUBTFUL = STATIONS.map((one) =>
  one.project === first ? { ...one, project: doubtful } : one,
);

/** What the operator is asked for. */
function owedOf(checked: ReturnType<typeof reconcile>): number {
  const leftOut = { lines: 0, ore: 0, reasons: [] };
  const told = { columns: {}, leftOut, paidBackOre: 0, undecided: 0 };
  return formatReconciliation({ ...checked, ...told }).owedNok;
}

test.each(
  table<'rows' | 'found' | 'owed' | 'because'>(`
    rows                                            | found                                                      | owed  | because
    18T06:10 Outer 32, 18T06:50 Inner 0             | 2 other-amount 32>40                                       | 0     | the dearest of the hour lies in the rush, and the one billed before it
    18T06:10 Outer 40, 18T06:50 Inner 0             |                                                            | 0     | its price is on the other line
    18T06:10 Outer 50, 18T06:50 Inner 0             | 2 tag-not-used 50>40                                       | 10    | the dearest without the tag
    18T06:10 Outer 0, 18T06:50 Inner 40             |                                                            | 0     | as the rule has it
    18T06:10 Outer 32, 18T06:50 Inner 40            | 2 hour-rule-not-applied 32>0                               | 32    | a second payment
    18T06:10 Outer 40, 18T06:50 Inner 32            | 3 hour-rule-not-applied 32>0                               | 32    | one line has what the hour costs
    18T06:10 Outer 32, 18T06:50 Inner 30            | 2 hour-rule-not-applied 32>0, 3 other-amount 30>40         | 22    | none has: the hour is billed 62, and costs 40
    18T06:10 Outer 15, 18T06:50 Inner 30            | 2 hour-rule-not-applied 15>0, 3 other-amount 30>40         | 5     | of a small second payment, too
    18T06:10 Outer 8, 18T06:50 Inner 30             | 2 hour-rule-not-applied 8>0, 3 other-amount 30>40          | 0     | together they are less than the hour costs
    18T06:10 Outer 20, 18T06:30 Outer 15, 18T06:50 Inner 30 | 2 hour-rule-not-applied 20>0, 3 other-amount 15>40, 4 hour-rule-not-applied 30>0 | 25 | the first of two
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
  expect(owedOf(checked)).toBe(Number(row.owed));
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
  const rows = rowsOf(`${BEFORE}, 18T12:10 One 20, 18T12:30 Two 28`);
  const { findings } = reconcile(rows, undefined, termsOf(DOUBTFUL));
  expect(findings.map(({ kind, estimated }) => [kind, estimated])).toEqual([
    ['hour-rule-not-applied', true],
  ]);
});

test.each(
  table<'rows' | 'owed' | 'because'>(`
    rows                                   | owed | because
    18T12:10 One 18, 18T12:20 Two 28, 18T12:30 One 15 | 15 | 61 are billed, and by either reading the hour costs no more than 28
    18T12:10 One 15, 18T12:20 Two 0, 18T12:30 One 16  | 3  | by the other reading it may cost 28
    18T12:10 One 8, 18T12:20 Two 0, 18T12:30 One 16   | 0  | that is more than is billed
  `),
)(
  'by no reading of a rule in doubt more is asked back than is billed too much: $rows ($because)',
  (row) => {
    const checked = reconcile(rowsOf(`${BEFORE}, ${row.rows}`), undefined, termsOf(DOUBTFUL));
    expect(owedOf(checked)).toBe(Number(row.owed));
  },
);

test.each(
  table<'rows' | 'owed' | 'because'>(`
    rows                                              | owed | because
    18T12:10 Old 20, 18T12:20 New 10, 18T12:21 New 10 | 0    | by itself New costs 20 more, and 40 are billed
    18T12:10 Old 20, 18T12:20 New 16, 18T12:21 New 16 | 12   | 52 are billed, and 40 may be due
    18T12:10 New 24, 18T12:20 Old 14                  | 0    | together they are less than both cost
  `),
)(
  'where an hour may be two payments, no more is asked back than lies above both: $rows ($because)',
  (row) => {
    const open = project({ hourRules: [hourTerms({ stationsUnknown: ['New'] })] });
    const pair = ['Old', 'New'].map((name) =>
      station(name, { project: open, hourGroup: 'open', tariffs: [tariff({ small: 25 })] }),
    );
    const rows = rowsOf(`${BEFORE}, ${row.rows}`);
    expect(owedOf(reconcile(rows, undefined, termsOf([...STATIONS, ...pair])))).toBe(
      Number(row.owed),
    );
  },
);

test('of an hour whose price is known as an upper bound alone, no more is asked back than lies above it', () => {
  const terms = termsOf(STATIONS, { vehicle: { size: 'small', tagged: true, fuel: 'electric' } });
  const checked = reconcile(
    rowsOf(`17T12:00 Other 10, 18T12:10 One 5, 18T12:30 Two 30`),
    undefined,
    terms,
  );
  expect(tellFindings(checked)).toBe('3 hour-rule-not-applied 30>0');
  // The dearest of the hour costs 28 at most: the first may be free, and opens no hour then.
  expect(owedOf(checked)).toBe(7);
});

test('the sentence says how much of a line is asked back', () => {
  const rows = rowsOf(`${BEFORE}, 18T06:10 Outer 32, 18T06:50 Inner 30`);
  const [finding] = reconcile(rows, undefined, termsOf(STATIONS)).findings;
  expect(finding?.reason).toContain(
    'Of it 22.00 NOK are asked back: another line bills less than may be due, and no more is too much for sure.',
  );
});

test.each(
  table<'rows' | 'found' | 'owed' | 'because'>(`
    rows                                                  | found                                          | owed | because
    18T12:00 Other 20, 18T12:01 Other 20                  | 3 billed-twice 20>0, 2 other-amount 20>32      | 8    | together they are 40, and the passage costs 32
    18T12:00 Other 10, 18T12:01 Other 20                  | 3 billed-twice 20>0, 2 other-amount 10>32      | 0    | together they are less
    18T12:00 Other 32, 18T12:01 Other 32                  | 3 billed-twice 32>0                            | 32   | the first has what it costs
    18T12:00 Other 20, 18T12:01 Other 9, 18T12:01 Other 9 | 3 billed-twice 9>0, 4 billed-twice 9>0, 2 other-amount 20>32 | 6 | of two that bill it again
    18T06:40 Outer 10, 18T06:41 Outer 20, 18T06:50 Inner 20, 18T06:55 Outer 0 | 3 billed-twice 20>0, 2 other-amount 10>40, 4 hour-rule-not-applied 20>0 | 10 | the hour has 50 on three lines, and costs 40
    18T06:40 Outer 10, 18T06:41 Outer 20, 18T06:50 Inner 20 | 3 billed-twice 20>0, 2 other-amount 10>40, 4 hour-rule-not-applied 20>0 | 0 | free passages are not listed: it may be two hours, which cost 80
  `),
)(
  'of a passage that is billed twice no more is asked back than is too much: $rows ($because)',
  (row) => {
    const checked = reconcile(rowsOf(`${BEFORE}, ${row.rows}`), undefined, termsOf(STATIONS));
    expect(new Set(tellFindings(checked).split(', '))).toEqual(new Set(row.found.split(', ')));
    expect(owedOf(checked)).toBe(Number(row.owed));
  },
);

test('a credit of what the hour is billed too much is taken off the line that it is asked of', () => {
  const rows = rowsOf(`${BEFORE}, 18T06:10 Outer 32, 18T06:50 Inner 30, 19T12:00 Outer -22`);
  expect(tellFindings(reconcile(rows, undefined, termsOf(STATIONS)))).toBe('');
});
